import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row an exhibit. Written once; an amended filing has its own rows. */
export const companyReleases = sqliteTable(
  "company_releases",
  {
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    /** The SEC's number of the filing. */
    accession: text("accession").notNull(),
    /** Empty without a readable exhibit. */
    file: text("file").notNull(),
    isAmendment: integer("is_amendment", { mode: "boolean" }).notNull(),
    /** Day (ISO), Eastern. */
    filingDate: text("filing_date").notNull(),
    acceptedAt: integer("accepted_at", { mode: "timestamp_ms" }).notNull(),
    /** SHA-256, which names its file in R2; null where there was none. */
    hash: text("hash"),
    /** For a person: the exhibit, else the filing; null for simulated releases. */
    url: text("url"),
    /** JSON of `releaseItemsSchema`; null where nothing was readable. */
    items: text("items"),
    /** JSON of two readers' differences, while it waits for review. */
    disputed: text("disputed"),
    readAt: integer("read_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ledgerId, table.symbol, table.accession, table.file] }),
    index("company_releases_disputed").on(table.ledgerId, table.readAt).where(sql`disputed IS NOT NULL`),
  ],
);
