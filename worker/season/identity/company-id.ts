import { type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "#contract/time.ts";

/** For so long a given-up ticker means its old company. */
const FOLLOWED_DAYS = 30;

/** ISO, of a ticker that still holds: another class of shares. */
export const STILL = "9999-12-31";

/** The first-known ticker, with its number among that ticker's owners. Never changes. */
export function companyIdOf(alias: "season_companies" | "c"): SQL {
  const c = sql.raw(alias);
  const owners = sql`(SELECT count(*) FROM listings AS l WHERE l.ledger_id = ${c}.ledger_id AND l.ticker = ${c}.symbol
    AND l.kind = 'former')`;
  return sql`coalesce(${c}.company_id, iif(${owners} = 0, ${c}.symbol, ${c}.symbol || '~' || (${owners} + 1)))`;
}

/** Of whoever has it, or had it last. */
export function currentTickerOf(ledgerId: string, ticker: SQL): SQL {
  return sql`coalesce((SELECT o.symbol FROM season_companies AS o WHERE o.ledger_id = ${ledgerId} AND o.symbol = ${ticker}),
    (SELECT o.symbol FROM listings AS l JOIN season_companies AS o ON o.ledger_id = l.ledger_id AND o.company_id = l.company_id
      WHERE l.ledger_id = ${ledgerId} AND l.ticker = ${ticker} ORDER BY l.to_day DESC LIMIT 1), ${ticker})`;
}

/** Nobody gave up its ticker in the last weeks, and it is no class of another's shares. */
export function isFreeTicker(now: Date): SQL {
  return sql`(EXISTS (SELECT 1 FROM season_companies AS o WHERE o.ledger_id = given.ledger_id AND o.symbol = given.symbol)
    OR NOT EXISTS (SELECT 1 FROM listings AS l WHERE l.ledger_id = given.ledger_id AND l.ticker = given.symbol
      AND ${isFollowed(now)}))`;
}

/** Of a row `l` of `listings`. */
export function isFollowed(now: Date): SQL {
  return sql`(l.kind = 'class' OR l.closed_at > ${now.getTime() - FOLLOWED_DAYS * DAY_MS})`;
}
