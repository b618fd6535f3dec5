import { mergeReports } from "#season/merge.ts";
import type { Sighting, StoredReport } from "#season/report.ts";

/** A sighting of Acme's report; what a test does not care about is nothing. */
export function seen(given: Partial<Sighting> & { reportDate: string | null }): Sighting {
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

/** The store's reports after each of the answers, one after the other, by day. */
export function storedAfter(today: string, ...answers: Sighting[][]): StoredReport[] {
  const now = new Date(`${today}T12:00:00Z`);
  return answers.reduce<StoredReport[]>((known, answer) => applied(known, answer, now), []);
}

function applied(known: readonly StoredReport[], answer: readonly Sighting[], now: Date): StoredReport[] {
  const { changed, renamed } = mergeReports(known, answer, { now, today: now.toISOString().slice(0, 10) });
  const gone = new Set([
    ...renamed.map(({ from }) => from),
    ...changed.map((report) => report.fiscalQuarterEnd),
  ]);
  return [...known.filter((report) => !gone.has(report.fiscalQuarterEnd)), ...changed].sort((a, b) =>
    a.reportDate.localeCompare(b.reportDate),
  );
}
