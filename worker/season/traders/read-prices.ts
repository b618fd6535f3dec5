import { and, desc, eq, gte, lte, sql } from "drizzle-orm";
import { type EpsBasis, priceQualityRule, type TraderPrice } from "#contract/prediction-markets.ts";
import { withDottedShareClass } from "#contract/symbol.ts";
import { addIsoDays, easternDay, HOUR_MS } from "#contract/time.ts";
import { isAmong } from "#platform/db/client.ts";
import { questionPrices } from "#platform/schema/question-prices.ts";
import { reportWitnesses } from "#platform/schema/releases.ts";
import { reportKeyOf, type StoredReport } from "../report.ts";
import type { SeasonStore } from "../store.ts";
import { locksAtOf } from "../upcoming/lock-times.ts";
import { upcomingReportsWithCompany } from "../upcoming/upcoming-reports.ts";
import { traderPriceOf } from "./trader-price.ts";

/** A price is shown with its time for this long. */
const SHOWN_HOURS = 24;
/** How far back a company's releases say on which basis its EPS is compared. */
const BASIS_DAYS = 500;

type ReportQuestion = Pick<StoredReport, "symbol" | "fiscalQuarterEnd" | "reportDate" | "session"> & {
  consensusEps: number;
};

/** Returns the prices to show beside the reports at `now`, by `reportKeyOf`. */
export function shownTraderPrices(
  store: SeasonStore,
  reports: readonly ReportQuestion[],
  now: Date,
): Promise<Map<string, TraderPrice>> {
  return traderPricesWithin(store, reports, now, SHOWN_HOURS);
}

/** Returns the price to show beside a report at `now`, or null. */
export async function shownTraderPrice(
  store: SeasonStore,
  report: ReportQuestion,
  now: Date,
): Promise<TraderPrice | null> {
  return (await shownTraderPrices(store, [report], now)).get(reportKeyOf(report)) ?? null;
}

/** A company's next report is at most this many days away. */
const NEXT_REPORT_DAYS = 60;

/** Returns the price to show beside a company's next report, or null. Reads only what is stored. */
export async function traderPriceOfNext(
  store: SeasonStore,
  symbol: string,
  now: Date,
): Promise<TraderPrice | null> {
  const today = easternDay(now);
  const [next] = await upcomingReportsWithCompany(store, {
    from: today,
    to: addIsoDays(today, NEXT_REPORT_DAYS),
    symbol: withDottedShareClass(symbol),
  });
  return next ? shownTraderPrice(store, next.report, now) : null;
}

/** Returns the prices to seal with locks at `now`, by `reportKeyOf`. No price that was read later is among them. */
export function lockedTraderPrices(
  store: SeasonStore,
  reports: readonly ReportQuestion[],
  now: Date,
): Promise<Map<string, TraderPrice>> {
  return traderPricesWithin(store, reports, now, priceQualityRule.maxAgeHours);
}

/** Uses the primary-key indexes. */
async function traderPricesWithin(
  store: SeasonStore,
  reports: readonly ReportQuestion[],
  now: Date,
  hours: number,
): Promise<Map<string, TraderPrice>> {
  const { db, ledgerId } = store;
  if (reports.length === 0) return new Map();
  const keys = JSON.stringify(
    reports.map(({ symbol, fiscalQuarterEnd }) => [ledgerId, symbol, fiscalQuarterEnd]),
  );
  const rows = await db
    .select()
    .from(questionPrices)
    .where(
      and(
        sql`(${questionPrices.ledgerId}, ${questionPrices.symbol}, ${questionPrices.fiscalQuarterEnd}) IN (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${keys}))`,
        lte(questionPrices.readAt, now),
        gte(questionPrices.readAt, new Date(now.getTime() - hours * HOUR_MS)),
      ),
    )
    .orderBy(desc(questionPrices.readAt));
  if (rows.length === 0) return new Map();
  const bases = await usualBases(store, [...new Set(rows.map(({ symbol }) => symbol))], now);
  const rowsByReport = Map.groupBy(rows, reportKeyOf);
  return new Map(
    reports.flatMap((report) => {
      const ofReport = rowsByReport.get(reportKeyOf(report)) ?? [];
      // The rows are newest first, so the first one of a question is its latest price.
      const latest = [...Map.groupBy(ofReport, ({ venue, questionId }) => `${venue} ${questionId}`).values()]
        .map(([newest]) => newest)
        .filter((row) => row !== undefined);
      const ours = {
        consensusEps: report.consensusEps,
        basis: bases.get(report.symbol) ?? null,
        locksAt: locksAtOf(report),
      };
      const price = traderPriceOf(latest, ours);
      return price ? [[reportKeyOf(report), price] as const] : [];
    }),
  );
}

/**
 * Returns on which basis companies' reported EPS is usually compared with the consensus, by symbol: the basis on
 * which most of their recent press releases state the figure. A company without such releases, or with as many of
 * each, is left out.
 */
async function usualBases(
  { db, ledgerId }: SeasonStore,
  symbols: readonly string[],
  now: Date,
): Promise<Map<string, EpsBasis>> {
  const rows = await db
    .select({
      symbol: reportWitnesses.symbol,
      adjusted: sql<number>`sum(${reportWitnesses.exhibitBasis} = 'adjusted')`,
      gaap: sql<number>`sum(${reportWitnesses.exhibitBasis} = 'gaap')`,
    })
    .from(reportWitnesses)
    .where(
      and(
        eq(reportWitnesses.ledgerId, ledgerId),
        isAmong(reportWitnesses.symbol, symbols),
        gte(reportWitnesses.fiscalQuarterEnd, addIsoDays(easternDay(now), -BASIS_DAYS)),
        eq(reportWitnesses.finding, "confirmed"),
      ),
    )
    .groupBy(reportWitnesses.symbol);
  return new Map(
    rows.flatMap(({ symbol, adjusted, gaap }) =>
      adjusted === gaap ? [] : [[symbol, adjusted > gaap ? "adjusted" : "gaap"] as const],
    ),
  );
}
