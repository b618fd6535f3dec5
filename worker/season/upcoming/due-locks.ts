import { NO_RELEASES } from "#contract/company-guidance.ts";
import type { LockEvidence, LockGuidance } from "#contract/lock-evidence.ts";
import type { DataMode } from "#contract/prediction.ts";
import { upcomingForecastRule } from "#contract/rules.ts";
import { easternDay } from "#contract/time.ts";
import { addIsoDays } from "#model/earnings.ts";
import { featuresOf } from "#model/features.ts";
import type { ForecastRequest } from "#model/predict.ts";
import { shippedWeights } from "#model/weights.ts";
import { lockGuidanceOf } from "../guidance/lock-guidance.ts";
import { readGuidances } from "../guidance/read-guidance.ts";
import { countMarket } from "../market-counts.ts";
import type { SeasonStore } from "../store.ts";
import { forecastsOf, hasHistory, type ReportForecast } from "./forecasts.ts";
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
  const locked = new Set(
    rows.flatMap(({ symbol, fiscalQuarterEnd, ledgerSeq }) =>
      ledgerSeq === null ? [] : [`${symbol} ${fiscalQuarterEnd}`],
    ),
  );
  const open = due.filter(({ report }) => !locked.has(`${report.symbol} ${report.fiscalQuarterEnd}`));
  const forecasts = await forecastsOf(store, open, today, { marketCountsOf: countMarket });
  const lockable = forecasts.filter(hasHistory);
  const symbols = lockable.map(({ report }) => report.symbol);
  const guidances = await readGuidances(store, symbols, now);
  return lockable.map((forecast) => {
    const guidance = lockGuidanceOf(guidances.get(forecast.report.symbol) ?? NO_RELEASES, forecast.report);
    return evidenceOf(forecast, guidance, dataMode, now);
  });
}

function evidenceOf(
  forecast: ReportForecast,
  guidance: LockGuidance | null,
  dataMode: DataMode,
  now: Date,
): LockEvidence {
  const { report, company, request, sources } = forecast;
  const { symbol, fiscalQuarterEnd, reportDate, consensusEps, analystCount } = report;
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
    ...forecastColumnsOf(forecast),
    input: request as unknown as LockEvidence["input"],
    features: featuresIn(request),
    guidance,
    sources,
  };
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
