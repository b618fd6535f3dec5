import { NO_RELEASES } from "#contract/company-guidance.ts";
import type { LockEvidence, LockGuidance } from "#contract/lock-evidence.ts";
import type { DataMode } from "#contract/prediction.ts";
import { isComparable, type TraderPrice } from "#contract/prediction-markets.ts";
import { upcomingForecastRule } from "#contract/rules.ts";
import { addIsoDays, easternDay } from "#contract/time.ts";
import { meanOfLogOdds } from "#model/combine.ts";
import { featuresOf } from "#model/features.ts";
import type { ForecastRequest } from "#model/predict.ts";
import type { PastConsensus } from "#model/revisions.ts";
import { round } from "#model/statistics.ts";
import { shippedWeights } from "#model/weights.ts";
import { lockGuidanceOf } from "../guidance/lock-guidance.ts";
import { readGuidances } from "../guidance/read-guidance.ts";
import { countMarket } from "../market-counts.ts";
import { reportKeyOf } from "../report.ts";
import type { SeasonStore } from "../store.ts";
import { lockedTraderPrices } from "../traders/read-prices.ts";
import { forecastsOf, hasHistory, type ReportForecast, readRevisions } from "./forecasts.ts";
import { locksAtOf, reportsAtOf } from "./lock-times.ts";
import { forecastColumnsOf } from "./score.ts";
import { isListed, readUpcomingForecasts, upcomingReportsWithCompany } from "./upcoming-reports.ts";

/** How many days ahead reports are read, which covers all whose lock may be due. */
const DAYS_AHEAD = 2;

/**
 * Returns the evidence for the locks that are due before the next hourly round: listed companies' reports with
 * enough history that are neither locked nor published.
 */
export async function dueLocks(store: SeasonStore, dataMode: DataMode, now: Date): Promise<LockEvidence[]> {
  const today = easternDay(now);
  const until = now.getTime() + upcomingForecastRule.lockAheadMinutes * 60_000;
  const ahead = await upcomingReportsWithCompany(store, { from: today, to: addIsoDays(today, DAYS_AHEAD) });
  const due = ahead.filter(
    (coming) =>
      isListed(coming) && locksAtOf(coming.report).getTime() <= until && reportsAtOf(coming.report) > now,
  );
  if (due.length === 0) return [];
  const rows = await readUpcomingForecasts(
    store,
    due.map(({ report }) => report),
  );
  const locked = new Set(rows.flatMap((row) => (row.ledgerSeq === null ? [] : [reportKeyOf(row)])));
  const open = due.filter(({ report }) => !locked.has(reportKeyOf(report)));
  const forecasts = await forecastsOf(store, open, today, { marketCountsOf: countMarket });
  const lockable = forecasts.filter(hasHistory);
  const symbols = lockable.map(({ report }) => report.symbol);
  const reports = lockable.map(({ report }) => report);
  const [guidances, prices, revisionsOf] = await Promise.all([
    readGuidances(store, symbols, now),
    lockedTraderPrices(store, reports, now),
    readRevisions(store, reports, today),
  ]);
  return lockable.map((forecast) => {
    const { report } = forecast;
    const guidance = lockGuidanceOf(guidances.get(report.symbol) ?? NO_RELEASES, report);
    const traders = prices.get(reportKeyOf(report)) ?? null;
    return evidenceOf(forecast, { guidance, traders, revisions: revisionsOf(report), dataMode, now });
  });
}

type AtLock = {
  guidance: LockGuidance | null;
  traders: TraderPrice | null;
  revisions: PastConsensus | null;
  dataMode: DataMode;
  now: Date;
};

function evidenceOf(forecast: ReportForecast, atLock: AtLock): LockEvidence {
  const { guidance, traders, revisions, dataMode, now } = atLock;
  const { report, company, request, sources } = forecast;
  const { symbol, fiscalQuarterEnd, reportDate, consensusEps } = report;
  const { analystCount, estimateLow, estimateHigh } = report;
  const columns = forecastColumnsOf(forecast);
  return {
    kind: "forecast lock",
    dataMode,
    symbol,
    companyName: company?.name ?? symbol,
    sector: company?.sector ?? null,
    currency: company?.currency ?? null,
    fiscalQuarterEnd,
    reportDate,
    reportsAt: reportsAtOf(report).toISOString(),
    asOf: now.toISOString(),
    consensusEps,
    analystCount,
    estimateLow,
    estimateHigh,
    revisions,
    ...columns,
    input: request as unknown as LockEvidence["input"],
    features: featuresIn(request),
    guidance,
    // Evidence without a price has no such field, so its hash is what it was before there were prices.
    ...(traders ? { traders: withCombination(traders, columns.beatProbability) } : {}),
    sources,
  };
}

function withCombination(traders: TraderPrice, beatProbability: number) {
  const combinedProbability = isComparable(traders)
    ? round(meanOfLogOdds(beatProbability, traders.price), 4)
    : null;
  return { ...traders, combinedProbability };
}

/** Returns the model's features by name. A missing value is null, because JSON has no NaN. */
function featuresIn(request: ForecastRequest): Record<string, number | null> {
  const { features } = shippedWeights();
  const row = featuresOf(request, features.length);
  return Object.fromEntries(
    features.map((name, i) => {
      const value = row[i] as number;
      return [name, Number.isNaN(value) ? null : value];
    }),
  );
}
