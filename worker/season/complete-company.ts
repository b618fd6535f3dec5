import { isResultDoubtful } from "#contract/figure-doubt.ts";
import { isSameQuarter } from "#contract/fiscal-quarter.ts";
import type {
  CompanyReport,
  Part,
  QuarterEstimate,
  ReportDate,
  ReportedQuarter,
} from "#contract/market-data.ts";
import { addIsoDays, easternDay, easternInstant } from "#contract/time.ts";
import type { StoredReport } from "./report.ts";

const MAX_AHEAD_DAYS = 130;

export function completeCompany(
  company: CompanyReport,
  stored: readonly StoredReport[],
  now: Date,
): CompanyReport {
  const coming = comingReport(company, stored, easternDay(now));
  return {
    ...company,
    history: completeHistory(company.history, stored, now),
    estimate: completeEstimate(company.estimate, coming, now),
    reportDate: completeDay(company.reportDate, coming, now),
  };
}

type PastFigures = Pick<StoredReport, "reportedEps" | "reportDate" | "isComparable" | "doubt">;

/**
 * Returns the reports published by `today` that the model reads, newest first: those whose figures are without a
 * doubt and comparable with current shares. A missing quarter does not cut off the older ones, as in the data of the
 * model's fit.
 */
export function pastReports<Report extends PastFigures>(stored: readonly Report[], today: string) {
  return publishedReports(stored, today).filter(({ doubt }) => !isResultDoubtful(doubt));
}

function publishedReports<Report extends PastFigures>(
  stored: readonly Report[],
  today: string,
): (Report & { reportedEps: number })[] {
  return stored
    .filter((report): report is Report & { reportedEps: number } => report.reportedEps !== null)
    .filter(({ reportDate, isComparable }) => isComparable && reportDate <= today)
    .sort((a, b) => (a.reportDate < b.reportDate ? 1 : -1));
}

function completeHistory(
  history: Part<ReportedQuarter[]>,
  stored: readonly StoredReport[],
  now: Date,
): Part<ReportedQuarter[]> {
  const past = publishedReports(stored, easternDay(now));
  const [newest] = past;
  if (!newest) return history;
  const source = history.state === "missing" ? newest.source : history.source;
  const data = past
    .map(
      (report): ReportedQuarter => ({
        fiscalQuarterEnd: report.fiscalQuarterEnd,
        reportDate: report.isDayKnown ? report.reportDate : null,
        estimate: report.consensusEps,
        actual: report.reportedEps,
        revenue: { consensus: report.consensusRevenue, reported: report.reportedRevenue },
        ...(report.doubt === null ? {} : { doubt: report.doubt }),
        ...(report.source === source && !report.isImported ? {} : { source: report.source }),
      }),
    )
    .reverse();
  return history.state === "missing" ? fromStore(data, newest) : { ...history, data };
}

function comingReport(
  { estimate }: CompanyReport,
  stored: readonly StoredReport[],
  today: string,
): StoredReport | null {
  const open = stored.filter((report) => report.reportedEps === null && report.consensusEps !== null);
  const quarter = estimate.state === "missing" ? null : estimate.data.fiscalQuarterEnd;
  if (quarter !== null) return open.find((report) => isSameQuarter(report.fiscalQuarterEnd, quarter)) ?? null;
  const ahead = open.filter(
    ({ reportDate }) => reportDate >= today && reportDate <= addIsoDays(today, MAX_AHEAD_DAYS),
  );
  return ahead.reduce<StoredReport | null>(
    (next, report) => (next === null || report.reportDate < next.reportDate ? report : next),
    null,
  );
}

function completeEstimate(
  estimate: Part<QuarterEstimate>,
  coming: StoredReport | null,
  now: Date,
): Part<QuarterEstimate> {
  if (!coming || coming.consensusEps === null) return estimate;
  const { consensusEps, analystCount, consensusRevenue } = coming;
  if (estimate.state !== "missing") {
    const { low, high } = estimate.data;
    const isInside = low !== null && high !== null && low <= consensusEps && consensusEps <= high;
    const range =
      consensusEps === estimate.data.consensusEps || isInside ? { low, high } : { low: null, high: null };
    return {
      ...estimate,
      data: { ...estimate.data, ...range, consensusEps, analystCount, consensusRevenue },
    };
  }
  if (coming.reportDate < easternDay(now)) return estimate;
  const fiscalQuarterEnd = coming.isQuarterDeclared ? coming.fiscalQuarterEnd : null;
  return fromStore(
    {
      fiscalQuarterEnd,
      consensusEps,
      analystCount,
      consensusRevenue,
      low: null,
      high: null,
      yearAgoEps: null,
      growth: null,
    },
    coming,
  );
}

function completeDay(reportDate: Part<ReportDate>, coming: StoredReport | null, now: Date): Part<ReportDate> {
  if (!coming?.isDayKnown) return reportDate;
  if (reportDate.state !== "missing") {
    const isSameDay = easternDay(new Date(reportDate.data.from)) === coming.reportDate;
    if (!isSameDay) return reportDate;
    const session = reportDate.data.session ?? coming.session;
    return { ...reportDate, data: { ...reportDate.data, session, ...moveOf(coming) } };
  }
  if (coming.reportDate < easternDay(now)) return reportDate;
  const [from, to] = [easternInstant(coming.reportDate), easternInstant(coming.reportDate, "23:59:59")];
  const { isConfirmed, session } = coming;
  return fromStore(
    { from: from.toISOString(), to: to.toISOString(), isEstimate: !isConfirmed, session, ...moveOf(coming) },
    coming,
  );
}

function moveOf({ movedFrom, reportDate }: StoredReport): Pick<ReportDate, "movedFrom"> {
  return movedFrom === null || movedFrom === reportDate ? {} : { movedFrom };
}

function fromStore<T>(data: T, { source, changedAt }: StoredReport): Part<T> {
  return { state: "cached", data, source, url: null, asOf: changedAt.toISOString() };
}
