import { getTableColumns, sql } from "drizzle-orm";
import type { CompanyReport } from "#contract/market-data.ts";
import { upcomingForecastRule } from "#contract/rules.ts";
import { dottedClass } from "#contract/symbol.ts";
import { easternDay } from "#contract/time.ts";
import { dayAfter } from "#model/earnings.ts";
import { round } from "#model/statistics.ts";
import { fittedInterval } from "#model/surprise-distribution.ts";
import { excluded, rowsAsTable } from "#platform/db/client.ts";
import { upcomingForecasts } from "#platform/schema/upcoming-forecasts.ts";
import type { SeasonStore } from "../store.ts";
import { comingReports, isListed, readUpcomingForecasts } from "./coming.ts";
import { forecastsOf, hasHistory, type ReportForecast } from "./forecasts.ts";
import { reportsAtOf } from "./lock-times.ts";

type ScoreRound = {
  /** Counts reports of the universe. */
  scored: number;
  /** Rows whose visible values changed. */
  written: number;
};

/** A report that may be published keeps its last forecast. Safe to repeat or overlap. */
export async function scoreUpcomingReports(store: SeasonStore, now: Date): Promise<ScoreRound> {
  const today = easternDay(now);
  const coming = await comingReports(store, {
    from: today,
    to: dayAfter(today, upcomingForecastRule.daysAhead),
  });
  const scored = (await forecastsOf(store, coming.filter(isListed), today)).filter(hasHistory);
  const started = scored.filter(({ report }) => reportsAtOf(report) <= now);
  const ahead = scored.filter((forecast) => !started.includes(forecast));
  const written = await writeUpcomingForecasts(store, ahead, now);
  return {
    scored: scored.length,
    written: written + (await writeUpcomingForecasts(store, started, now, "new ones")),
  };
}

/** A report further away is not the next one. */
const MAX_AHEAD_DAYS = 130;

/**
 * Also writes the upcoming forecast, so that analysis and calendar agree. Returns null when the store lacks the
 * report with the source's consensus.
 */
export async function scoreCompany(
  store: SeasonStore,
  { identity, estimate }: CompanyReport,
  now: Date,
): Promise<(ReportForecast & { isLocked: boolean }) | null> {
  if (estimate.state === "missing") return null;
  const today = easternDay(now);
  const symbol = dottedClass(identity.symbol);
  const [coming] = await comingReports(store, { from: today, to: dayAfter(today, MAX_AHEAD_DAYS), symbol });
  if (!coming || coming.report.consensusEps !== estimate.data.consensusEps) return null;
  const [[scoredForecast], [row]] = await Promise.all([
    forecastsOf(store, [coming], today),
    readUpcomingForecasts(store, [coming.report]),
  ]);
  if (!scoredForecast || scoredForecast.request.past.length === 0) return null;
  const isNear = coming.report.reportDate <= dayAfter(today, upcomingForecastRule.daysAhead);
  if (isNear && isListed(coming) && hasHistory(scoredForecast))
    await writeUpcomingForecasts(store, [scoredForecast], now);
  return { ...scoredForecast, isLocked: row !== undefined && row.ledgerSeq !== null };
}

/** Works for reports beyond the upcoming forecasts. Returns null when unknown. */
export async function baseRateAhead(store: SeasonStore, symbol: string, now: Date): Promise<number | null> {
  const today = easternDay(now);
  const [coming] = await comingReports(store, { from: today, to: dayAfter(today, MAX_AHEAD_DAYS), symbol });
  const [scoredForecast] = coming ? await forecastsOf(store, [coming], today) : [];
  return scoredForecast ? forecastNumbersOf(scoredForecast).baseRate : null;
}

const ROWS_AT_ONCE = 1_000;
const {
  ledgerId: _market,
  symbol: _symbol,
  fiscalQuarterEnd: _quarter,
  ...columns
} = getTableColumns(upcomingForecasts);
/** A row in which none of these changed is not written. */
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
      ...forecastNumbersOf(forecast),
      ...intervalOf(forecast),
      ledgerId,
      symbol: forecast.report.symbol,
      fiscalQuarterEnd: forecast.report.fiscalQuarterEnd,
      consensusEps: forecast.report.consensusEps,
      scoredAt: now,
    }));
    const { meta } = await db
      .insert(upcomingForecasts)
      .select(rowsAsTable(upcomingForecasts, rows))
      .onConflictDoUpdate({
        target: [upcomingForecasts.ledgerId, upcomingForecasts.symbol, upcomingForecasts.fiscalQuarterEnd],
        set: Object.fromEntries(Object.entries(columns).map(([key, column]) => [key, excluded(column)])),
        setWhere:
          which === "changed" ? sql`upcoming_forecasts.ledger_seq IS NULL AND (${differs})` : sql`false`,
      });
    written += Number(meta.changes ?? 0);
  }
  return written;
}

/** Shares have four decimals. */
export function forecastNumbersOf({ forecast }: Pick<ReportForecast, "forecast">) {
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

/** The widths of later days are computed from how this interval turns out. */
function intervalOf({ forecast: { surprise } }: ReportForecast) {
  if (!surprise) return { intervalLow: null, intervalHigh: null, intervalLimit: null };
  const { low, high, limit } = fittedInterval(surprise);
  return { intervalLow: round(low, 6), intervalHigh: round(high, 6), intervalLimit: round(limit, 6) };
}
