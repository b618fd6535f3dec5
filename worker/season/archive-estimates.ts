import { and, asc, eq, gte, isNotNull, lte } from "drizzle-orm";
import type { EstimateRange } from "#contract/market-data.ts";
import { archiveRule } from "#contract/rules.ts";
import { addIsoDays, easternDay } from "#contract/time.ts";
import { MarketError } from "#market/port.ts";
import type { Database } from "#platform/db/client.ts";
import { jobProgress } from "#platform/schema/predictions.ts";
import { seasonReports } from "#platform/schema/season.ts";
import { reportObservationOf } from "./report.ts";
import type { SeasonStore } from "./store.ts";
import { storeEstimateRanges, storeReports } from "./store-reports.ts";
import { calendarRange, type Sync } from "./sync.ts";

/** How many companies one run reads; each one takes one request to the market data source. */
const COMPANIES_AT_ONCE = 60;
/** How many requests are sent at the same time. The source's remaining connections are left to analyses. */
const CALLS_AT_ONCE = 3;

/**
 * Stores, once a day, the reports from the day after the hourly calendar's last day up to
 * `archiveRule.daysAhead` days ahead. Throws MarketError when the source fails.
 */
export async function readDistantReports({ store, market, marketNow }: Sync): Promise<void> {
  const now = marketNow();
  const today = easternDay(now);
  const first = addIsoDays(calendarRange(today).lastDay, 1);
  const run = { job: `calendar ahead ${store.ledgerId}`, day: today, universe: [first], atOnce: 1 };
  await continueDailyRun(store.db, run, async () => {
    const part = await market.reports(first, addIsoDays(today, archiveRule.daysAhead), now);
    if (part.state === "missing" && part.reason === "unsupported") return true;
    if (part.state === "missing") throw new MarketError(part.reason, part.detail);
    const sightings = part.data.map((row) => reportObservationOf(row, part.source));
    await storeReports(store, sightings, { now, today });
    return true;
  });
}

type Ranges = Sync & { onFailure: (symbol: string, error: unknown) => void };

/**
 * Stores, once a day, the range of the estimates and the number of analysts for every company with an upcoming
 * report. Each run reads one batch of companies. Returns true when the day's list is done, or when the source's
 * plan refused every company of the batch. Safe to retry, overlap or stop. Throws MarketError at the source's
 * rate limit, and a later run then reads the same batch again.
 */
export async function archiveEstimateRanges({
  store,
  market,
  marketNow,
  onFailure,
}: Ranges): Promise<boolean> {
  const now = marketNow();
  const today = easternDay(now);
  const universe = await companiesAhead(store, today);
  const run = { job: `ranges ${store.ledgerId}`, day: today, universe, atOnce: COMPANIES_AT_ONCE };
  return continueDailyRun(store.db, run, async (batch) => {
    const rangesBySymbol = new Map<string, EstimateRange[]>();
    let refused = 0;
    for (let from = 0; from < batch.length; from += CALLS_AT_ONCE)
      await Promise.all(
        batch.slice(from, from + CALLS_AT_ONCE).map(async (symbol) => {
          const part = await market.ranges(symbol, now).catch((error) => onFailure(symbol, error));
          if (part?.state === "missing" && part.reason === "rate_limited")
            throw new MarketError(part.reason, part.detail);
          if (part?.state === "missing" && part.reason === "not_in_plan") refused++;
          if (part && part.state !== "missing") rangesBySymbol.set(symbol, part.data);
        }),
      );
    await storeEstimateRanges(store, rangesBySymbol, { now, today });
    return refused < batch.length;
  });
}

/**
 * Returns, in alphabetical order, the companies that have a report with a consensus between today and
 * `archiveRule.daysAhead` days ahead. Reports published today stay included, so that a new figure shifts
 * nobody's position in the list. Uses the index on the report date.
 */
async function companiesAhead({ db, ledgerId }: SeasonStore, today: string): Promise<string[]> {
  const { symbol, reportDate, consensusEps } = seasonReports;
  const rows = await db
    .selectDistinct({ symbol })
    .from(seasonReports)
    .where(
      and(
        eq(seasonReports.ledgerId, ledgerId),
        gte(reportDate, today),
        lte(reportDate, addIsoDays(today, archiveRule.daysAhead)),
        isNotNull(consensusEps),
      ),
    )
    .orderBy(asc(symbol));
  return rows.map((row) => row.symbol);
}

type DailyRun = {
  job: string;
  /** The ISO day of the run, which starts at the beginning of `universe`. */
  day: string;
  universe: readonly string[];
  atOnce: number;
};

/**
 * Visits the next batch of `universe` and stores how far the day's run has come, so that the next call
 * continues there. Returns true when the day's list is done. If `visit` throws, the next call visits the same
 * batch again; if it returns false, the rest of the day's list is skipped. Safe to retry, stop or overlap if
 * `visit` is.
 */
async function continueDailyRun(
  db: Database,
  { job, day, universe, atOnce }: DailyRun,
  visit: (batch: readonly string[]) => Promise<boolean>,
): Promise<boolean> {
  if (universe.length === 0) return true;
  const isToday = and(eq(jobProgress.job, job), eq(jobProgress.day, day));
  await db.insert(jobProgress).values({ job, day, position: 0 }).onConflictDoNothing();
  const [progress] = await db.select().from(jobProgress).where(isToday);
  const position = progress?.position ?? 0;
  const batch = universe.slice(position, position + atOnce);
  const goesOn = batch.length > 0 && (await visit(batch));
  const next = goesOn ? position + batch.length : universe.length;
  await db
    .update(jobProgress)
    .set({ position: next })
    .where(and(isToday, eq(jobProgress.position, position)));
  return next >= universe.length;
}
