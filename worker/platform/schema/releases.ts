import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** An earnings release as filed with the SEC: one row an exhibit. Written once; an amended filing has its own rows. */
export const companyReleases = sqliteTable(
  "company_releases",
  {
    ledgerId: text("ledger_id").notNull(),
    symbol: text("symbol").notNull(),
    /** The SEC's number of the filing. */
    accession: text("accession").notNull(),
    /** Empty where the filing has no exhibit that can be read. */
    file: text("file").notNull(),
    isAmendment: integer("is_amendment", { mode: "boolean" }).notNull(),
    /** Day (ISO), Eastern. */
    filingDate: text("filing_date").notNull(),
    acceptedAt: integer("accepted_at", { mode: "timestamp_ms" }).notNull(),
    /** SHA-256 of the exhibit, which names its file in R2; null where there was none. */
    hash: text("hash"),
    /** For a person: the exhibit, or without one the filing; null for simulated releases. */
    url: text("url"),
    /** JSON of `releaseItemsSchema`; null where nothing could be read. */
    items: text("items"),
    /** JSON of what two readers disagree on, while it waits for review; else null. */
    disputed: text("disputed"),
    readAt: integer("read_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ledgerId, table.symbol, table.accession, table.file] }),
    index("company_releases_disputed").on(table.ledgerId, table.readAt).where(sql`disputed IS NOT NULL`),
  ],
);
