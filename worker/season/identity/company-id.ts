import { type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "#contract/time.ts";

/** For this many days, a retired symbol still means its old company. */
const FOLLOWED_DAYS = 30;

/** The end day of a ticker that is still in use as another share class. */
export const STILL = "9999-12-31";

/** Returns an id made of the first known ticker and its number among that ticker's owners. It never changes. */
export function companyIdOf(alias: "season_companies" | "c"): SQL {
  const c = sql.raw(alias);
  const owners = sql`(SELECT count(*) FROM listings AS l WHERE l.ledger_id = ${c}.ledger_id AND l.ticker = ${c}.symbol
    AND l.kind = 'former')`;
  return sql`coalesce(${c}.company_id, iif(${owners} = 0, ${c}.symbol, ${c}.symbol || '~' || (${owners} + 1)))`;
}

/** Returns the ticker of the company that has it now, or had it last. */
export function currentTickerOf(ledgerId: string, ticker: SQL): SQL {
  return sql`coalesce((SELECT o.symbol FROM season_companies AS o WHERE o.ledger_id = ${ledgerId} AND o.symbol = ${ticker}),
    (SELECT o.symbol FROM listings AS l JOIN season_companies AS o ON o.ledger_id = l.ledger_id AND o.company_id = l.company_id
      WHERE l.ledger_id = ${ledgerId} AND l.ticker = ${ticker} ORDER BY l.to_day DESC LIMIT 1), ${ticker})`;
}

/** True when nobody gave up the ticker in the last weeks and it is no other share class of a company. */
export function isFreeTicker(now: Date): SQL {
  return sql`(EXISTS (SELECT 1 FROM season_companies AS o WHERE o.ledger_id = given.ledger_id AND o.symbol = given.symbol)
    OR NOT EXISTS (SELECT 1 FROM listings AS l WHERE l.ledger_id = given.ledger_id AND l.ticker = given.symbol
      AND ${isFollowed(now)}))`;
}

/** Applies to a row `l` of `listings`. */
export function isFollowed(now: Date): SQL {
  return sql`(l.kind = 'class' OR l.closed_at > ${now.getTime() - FOLLOWED_DAYS * DAY_MS})`;
}
