import { mergeReports } from "#season/merge.ts";
import type { ReportObservation, StoredReport } from "#season/report.ts";

/** Makes a sighting of Acme's report. Fields that a test does not name are null. */
export function seen(given: Partial<ReportObservation> & { reportDate: string | null }): ReportObservation {
  return {
    symbol: "ACME",
    fiscalQuarterEnd: null,
    session: null,
    isConfirmed: false,
    consensusEps: null,
    analystCount: null,
    reportedEps: null,
    basis: null,
    source: "Source",
    isImported: false,
    ...given,
  };
}

/** Returns the store's reports after these answers have arrived in turn, sorted by day. */
export function storedAfter(today: string, ...answers: ReportObservation[][]): StoredReport[] {
  const now = new Date(`${today}T12:00:00Z`);
  return answers.reduce<StoredReport[]>((known, answer) => applied(known, answer, now), []);
}

function applied(
  known: readonly StoredReport[],
  answer: readonly ReportObservation[],
  now: Date,
): StoredReport[] {
  const { changed, renamed } = mergeReports(known, answer, { now, today: now.toISOString().slice(0, 10) });
  const gone = new Set([
    ...renamed.map(({ from }) => from),
    ...changed.map((report) => report.fiscalQuarterEnd),
  ]);
  return [...known.filter((report) => !gone.has(report.fiscalQuarterEnd)), ...changed].sort((a, b) =>
    a.reportDate.localeCompare(b.reportDate),
  );
}
