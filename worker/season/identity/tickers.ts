import { sql } from "drizzle-orm";
import { withDottedShareClass } from "#contract/symbol.ts";
import type { Database } from "#platform/db/client.ts";
import { isFollowed } from "./company-id.ts";

/** A company that had a ticker earlier. `symbol` is its current ticker. */
type EarlierOwner = {
  symbol: string;
  name: string | null;
  /** The first ISO day on which the company no longer had the ticker. */
  until: string;
};

/** The same type as `SeasonStore`, whose module imports this one. */
type Store = { db: Database; ledgerId: string };

type ResolvedTicker = {
  /** The company's current ticker, or the requested one when it belongs to no known company. */
  symbol: string;
  /** Companies that had the ticker earlier, the latest first. */
  earlier: EarlierOwner[];
};

type Row = {
  ticker: string;
  kind: "former" | "class";
  until: string;
  closedAt: number;
  symbol: string;
  name: string | null;
  isUsed: number;
};

/**
 * Returns the company that each ticker stands for now, or stood for at the moment `at`. Tickers are spelled as
 * `withDottedShareClass` spells them. Uses the primary-key indexes.
 */
export async function resolveTickers(
  { db, ledgerId }: Store,
  tickers: readonly string[],
  at: Date | null = null,
): Promise<Map<string, ResolvedTicker>> {
  const rows = await db.all<Row>(sql`
    SELECT l.ticker, l.kind, l.to_day AS until, l.closed_at AS closedAt, c.symbol, c.company_name AS name,
      EXISTS (SELECT 1 FROM season_companies AS o WHERE o.ledger_id = l.ledger_id AND o.symbol = l.ticker) AS isUsed
    FROM json_each(${JSON.stringify([...new Set(tickers)])}) AS j
      JOIN listings AS l ON l.ledger_id = ${ledgerId} AND l.ticker = j.value
      JOIN season_companies AS c ON c.ledger_id = l.ledger_id AND c.company_id = l.company_id
    ORDER BY l.ticker, l.to_day DESC`);
  const ownersByTicker = Map.groupBy(rows, ({ ticker }) => ticker);
  return new Map(
    tickers.map((ticker) => {
      const owners = ownersByTicker.get(ticker) ?? [];
      const ownerThen =
        at && owners.findLast(({ kind, closedAt }) => kind === "former" && closedAt > at.getTime());
      return [ticker, ownerThen ? { symbol: ownerThen.symbol, earlier: [] } : resolvedOf(ticker, owners)];
    }),
  );
}

/**
 * Returns the ticker at a past moment, by current ticker, for companies that had a different one. Uses the
 * primary-key indexes and the index of listings by company.
 */
async function tickersAt(
  { db, ledgerId }: Store,
  symbols: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.all<{ symbol: string; ticker: string }>(sql`
    SELECT c.symbol, l.ticker FROM json_each(${JSON.stringify([...new Set(symbols)])}) AS j
      JOIN season_companies AS c ON c.ledger_id = ${ledgerId} AND c.symbol = j.value
      JOIN listings AS l ON l.ledger_id = c.ledger_id AND l.company_id = c.company_id AND l.kind = 'former'
    WHERE l.closed_at > ${at.getTime()} ORDER BY l.closed_at DESC`);
  // The rows are latest first, so the last one, which ended soonest after `at`, stays in the map.
  return new Map(rows.map(({ symbol, ticker }) => [symbol, ticker]));
}

/**
 * Returns the rows, which are stored under current tickers, with the ticker that each company had at the moment
 * `at`.
 */
export async function underTickersOfMoment<Row extends { symbol: string }>(
  store: Store,
  rows: readonly Row[],
  at: Date,
): Promise<Row[]> {
  const tickersThen = await tickersAt(
    store,
    rows.map(({ symbol }) => symbol),
    at,
  );
  return rows.map((row) => ({ ...row, symbol: tickersThen.get(row.symbol) ?? row.symbol }));
}

function resolvedOf(ticker: string, owners: readonly Row[]): ResolvedTicker {
  const [last] = owners;
  if (!last) return { symbol: ticker, earlier: [] };
  const symbol = last.isUsed ? ticker : last.symbol;
  const otherOwners = owners.filter((owner) => owner.symbol !== symbol && owner.kind === "former");
  const earlier = otherOwners.map((owner) => ({
    symbol: owner.symbol,
    name: owner.name,
    until: owner.until,
  }));
  return {
    symbol,
    earlier: [...new Map(earlier.toReversed().map((one) => [one.symbol, one])).values()].toReversed(),
  };
}

/** Returns the company's up to ten former tickers, the latest first. */
export function formerTickersOf({ db, ledgerId }: Store, symbol: string) {
  return db.all<{
    ticker: string;
    until: string;
  }>(sql`SELECT l.ticker, l.to_day AS until FROM season_companies AS c
      JOIN listings AS l ON l.ledger_id = c.ledger_id AND l.company_id = c.company_id AND l.kind = 'former'
    WHERE c.ledger_id = ${ledgerId} AND c.symbol = ${symbol} AND l.ticker <> ${symbol} ORDER BY l.to_day DESC LIMIT 10`);
}

export async function currentTicker(store: Store, symbol: string): Promise<string> {
  const requested = withDottedShareClass(symbol);
  return (await resolveTickers(store, [requested])).get(requested)?.symbol ?? requested;
}

/**
 * Returns new rows under their companies' current symbols. This changes the symbol of rows under a recently
 * given-up ticker, and of reports from before it was given up. Rows of another share class are dropped, because
 * their figures are per another share. Uses the primary-key indexes.
 */
export async function followTickers<Row extends { symbol: string }>(
  { db, ledgerId }: Store,
  rows: readonly Row[],
  now: Date,
): Promise<Row[]> {
  if (rows.length === 0) return [];
  type TickerOwner = {
    ticker: string;
    kind: "former" | "class";
    toDay: string;
    symbol: string;
    isGone: number;
    isFollowed: number;
  };
  const leads = await db.all<TickerOwner>(sql`
    SELECT l.ticker, l.kind, l.to_day AS toDay, c.symbol, c.ended_on IS NOT NULL AS isGone, ${isFollowed(now)} AS isFollowed
    FROM json_each(${JSON.stringify([...new Set(rows.map(({ symbol }) => symbol))])}) AS j
      JOIN listings AS l ON l.ledger_id = ${ledgerId} AND l.ticker = j.value
      JOIN season_companies AS c ON c.ledger_id = l.ledger_id AND c.company_id = l.company_id
    WHERE NOT EXISTS (SELECT 1 FROM season_companies AS o WHERE o.ledger_id = l.ledger_id AND o.symbol = l.ticker)
    ORDER BY l.to_day`);
  if (leads.length === 0) return [...rows];
  const owners = Map.groupBy(leads, ({ ticker }) => ticker);
  return rows.flatMap((row) => {
    const ofTicker = owners.get(row.symbol) ?? [];
    const day = (row as { reportDate?: string | null }).reportDate;
    const owner =
      ofTicker.findLast((lead) => lead.isFollowed) ??
      ofTicker.find(({ toDay }) => day != null && day < toDay);
    // A calendar may still list upcoming reports of a delisted company, which are dropped.
    const isComing = Reflect.get(row, "reportedEps") === null;
    if (owner?.kind === "class" || (owner?.isGone && isComing)) return [];
    return [owner ? { ...row, symbol: owner.symbol } : row];
  });
}
