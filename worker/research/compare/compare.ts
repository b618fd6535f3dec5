import type { CalendarRow } from "#contract/calendar.ts";
import type { ComparedCompany, ComparedPrediction, Comparison } from "#contract/compare.ts";
import { isSameQuarter } from "#contract/fiscal-quarter.ts";
import type { SeasonSoFar } from "#contract/market.ts";
import { easternDay } from "#contract/time.ts";
import { waterfallContributionsOf, waterfallOf } from "#contract/waterfall.ts";
import { contributionsOf as contributionsOfForecast, pointsOf } from "#model/contributions.ts";
import { round } from "#model/statistics.ts";
import { expectedEpsFrom } from "#model/surprise-distribution.ts";
import { latestAnalysis } from "#record/user-analyses.ts";
import { calendarRowsOf, nextReport, pastReportsOf } from "#season/calendar/next-reports.ts";
import type { Reader } from "#season/calendar/visibility.ts";
import { companiesOf } from "#season/companies.ts";
import { seasonSoFar } from "#season/season-so-far.ts";
import { reportsOf, type SeasonStore } from "#season/store.ts";
import { forecastsOf, type ReportForecast } from "#season/upcoming/forecasts.ts";
import { forecastColumnsOf } from "#season/upcoming/score.ts";
import {
  readUpcomingForecasts,
  type UpcomingCompanyReport,
  upcomingReportsWithCompany,
} from "#season/upcoming/upcoming-reports.ts";

type LatestAnalysis = NonNullable<Awaited<ReturnType<typeof latestAnalysis>>>;

/**
 * Compares companies by what is stored: each one's next report, its prediction as far as the reader's plan
 * shows it, and what the reader analyzed. It requests nothing from the market source and uses no quota.
 * `symbols` are spelled as by `withDottedShareClass`.
 */
export async function compareCompanies(
  store: SeasonStore & { files: R2Bucket },
  { userId, opens }: Reader,
  { symbols, now }: { symbols: readonly string[]; now: Date },
): Promise<Pick<Comparison, "items" | "unknown" | "seasonSince">> {
  const today = easternDay(now);
  const owner = userId === null ? null : { userId, ledgerId: store.ledgerId };
  const [companies, season, stored] = await Promise.all([
    companiesOf(store, symbols),
    seasonSoFar(store, now),
    Promise.all(
      symbols.map(async (symbol) => ({
        symbol,
        reports: await reportsOf(store, symbol),
        own: owner && (await latestAnalysis(store, owner, symbol)),
      })),
    ),
  ]);
  const knownCompanies = stored.filter(({ symbol, reports }) => reports.length > 0 || companies.has(symbol));
  const next = new Map(knownCompanies.map(({ symbol, reports }) => [symbol, nextReport(reports, today)]));
  const shown = [...next.values()].filter((report) => report !== null);
  const rows = await calendarRowsOf(store, shown, { today, opens });
  const open = [...rows.values()].flatMap((row) =>
    row.beatProbability === null || row.baseRate === null
      ? []
      : [{ ...row, beatProbability: row.beatProbability, baseRate: row.baseRate }],
  );
  const workings = await derivationsOf(store, open, now);
  const items = knownCompanies.map(({ symbol, reports, own }): ComparedCompany => {
    const row = rows.get(symbol) ?? null;
    const company = companies.get(symbol);
    const ofReport = own && row && isOfReport(own, row) ? own : null;
    const prediction =
      (row && fromCalendar(row, workings.get(symbol))) ?? (ofReport && fromAnalysis(ofReport));
    return {
      symbol,
      name: company?.name ?? row?.name ?? symbol,
      sector: company?.sector ?? null,
      report: row && reportOf(row),
      prediction,
      closedBy: prediction ? null : row?.needsPlan ? "plan" : "not_predicted",
      ownPredictionId: ofReport?.predictionId ?? null,
      pastReports: pastReportsOf(reports, today),
      sectorSeason: seasonOf(season, company?.sector ?? null),
    };
  });
  const unknown = symbols.filter((symbol) => !next.has(symbol));
  return { items, unknown, seasonSince: season.since };
}

function fromCalendar(row: CalendarRow, workings: Derivation | undefined): ComparedPrediction | null {
  const { beatProbability, baseRate, edge, edgeVerdict, confidence } = row;
  if (beatProbability === null || baseRate === null || edge === null || confidence === null) return null;
  const unknown: Derivation = { asOf: null, contributions: null, expectedEps: null };
  return {
    from: "calendar",
    beatProbability,
    baseRate,
    edge,
    edgeVerdict,
    confidence,
    ...(workings ?? unknown),
  };
}

function isOfReport({ analysis }: LatestAnalysis, { fiscalQuarterEnd }: CalendarRow): boolean {
  const own = analysis.earningsData.fiscalQuarterEnd;
  return own !== null && isSameQuarter(own, fiscalQuarterEnd);
}

function fromAnalysis({ analysis }: LatestAnalysis): ComparedPrediction {
  const { prediction, model, earningsData, asOf } = analysis;
  const { low = null, high = null } = earningsData.expectedEpsRange ?? {};
  return {
    from: "own_analysis",
    asOf,
    beatProbability: prediction.beatProbability,
    baseRate: model.baseRate,
    edge: round(model.edge, 4),
    edgeVerdict: model.edgeVerdict,
    confidence: prediction.confidence,
    contributions: waterfallContributionsOf(waterfallOf(analysis)),
    expectedEps: { eps: earningsData.expectedEps, low, high },
  };
}

function seasonOf({ sectors }: SeasonSoFar, sectorName: string | null): ComparedCompany["sectorSeason"] {
  const sectorFigures = sectors.find(({ sector }) => sector === sectorName);
  if (!sectorFigures) return null;
  const { sector: _, ...share } = sectorFigures;
  return share;
}

function reportOf(row: CalendarRow): NonNullable<ComparedCompany["report"]> {
  const {
    symbol: _symbol,
    name: _name,
    sector: _sector,
    marketCap: _marketCap,
    beatProbability: _beatProbability,
    edge: _edge,
    edgeVerdict: _edgeVerdict,
    confidence: _confidence,
    needsPlan: _needsPlan,
    ...report
  } = row;
  return report;
}

type ShownCompany = {
  symbol: string;
  fiscalQuarterEnd: string;
  reportDate: string;
  beatProbability: number;
  baseRate: number;
};
type Derivation = Pick<ComparedPrediction, "asOf" | "contributions" | "expectedEps">;

/**
 * Recomputes how the displayed probabilities came about, by symbol: as of the lock if the forecast is locked,
 * otherwise as of now. Results that do not match the displayed probability are left out.
 */
async function derivationsOf(
  store: SeasonStore,
  shown: readonly ShownCompany[],
  now: Date,
): Promise<Map<string, Derivation>> {
  const [scores, coming] = await Promise.all([
    readUpcomingForecasts(store, shown),
    Promise.all(
      shown.map(({ symbol, reportDate }) =>
        upcomingReportsWithCompany(store, { from: reportDate, to: reportDate, symbol }).then(
          ([report]) => report ?? null,
        ),
      ),
    ),
  ]);
  const scoredRows = shown.flatMap((row, i) => {
    const score = scores.find(({ symbol }) => symbol === row.symbol);
    const report = coming[i];
    if (!score || !report) return [];
    return [
      {
        row,
        score,
        coming: withConsensus(report, score.consensusEps),
        day: easternDay(score.lockedAt ?? now),
      },
    ];
  });
  const workings = new Map<string, Derivation>();
  for (const [day, ofDay] of Map.groupBy(scoredRows, (scoredRow) => scoredRow.day)) {
    const forecasts = await forecastsOf(
      store,
      ofDay.map((scoredRow) => scoredRow.coming),
      day,
    );
    ofDay.forEach(({ row, score }, i) => {
      const forecast = forecasts[i];
      if (forecast && isShown(forecast, row) && forecast.forecast.modelVersion === score.modelVersion)
        workings.set(row.symbol, { asOf: score.scoredAt.toISOString(), ...stepsOf(forecast, row) });
    });
  }
  return workings;
}

/**
 * Replaces the report's consensus by the one it was scored with, because a locked prediction keeps the
 * consensus of its lock.
 */
function withConsensus(
  { report, company }: UpcomingCompanyReport,
  consensusEps: number,
): UpcomingCompanyReport {
  return { report: { ...report, consensusEps }, company };
}

function isShown(forecast: ReportForecast, { beatProbability, baseRate }: ShownCompany): boolean {
  const numbers = forecastColumnsOf(forecast);
  return numbers.beatProbability === beatProbability && numbers.baseRate === baseRate;
}

function stepsOf({ forecast, request, report }: ReportForecast, { beatProbability, baseRate }: ShownCompany) {
  const contributions = forecast.surprise && pointsOf(contributionsOfForecast(request));
  return {
    contributions: waterfallContributionsOf({ contributions, baseRate, probability: beatProbability }),
    expectedEps: forecast.surprise ? expectedEpsFrom(forecast.surprise, report.consensusEps) : null,
  };
}
