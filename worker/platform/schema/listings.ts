import { type SQL, sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type CompanyChange, companyChangeKinds } from "#contract/company-change.ts";
import { DAY_MS } from "#contract/time.ts";

/**
 * Tickers under which a company is found although they are not its current ticker: former tickers and other
 * share classes.
 */
export const listings = sqliteTable(
  "listings",
  {
    ledgerId: text("ledger_id").notNull(),
    ticker: text("ticker").notNull(),
    /**
     * The ISO days on which the company had the ticker: from `fromDay`, or null when that is unknown, until the
     * day before `toDay`.
     */
    toDay: text("to_day").notNull(),
    fromDay: text("from_day"),
    companyId: text("company_id").notNull(),
    /**
     * `former`: the company had the ticker until `toDay`. `class`: the ticker is that of another class of the
     * company's shares, which is still listed.
     */
    kind: text("kind", { enum: ["former", "class"] }).notNull(),
    /** The company's name and exchange on the days on which it had the ticker. */
    companyName: text("company_name"),
    exchange: text("exchange"),
    /**
     * When we applied the change, by the market clock. A company that gave up a ticker is still found under it
     * for weeks after this time.
     */
    closedAt: integer("closed_at", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ledgerId, table.ticker, table.toDay] }),
    index("listings_by_company").on(table.ledgerId, table.companyId, table.toDay),
  ],
);

/**
 * How long after a change of ticker a running job may still write rows under the old ticker, in milliseconds.
 * Only after this time may another company take the ticker.
 */
export const TICKER_QUARANTINE_MS = DAY_MS;

/**
 * Returns SQL that selects which company owned a ticker when: rows created under `ticker` at or after `since`
 * and before `until` (milliseconds of the market clock) belong to the company whose current ticker is `symbol`.
 * The condition `where` may refer to the tables `l` (`listings`) and `c` (`season_companies`).
 */
export function tickerOwnershipSpans(where: SQL): SQL {
  return sql`SELECT l.ledger_id, l.ticker, c.symbol, l.closed_at + ${TICKER_QUARANTINE_MS} AS until,
      coalesce((SELECT max(e.closed_at) FROM listings AS e WHERE e.ledger_id = l.ledger_id AND e.ticker = l.ticker
        AND e.closed_at < l.closed_at) + ${TICKER_QUARANTINE_MS}, 0) AS since
    FROM listings AS l JOIN season_companies AS c ON c.ledger_id = l.ledger_id AND c.company_id = l.company_id
    WHERE ${where}`;
}

export const companyChanges = sqliteTable(
  "company_changes",
  {
    ledgerId: text("ledger_id").notNull(),
    /** The id of the change, such as "renamed FB META 2022-06". */
    id: text("id").notNull(),
    ticker: text("ticker").notNull(),
    kind: text("kind", { enum: companyChangeKinds }).notNull(),
    day: text("day").notNull(),
    change: text("change", { mode: "json" }).$type<CompanyChange>().notNull(),
    /** A `doubtful` change waits for an operator to apply or dismiss it. */
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
