import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type CompanyChange, companyChangeKinds } from "#contract/company-change.ts";

/** Tickers that lead to a company and are not its own of today. One row per ledger, ticker and last day. */
export const listings = sqliteTable(
  "listings",
  {
    ledgerId: text("ledger_id").notNull(),
    ticker: text("ticker").notNull(),
    /** Days (ISO): the first on which it held no more, and the first on which it held, null where not known. */
    toDay: text("to_day").notNull(),
    fromDay: text("from_day"),
    companyId: text("company_id").notNull(),
    /** `former`: until that day. `class`: another class of its shares, for as long as it is listed. */
    kind: text("kind", { enum: ["former", "class"] }).notNull(),
    /** Of those days. */
    companyName: text("company_name"),
    exchange: text("exchange"),
    /** When we learned of it, in the market's time: who gives up a ticker is followed under it for some weeks. */
    closedAt: integer("closed_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ledgerId, table.ticker, table.toDay] }),
    index("listings_by_company").on(table.ledgerId, table.companyId, table.toDay),
  ],
);

/** What sources said of companies that change, and what came of it. One row per ledger and change. */
export const companyChanges = sqliteTable(
  "company_changes",
  {
    ledgerId: text("ledger_id").notNull(),
    /** "renamed FB META 2022-06". */
    id: text("id").notNull(),
    /** The company's of today. */
    ticker: text("ticker").notNull(),
    kind: text("kind", { enum: companyChangeKinds }).notNull(),
    day: text("day").notNull(),
    change: text("change", { mode: "json" }).$type<CompanyChange>().notNull(),
    /** `doubtful` ones wait for an operator. */
    state: text("state", { enum: ["applied", "doubtful", "dismissed"] }).notNull(),
    /** Why it is doubtful. */
    reason: text("reason"),
    seenAt: integer("seen_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ledgerId, table.id] }),
    index("company_changes_by_state").on(table.ledgerId, table.state, table.seenAt),
    index("company_changes_by_company").on(table.ledgerId, table.ticker, table.kind, table.day),
  ],
);
