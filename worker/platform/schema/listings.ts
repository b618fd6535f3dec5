import { type SQL, sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type CompanyChange, companyChangeKinds } from "#contract/company-change.ts";
import { DAY_MS } from "#contract/time.ts";

/** Tickers that lead to a company and are not its ticker of today. */
export const listings = sqliteTable(
  "listings",
  {
    ledgerId: text("ledger_id").notNull(),
    ticker: text("ticker").notNull(),
    /**
     * ISO days: `toDay` is the first day without the ticker, and `fromDay` the first day with it, or null when that
     * is unknown.
     */
    toDay: text("to_day").notNull(),
    fromDay: text("from_day"),
    companyId: text("company_id").notNull(),
    /**
     * `former` tickers lead to the company until `toDay`. A `class` ticker is another class of its shares, while
     * that class is listed.
     */
    kind: text("kind", { enum: ["former", "class"] }).notNull(),
    /** Name and exchange are those of the days on which the company had the ticker. */
    companyName: text("company_name"),
    exchange: text("exchange"),
    /**
     * When we learned of the change, in market time. A company that gives up a ticker is still followed under it
     * for weeks.
     */
    closedAt: integer("closed_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ledgerId, table.ticker, table.toDay] }),
    index("listings_by_company").on(table.ledgerId, table.companyId, table.toDay),
  ],
);

/**
 * No job runs this long. After this time nothing is written under a given-up ticker any more, so another company
 * may take it.
 */
export const HANDED_OVER_MS = DAY_MS;

/**
 * Selects from rows `l` of `listings` which company owned a ticker: what was made under `ticker` from `since` on
 * and before `until` (milliseconds of market time) belongs to the company whose ticker is `symbol` today. `where`
 * may refer to `l` and `c`.
 */
export function tickerSpans(where: SQL): SQL {
  return sql`SELECT l.ledger_id, l.ticker, c.symbol, l.closed_at + ${HANDED_OVER_MS} AS until,
      coalesce((SELECT max(e.closed_at) FROM listings AS e WHERE e.ledger_id = l.ledger_id AND e.ticker = l.ticker
        AND e.closed_at < l.closed_at) + ${HANDED_OVER_MS}, 0) AS since
    FROM listings AS l JOIN season_companies AS c ON c.ledger_id = l.ledger_id AND c.company_id = l.company_id
    WHERE ${where}`;
}

export const companyChanges = sqliteTable(
  "company_changes",
  {
    ledgerId: text("ledger_id").notNull(),
    /** The id reads like "renamed FB META 2022-06". */
    id: text("id").notNull(),
    ticker: text("ticker").notNull(),
    kind: text("kind", { enum: companyChangeKinds }).notNull(),
    day: text("day").notNull(),
    change: text("change", { mode: "json" }).$type<CompanyChange>().notNull(),
    /** A `doubtful` change waits for an operator. */
    state: text("state", { enum: ["applied", "doubtful", "dismissed"] }).notNull(),
    reason: text("reason"),
    seenAt: integer("seen_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ledgerId, table.id] }),
    index("company_changes_by_state").on(table.ledgerId, table.state, table.seenAt),
    index("company_changes_by_company").on(table.ledgerId, table.ticker, table.kind, table.day),
  ],
);
