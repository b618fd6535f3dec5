import { and, asc, desc, eq, gte, isNull, lte } from "drizzle-orm";
import type { CalendarRow, ProbabilityAccess } from "#contract/calendar.ts";
import { MAX_COMPARED_PAST_REPORTS, type PastReport } from "#contract/compare.ts";
import { isResultDoubtful } from "#contract/figure-doubt.ts";
import { type CalendarResponse, MAX_UPCOMING_REPORTS } from "#contract/market.ts";
import { settlementDays } from "#contract/rules.ts";
import { addIsoDays, easternDay } from "#contract/time.ts";
import { resultOf } from "#model/earnings.ts";
import { round } from "#model/statistics.ts";
import { isCompanyOfReport, seasonCompanies, seasonRanges, seasonReports } from "#platform/schema/season.ts";
import { reportKeyOf, type StoredReport } from "../report.ts";
import type { SeasonStore } from "../store.ts";
import { calendarOf, type StoredRow, weeksOf } from "./calendar.ts";
import { readCalendar } from "./read-calendar.ts";

type Report = Pick<
  StoredReport,
  "symbol" | "fiscalQuarterEnd" | "reportDate" | "consensusEps" | "reportedEps"
> &
  Partial<Pick<StoredReport, "doubt">>;

const MAX_AWAITED_DAYS = settlementDays.deadline;

/**
 * Returns a company's next report with a consensus, or otherwise its last published one. `reports` are newest
 * first.
 */
export function nextReport<Stored extends Report>(reports: readonly Stored[], today: string): Stored | null {
  const withConsensus = reports.filter(({ consensusEps }) => consensusEps !== null);
  const since = addIsoDays(today, -MAX_AWAITED_DAYS);
  const ahead = withConsensus.filter(
    ({ reportedEps, reportDate }) => reportedEps === null && reportDate >= since,
  );
  const [next] = ahead.toSorted((a, b) => (a.reportDate < b.reportDate ? -1 : 1));
  return next ?? withConsensus.find(({ reportedEps }) => reportedEps !== null) ?? null;
}

/**
 * Returns the calendar's row of each report, by symbol. If the plan includes only the largest companies of a
 * week, each week with an open prediction is read as a whole to find them.
 */
export async function calendarRowsOf(
  store: SeasonStore,
  reports: readonly Report[],
  { today, opens }: { today: string; opens: ProbabilityAccess },
): Promise<Map<string, CalendarRow>> {
  const ofWeeks = Map.groupBy(reports, ({ reportDate }) => weeksOf(reportDate, reportDate).from);
  const weeks = await Promise.all(
    [...ofWeeks].map(async ([monday, ofWeek]) => {
      const week = weeksOf(monday, monday);
      const weekRows = await readCalendar(store, { ...week, symbols: ofWeek.map(({ symbol }) => symbol) });
      const rows =
        opens === "largest" && weekRows.some(hasDuePrediction) ? await readCalendar(store, week) : weekRows;
      const { items } = calendarOf(rows, { ...week, today, opens });
      const requestedKeys = new Set(ofWeek.map(reportKeyOf));
      return items.filter((item) => requestedKeys.has(reportKeyOf(item)));
    }),
  );
  return new Map(weeks.flat().map((row) => [row.symbol, row]));
}

function hasDuePrediction({ report, scored, record }: StoredRow): boolean {
  return report.reportedEps === null && (scored !== null || record !== null);
}

export function pastReportsOf(reports: readonly Report[], today: string): PastReport[] {
  return reports
    .filter(({ reportedEps, reportDate }) => reportedEps !== null && reportDate <= today)
    .filter(({ doubt }) => !isResultDoubtful(doubt))
    .slice(0, MAX_COMPARED_PAST_REPORTS)
    .map(({ reportDate, reportedEps, consensusEps }) => {
      const actual = reportedEps ?? 0;
      return {
        reportDate,
        reportedEps: actual,
        consensusEps,
        result: resultOf({ estimate: consensusEps, actual }),
        surprisePercent:
          consensusEps === null || consensusEps === 0
            ? null
            : round((100 * (actual - consensusEps)) / Math.abs(consensusEps), 2),
      };
    });
}

type ComingAnswer = Pick<CalendarResponse, "source" | "asOf"> & {
  items: NonNullable<CalendarResponse["items"]>;
};

/**
 * Returns the upcoming reports of the next `days` days, by day and symbol. Returns null when there are none, or
 * when the calendar of these days was never read.
 */
export async function upcomingReportsByDay(
  { db, ledgerId }: SeasonStore,
  now: Date,
  days: number,
): Promise<ComingAnswer | null> {
  const [today, last] = [easternDay(now), addIsoDays(easternDay(now), days)];
  const [range] = await db
    .select({ readAt: seasonRanges.readAt })
    .from(seasonRanges)
    .where(
      and(
        eq(seasonRanges.ledgerId, ledgerId),
        lte(seasonRanges.firstDay, today),
        gte(seasonRanges.lastDay, last),
      ),
    )
    .orderBy(desc(seasonRanges.readAt))
    .limit(1);
  if (!range) return null;
  const rows = await db
    .select({
      symbol: seasonReports.symbol,
      name: seasonCompanies.name,
      reportDate: seasonReports.reportDate,
      session: seasonReports.session,
      consensusEps: seasonReports.consensusEps,
      source: seasonReports.source,
    })
    .from(seasonReports)
    .leftJoin(seasonCompanies, isCompanyOfReport)
    .where(
      and(
        eq(seasonReports.ledgerId, ledgerId),
        gte(seasonReports.reportDate, today),
        lte(seasonReports.reportDate, last),
        isNull(seasonReports.reportedEps),
      ),
    )
    .orderBy(asc(seasonReports.reportDate), asc(seasonReports.symbol))
    .limit(MAX_UPCOMING_REPORTS);
  const [first] = rows;
  if (!first) return null;
  return {
    source: first.source,
    asOf: range.readAt.toISOString(),
    items: rows.map(({ source: _, name, ...row }) => ({ ...row, name: name ?? row.symbol })),
  };
}
