import { type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "#contract/time.ts";

/** For this many days after a company gave up its ticker, rows under that ticker are still assigned to it. */
const FOLLOWED_DAYS = 30;

/** The `to_day` that is stored for a ticker still in use as another share class of a company. */
export const OPEN_END_DAY = "9999-12-31";

/**
 * Returns SQL for a company's permanent id: the first known ticker, with a number if other companies had that
 * ticker before, such as "ABC~2".
 */
export function companyIdOf(alias: "season_companies" | "c"): SQL {
  const c = sql.raw(alias);
  const owners = sql`(SELECT count(*) FROM listings AS l WHERE l.ledger_id = ${c}.ledger_id AND l.ticker = ${c}.symbol
    AND l.kind = 'former')`;
  return sql`coalesce(${c}.company_id, iif(${owners} = 0, ${c}.symbol, ${c}.symbol || '~' || (${owners} + 1)))`;
}

/** Returns SQL for the current ticker of the company that has `ticker` now or, if none does, had it last. */
export function currentTickerOf(ledgerId: string, ticker: SQL): SQL {
  return sql`coalesce((SELECT o.symbol FROM season_companies AS o WHERE o.ledger_id = ${ledgerId} AND o.symbol = ${ticker}),
    (SELECT o.symbol FROM listings AS l JOIN season_companies AS o ON o.ledger_id = l.ledger_id AND o.company_id = l.company_id
      WHERE l.ledger_id = ${ledgerId} AND l.ticker = ${ticker} ORDER BY l.to_day DESC LIMIT 1), ${ticker})`;
}

/**
 * Returns SQL that is true for a `given` row whose symbol may be stored. It is false for the ticker of another
 * share class, and for one that a company gave up in the last 30 days, until a new company has it.
 */
export function isFreeTicker(now: Date): SQL {
  return sql`(EXISTS (SELECT 1 FROM season_companies AS o WHERE o.ledger_id = given.ledger_id AND o.symbol = given.symbol)
    OR NOT EXISTS (SELECT 1 FROM listings AS l WHERE l.ledger_id = given.ledger_id AND l.ticker = given.symbol
      AND ${isFollowed(now)}))`;
}

/**
 * Returns SQL that is true for a row `l` of `listings` whose ticker is assigned to its former company or to the
 * main share class.
 */
export function isFollowed(now: Date): SQL {
  return sql`(l.kind = 'class' OR l.closed_at > ${now.getTime() - FOLLOWED_DAYS * DAY_MS})`;
}
