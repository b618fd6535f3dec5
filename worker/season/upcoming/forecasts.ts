import { sql } from "drizzle-orm";
import { universeRule } from "#contract/rules.ts";
import { easternDay } from "#contract/time.ts";
import type { ContextShift } from "#model/context-shift.ts";
import { pastQuartersOf } from "#model/earnings.ts";
import { forecastInputOf } from "#model/forecast-input.ts";
import { lacksContext, servingFamily } from "#model/history.ts";
import { type Forecast, type ForecastRequest, forecast } from "#model/predict.ts";
import { classOf, classTraitsOf } from "#model/reference-class.ts";
import { type DatedConsensus, type PastConsensus, pastConsensusOf } from "#model/revisions.ts";
import { type ModelWeights, readsRevisions, shippedWeights } from "#model/weights.ts";
import { pastReports } from "../complete-company.ts";
import { readHistories } from "../histories.ts";
import { readMarketCounts } from "../market-counts.ts";
import type { StoredReport } from "../report.ts";
import type { SeasonStore } from "../store.ts";
import { freshTrend } from "../trends.ts";
import { readContextShift } from "./read-context-shift.ts";
import { readIntervalWidth } from "./read-width.ts";
import type { UpcomingCompanyReport } from "./upcoming-reports.ts";

export type ReportForecast = UpcomingCompanyReport & {
  request: ForecastRequest;
  forecast: Forecast;
  sources: string[];
  /** The number of all reported quarters. The forecast uses fewer when some are before a gap or a split. */
  pastReports: number;
};

const UNKNOWN_COMPANY = {
  sector: null,
  industry: null,
  country: null,
  marketCap: null,
  trend: null,
  trendDay: null,
};

/** The number of companies whose history one statement reads, which is about 8,000 rows. */
const COMPANIES_AT_ONCE = 200;

type ForecastOptions = { weights?: ModelWeights; marketCountsOf?: typeof readMarketCounts };

/**
 * Returns the forecasts of upcoming reports as of an ISO day in New York. Calendar, analyses and locks all use
 * this function, so that they agree. `marketCountsOf` is `countMarket` for a round, whose forecasts must know the
 * newest results.
 */
export async function forecastsOf(
  store: SeasonStore,
  coming: readonly UpcomingCompanyReport[],
  today: string,
  { weights = shippedWeights(), marketCountsOf = readMarketCounts }: ForecastOptions = {},
): Promise<ReportForecast[]> {
  if (coming.length === 0) return [];
  const [{ contextOf, classes }, width] = await Promise.all([
    marketCountsOf(store, today),
    readIntervalWidth(store, today),
  ]);
  let shift: Promise<ContextShift> | undefined;
  const forecasts: ReportForecast[] = [];
  for (let from = 0; from < coming.length; from += COMPANIES_AT_ONCE) {
    const batch = coming.slice(from, from + COMPANIES_AT_ONCE);
    const reports = batch.map(({ report }) => report);
    const [histories, revisionsOf] = await Promise.all([
      readHistories(
        store,
        reports.map(({ symbol }) => symbol),
      ),
      readsRevisions(weights) ? readRevisions(store, reports, today) : () => undefined,
    ]);
    for (const { report, company } of batch) {
      const reported = histories.get(report.symbol) ?? [];
      const past = pastReports(reported, today);
      const described = company ?? UNKNOWN_COMPANY;
      const { marketCap } = described;
      const { consensusEps, analystCount, fiscalQuarterEnd, isQuarterDeclared, reportDate, isDayKnown } =
        report;
      const input = forecastInputOf({
        past: pastQuartersOf(
          past.map((quarter) => ({
            fiscalQuarterEnd: quarter.fiscalQuarterEnd,
            reportDate: quarter.isDayKnown ? quarter.reportDate : null,
            estimate: quarter.consensusEps,
            actual: quarter.reportedEps,
          })),
          {
            fiscalQuarterEnd: isQuarterDeclared ? fiscalQuarterEnd : null,
            reportDate: isDayKnown ? reportDate : null,
          },
        ),
        isHistoryMissing: past.length === 0,
        upcoming: { reportDate, isDayKnown, epsEstimate: consensusEps },
        company: described,
        family: servingFamily(marketCap),
        contextOf,
        trend: freshTrend(described, today),
        revisions: revisionsOf(report),
        asOf: today,
      });
      const traits = classTraitsOf({ marketCap, analystCount, consensusEps, sector: input.sector });
      const request: ForecastRequest = { ...input, referenceClass: classOf(classes, traits), width };
      if (lacksContext(input)) {
        shift ??= readContextShift(store, today);
        request.contextShift = await shift;
      }
      forecasts.push({
        report,
        company,
        request,
        forecast: forecast(request, weights),
        sources: [...new Set([report, ...past].map(({ source }) => source))].sort(),
        pastReports: reported.length,
      });
    }
  }
  return forecasts;
}

export function hasHistory({ pastReports: n }: Pick<ReportForecast, "pastReports">): boolean {
  return n >= universeRule.pastReports;
}

type Row = { symbol: string; quarter: string; at: number; consensusEps: number | null };

/**
 * Returns a function that gives a report's consensus on certain days before the ISO day `asOf`, or null when
 * none was stored on those days. It uses only versions stored under the report's current quarter end.
 */
export async function readRevisions(
  { db, ledgerId }: SeasonStore,
  reports: readonly Pick<StoredReport, "symbol" | "fiscalQuarterEnd">[],
  asOf: string,
): Promise<(report: Pick<StoredReport, "symbol" | "fiscalQuarterEnd">) => PastConsensus | null> {
  const reportsJson = JSON.stringify(
    reports.map(({ symbol, fiscalQuarterEnd }) => ({ symbol, quarter: fiscalQuarterEnd })),
  );
  const versionsIn = (table: string, from: string) => sql`SELECT r.symbol, r.fiscal_quarter_end AS quarter,
    ${sql.raw(`r.${from}`)} AS at, r.consensus_eps AS consensusEps
    FROM json_each(${reportsJson}) AS asked JOIN ${sql.raw(table)} AS r ON r.ledger_id = ${ledgerId}
      AND r.symbol = asked.value ->> 'symbol' AND r.fiscal_quarter_end = asked.value ->> 'quarter'`;
  const rows = await db.all<Row>(
    sql`${versionsIn("season_revisions", "held_from")} UNION ALL ${versionsIn("season_reports", "changed_at")} ORDER BY at`,
  );
  const seenOf = Map.groupBy(rows, ({ symbol, quarter }) => `${symbol} ${quarter}`);
  return ({ symbol, fiscalQuarterEnd }) => {
    const seen = (seenOf.get(`${symbol} ${fiscalQuarterEnd}`) ?? []).map(
      ({ at, consensusEps }): DatedConsensus => ({ day: easternDay(new Date(at)), consensusEps }),
    );
    return pastConsensusOf(seen, asOf);
  };
}
