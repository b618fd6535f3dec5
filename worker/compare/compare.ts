import { dayAfter, resultOf } from "#analysis/earnings.ts";
import { round } from "#analysis/numbers.ts";
import type { CalendarRow } from "#contract/calendar.ts";
import {
  COMPARED_REPORTS,
  type Compared,
  type ComparedPrediction,
  type Comparison,
} from "#contract/compare.ts";
import type { SeasonSoFar } from "#contract/market.ts";
import { latestAnalysis } from "#predictions/own-analyses.ts";
import { recordScope } from "#predictions/scope.ts";
import { calendarOf, weeksOf } from "#season/calendar/calendar.ts";
import { readCalendar } from "#season/calendar/read-calendar.ts";
import { companiesOf } from "#season/companies.ts";
import type { StoredReport } from "#season/report.ts";
import { isSameQuarter } from "#season/same-report.ts";
import { seasonSoFar } from "#season/season-so-far.ts";
import { reportsOf, type SeasonStore } from "#season/store.ts";
import { easternDay } from "#worker/time.ts";
import { contributionsOfAnalysis } from "./change.ts";
import { type Workings, workingsOf } from "./workings.ts";

/** Who reads; null for a visitor. */
type Reader = { userId: string | null; opens: Comparison["opens"] };
type Own = NonNullable<Awaited<ReturnType<typeof latestAnalysis>>>;

/** A report this many days late is still the next one. */
const MAX_AWAITED_DAYS = 10;

/**
 * Companies side by side as one reader sees them: the calendar's rows by its own rule of the plans, and what the reader
 * analysed. Asks no source and uses no quota. `symbols` as `dottedClass` writes them.
 */
export async function compare(
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
  const known = stored.filter(({ symbol, reports }) => reports.length > 0 || companies.has(symbol));
  const next = new Map(known.map(({ symbol, reports }) => [symbol, reportShown(reports, today)]));
  const rows = await rowsOf(store, [...next.values()], { today, opens });
  const open = [...rows.values()].flatMap((row) =>
    row.beatProbability === null || row.baseRate === null
      ? []
      : [{ ...row, beatProbability: row.beatProbability, baseRate: row.baseRate }],
  );
  const workings = await workingsOf(store, open, now);
  const items = known.map(({ symbol, reports, own }): Compared => {
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

/** The next report with a consensus, else the last one. `reports` are newest first. */
function reportShown(reports: readonly StoredReport[], today: string): StoredReport | null {
  const withConsensus = reports.filter(({ consensusEps }) => consensusEps !== null);
  const since = dayAfter(today, -MAX_AWAITED_DAYS);
  const ahead = withConsensus.filter(
    ({ reportedEps, reportDate }) => reportedEps === null && reportDate >= since,
  );
  const [next] = ahead.toSorted((a, b) => (a.reportDate < b.reportDate ? -1 : 1));
  return next ?? withConsensus.find(({ reportedEps }) => reportedEps !== null) ?? null;
}

/**
 * The calendar's rows of reports, by symbol. Whoever's plan opens the largest of a week needs the whole week to know them;
 * for others the companies alone are read.
 */
async function rowsOf(
  store: SeasonStore,
  reports: readonly (StoredReport | null)[],
  { today, opens }: { today: string; opens: Comparison["opens"] },
): Promise<Map<string, CalendarRow>> {
  const scope = recordScope(store.ledgerId);
  const ofWeeks = Map.groupBy(
    reports.filter((report) => report !== null),
    ({ reportDate }) => weeksOf(reportDate, reportDate).from,
  );
  const found = await Promise.all(
    [...ofWeeks].map(async ([monday, ofWeek]) => {
      const week = weeksOf(monday, monday);
      const symbols = ofWeek.map(({ symbol }) => symbol);
      const rows = await readCalendar(store, { scope, ...week, ...(opens === "largest" ? {} : { symbols }) });
      const { items } = calendarOf(rows, { ...week, today, opens });
      return items.filter((item) =>
        ofWeek.some(
          ({ symbol, fiscalQuarterEnd }) =>
            symbol === item.symbol && fiscalQuarterEnd === item.fiscalQuarterEnd,
        ),
      );
    }),
  );
  return new Map(found.flat().map((row) => [row.symbol, row]));
}

/** The calendar's number; null where it shows none. */
function fromCalendar(row: CalendarRow, workings: Workings | undefined): ComparedPrediction | null {
  const { beatProbability, baseRate, edge, edgeVerdict, confidence } = row;
  if (beatProbability === null || baseRate === null || edge === null || confidence === null) return null;
  const unknown: Workings = { asOf: null, contributions: null, expectedEps: null };
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

function isOfReport({ analysis }: Own, { fiscalQuarterEnd }: CalendarRow): boolean {
  const own = analysis.earningsData.fiscalQuarterEnd;
  return own !== null && isSameQuarter(own, fiscalQuarterEnd);
}

/** The number of the reader's own analysis, frozen as it was shown to them. */
function fromAnalysis({ analysis }: Own): ComparedPrediction {
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
    contributions: contributionsOfAnalysis(analysis),
    expectedEps: { eps: earningsData.expectedEps, low, high },
  };
}

function pastReportsOf(reports: readonly StoredReport[], today: string): Compared["pastReports"] {
  return reports
    .filter(({ reportedEps, reportDate }) => reportedEps !== null && reportDate <= today)
    .slice(0, COMPARED_REPORTS)
    .map(({ reportDate, reportedEps, consensusEps }) => {
      const actual = reportedEps ?? 0;
      return {
        reportDate,
        result: resultOf({ estimate: consensusEps, actual }),
        surprisePercent:
          consensusEps === null || consensusEps === 0
            ? null
            : round((100 * (actual - consensusEps)) / Math.abs(consensusEps), 2),
      };
    });
}

function seasonOf({ sectors }: SeasonSoFar, asked: string | null): Compared["sectorSeason"] {
  const found = sectors.find(({ sector }) => sector === asked);
  if (!found) return null;
  const { sector: _, ...share } = found;
  return share;
}

/** What of a calendar row stands beside the prediction, field by field. */
function reportOf(row: CalendarRow): NonNullable<Compared["report"]> {
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
