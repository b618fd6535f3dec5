import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { type CompanyChange, subjectOfChange, tickersOfChange } from "#contract/company-change.ts";
import { easternDay } from "#contract/time.ts";
import { listings, TICKER_QUARANTINE_MS } from "#platform/schema/listings.ts";
import type { SeasonStore } from "../store.ts";
import { type ChangeEvidence, type FigurePair, haveConstantRatio, type TickerOwner } from "./change-rule.ts";

type OwnerRow = Omit<TickerOwner, "firstSeen" | "listedOn"> & {
  symbol: string;
  firstSeen: number | null;
  listedAt: number | null;
};

/**
 * Reads what `judgeChange` must know about the companies of a change. `ciks` are EDGAR's current company
 * numbers by ticker.
 */
export async function changeEvidenceOf(
  store: SeasonStore,
  change: CompanyChange,
  {
    now,
    ciks,
    contradiction,
  }: { now: Date; ciks: ReadonlyMap<string, string>; contradiction: string | null },
): Promise<ChangeEvidence> {
  const { db, ledgerId } = store;
  const tickers = tickersOfChange(change);
  const tickersJson = JSON.stringify(tickers);
  const [decided, owners, givenUp, open, pairs] = await Promise.all([
    db.all<{ state: string }>(sql`SELECT state FROM company_changes WHERE ledger_id = ${ledgerId}
      AND id = ${subjectOfChange(change).id} AND state <> 'doubtful'`),
    db.all<OwnerRow>(sql`SELECT c.symbol, c.cik,
        (SELECT min(r.first_seen_at) FROM season_reports AS r WHERE r.ledger_id = c.ledger_id AND r.symbol = c.symbol
          AND NOT r.is_imported) AS firstSeen,
        iif(c.is_active, (SELECT e.read_at FROM season_listings AS e WHERE e.ledger_id = c.ledger_id
          AND e.exchange = c.exchange), NULL) AS listedAt
      FROM season_companies AS c WHERE c.ledger_id = ${ledgerId} AND c.ended_on IS NULL
        AND c.symbol IN (SELECT value FROM json_each(${tickersJson}))`),
    db
      .selectDistinct({ ticker: listings.ticker })
      .from(listings)
      .where(
        and(
          eq(listings.ledgerId, ledgerId),
          inArray(listings.ticker, tickers),
          eq(listings.kind, "former"),
          gt(listings.closedAt, new Date(now.getTime() - TICKER_QUARANTINE_MS)),
        ),
      ),
    db.all<{ symbol: string }>(sql`SELECT DISTINCT symbol FROM predictions WHERE ledger_id = ${ledgerId}
      AND symbol IN (SELECT value FROM json_each(${tickersJson})) AND due_at IS NOT NULL`),
    change.kind === "share_class" ? sharedFigures(store, change.ticker, change.main) : [],
  ]);
  // The days in lists of changes are in New York time.
  const day = (ms: number | null) => (ms === null || ms === 0 ? null : easternDay(new Date(ms)));
  const ownerOf = new Map(
    owners.map(({ symbol, cik, firstSeen, listedAt }) => [
      symbol,
      { cik, firstSeen: day(firstSeen), listedOn: day(listedAt) },
    ]),
  );
  return {
    isDecided: decided.length > 0,
    contradiction,
    ownerOf: (ticker) => ownerOf.get(ticker) ?? null,
    isJustGivenUp: (ticker) => givenUp.some((one) => one.ticker === ticker),
    cikOf: (ticker) => ciks.get(ticker) ?? null,
    areOneReport: () => haveConstantRatio(pairs),
    hasOpen: (ticker) => open.some(({ symbol }) => symbol === ticker),
  };
}

/**
 * Returns the two tickers' reported EPS for reports of the same day, newest first. Small figures are left out,
 * because their rounding to cents would distort the ratio.
 */
async function sharedFigures(
  { db, ledgerId }: SeasonStore,
  ticker: string,
  main: string,
): Promise<FigurePair[]> {
  return db.all<FigurePair>(sql`SELECT a.reported_eps AS one, b.reported_eps AS other FROM season_reports AS a
      JOIN season_reports AS b ON b.ledger_id = a.ledger_id AND b.symbol = ${main} AND b.report_date = a.report_date
    WHERE a.ledger_id = ${ledgerId} AND a.symbol = ${ticker} AND abs(a.reported_eps) >= ${MIN_EPS}
      AND abs(b.reported_eps) >= ${MIN_EPS} ORDER BY a.report_date DESC LIMIT ${QUARTERS}`);
}

const MIN_EPS = 0.1;
const QUARTERS = 8;
