import { getTableColumns, sql } from "drizzle-orm";
import type { CompanyReport } from "#contract/market-data.ts";
import { upcomingForecastRule } from "#contract/rules.ts";
import { withDottedShareClass } from "#contract/symbol.ts";
import { addIsoDays, easternDay } from "#contract/time.ts";
import { round } from "#model/statistics.ts";
import { fittedInterval } from "#model/surprise-distribution.ts";
import { excluded, excludedColumns, valuesAsTable } from "#platform/db/client.ts";
import { upcomingForecasts } from "#platform/schema/upcoming-forecasts.ts";
import { countMarket } from "../market-counts.ts";
import type { SeasonStore } from "../store.ts";
import { forecastsOf, hasHistory, type ReportForecast } from "./forecasts.ts";
import { reportsAtOf } from "./lock-times.ts";
import { isListed, readUpcomingForecasts, upcomingReportsWithCompany } from "./upcoming-reports.ts";

type ScoreRound = {
  /** The number of reports that have a forecast and whose company is listed with enough history. */
  scored: number;
  /** The number of stored forecasts of which a visible value changed. */
  written: number;
};

/**
 * Computes and stores the forecasts of all upcoming reports. A report that may already be published keeps its
 * last forecast. Safe to retry or overlap.
 */
export async function scoreUpcomingReports(store: SeasonStore, now: Date): Promise<ScoreRound> {
  const today = easternDay(now);
  const coming = await upcomingReportsWithCompany(store, {
    from: today,
    to: addIsoDays(today, upcomingForecastRule.daysAhead),
  });
  const forecasts = await forecastsOf(store, coming.filter(isListed), today, { marketCountsOf: countMarket });
  const scored = forecasts.filter(hasHistory);
  const started = scored.filter(({ report }) => reportsAtOf(report) <= now);
  const ahead = scored.filter((forecast) => !started.includes(forecast));
  const written = await writeUpcomingForecasts(store, ahead, now);
  return {
    scored: scored.length,
    written: written + (await writeUpcomingForecasts(store, started, now, "new ones")),
  };
}

/** A company's next report is at most this many days away. */
const MAX_AHEAD_DAYS = 130;

/**
 * Returns the forecast of a company's next report, and stores it so that analysis and calendar agree. Returns
 * null when the store has no such report with the consensus that the source gives.
 */
export async function scoreCompany(
  store: SeasonStore,
  { identity, estimate }: CompanyReport,
  now: Date,
): Promise<(ReportForecast & { isLocked: boolean }) | null> {
  if (estimate.state === "missing") return null;
  const today = easternDay(now);
  const symbol = withDottedShareClass(identity.symbol);
  const [coming] = await upcomingReportsWithCompany(store, {
    from: today,
    to: addIsoDays(today, MAX_AHEAD_DAYS),
    symbol,
  });
  if (!coming || coming.report.consensusEps !== estimate.data.consensusEps) return null;
  const [[scoredForecast], [row]] = await Promise.all([
    forecastsOf(store, [coming], today),
    readUpcomingForecasts(store, [coming.report]),
  ]);
  if (!scoredForecast || scoredForecast.request.past.length === 0) return null;
  const isNear = coming.report.reportDate <= addIsoDays(today, upcomingForecastRule.daysAhead);
  if (isNear && isListed(coming) && hasHistory(scoredForecast))
    await writeUpcomingForecasts(store, [scoredForecast], now);
  return { ...scoredForecast, isLocked: row !== undefined && row.ledgerSeq !== null };
}

/**
 * Returns the base rate of a company's next report, also when it is too far away for a stored forecast. Returns
 * null when it is unknown.
 */
export async function upcomingBaseRate(
  store: SeasonStore,
  symbol: string,
  now: Date,
): Promise<number | null> {
  const today = easternDay(now);
  const [coming] = await upcomingReportsWithCompany(store, {
    from: today,
    to: addIsoDays(today, MAX_AHEAD_DAYS),
    symbol,
  });
  const [scoredForecast] = coming ? await forecastsOf(store, [coming], today) : [];
  return scoredForecast ? forecastColumnsOf(scoredForecast).baseRate : null;
}

const ROWS_AT_ONCE = 1_000;
const {
  ledgerId: _market,
  symbol: _symbol,
  fiscalQuarterEnd: _quarter,
  ...columns
} = getTableColumns(upcomingForecasts);
/** A stored forecast is rewritten only when one of these columns changed. */
const visibleColumns = [
  "beatProbability",
  "baseRate",
  "edgeVerdict",
  "confidence",
  "featureTier",
  "modelVersion",
  "consensusEps",
  "intervalLow",
  "intervalHigh",
  "intervalLimit",
  "contextShift",
] as const;

async function writeUpcomingForecasts(
  { db, ledgerId }: SeasonStore,
  forecasts: readonly ReportForecast[],
  now: Date,
  which: "changed" | "new ones" = "changed",
): Promise<number> {
  let written = 0;
  const differs = sql.join(
    visibleColumns.map(
      (key) =>
        sql`${excluded(upcomingForecasts[key])} IS NOT upcoming_forecasts.${sql.identifier(upcomingForecasts[key].name)}`,
    ),
    sql` OR `,
  );
  for (let from = 0; from < forecasts.length; from += ROWS_AT_ONCE) {
    const rows = forecasts.slice(from, from + ROWS_AT_ONCE).map((forecast) => ({
      ...forecastColumnsOf(forecast),
      ...intervalOf(forecast),
      contextShift: forecast.request.contextShift?.logOdds ?? null,
      ledgerId,
      symbol: forecast.report.symbol,
      fiscalQuarterEnd: forecast.report.fiscalQuarterEnd,
      consensusEps: forecast.report.consensusEps,
      scoredAt: now,
    }));
    const { meta } = await db
      .insert(upcomingForecasts)
      .select(valuesAsTable(upcomingForecasts, rows))
      .onConflictDoUpdate({
        target: [upcomingForecasts.ledgerId, upcomingForecasts.symbol, upcomingForecasts.fiscalQuarterEnd],
        set: excludedColumns(columns),
        setWhere:
          which === "changed" ? sql`upcoming_forecasts.ledger_seq IS NULL AND (${differs})` : sql`false`,
      });
    written += Number(meta.changes ?? 0);
  }
  return written;
}

/** Returns the numbers of a forecast as they are stored. Probabilities have four decimals. */
export function forecastColumnsOf({ forecast }: Pick<ReportForecast, "forecast">) {
  const { beatProbability, baseRate, edgeVerdict, confidence, featureTier, modelVersion } = forecast;
  return {
    beatProbability: round(beatProbability, 4),
    baseRate: round(baseRate, 4),
    edgeVerdict,
    confidence,
    featureTier,
    modelVersion,
  };
}

/**
 * Returns the interval of EPS as the model fitted it. `readIntervalWidth` compares it with the reported EPS to compute
 * the widths of later days.
 */
function intervalOf({ forecast: { surprise } }: ReportForecast) {
  if (!surprise) return { intervalLow: null, intervalHigh: null, intervalLimit: null };
  const { low, high, limit } = fittedInterval(surprise);
  return { intervalLow: round(low, 6), intervalHigh: round(high, 6), intervalLimit: round(limit, 6) };
}
