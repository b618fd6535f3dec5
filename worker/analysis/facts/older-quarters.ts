import type { ReportedQuarter } from "#market/port.ts";
import type { EvidenceSet } from "../evidence.ts";

/** Notes how many past quarters beyond the live source's the model was given, and where they come from. */
export function noteOlderQuarters(
  evidence: EvidenceSet,
  history: readonly ReportedQuarter[],
  asOf: string,
): void {
  const older = history.filter((quarter) => quarter.source !== undefined);
  const [oldest] = older;
  const newest = older.at(-1);
  if (!newest || !oldest) return;
  const sources = [...new Set(older.map((quarter) => quarter.source))].join(", ");
  const dayOf = (quarter: ReportedQuarter) => quarter.reportDate ?? quarter.fiscalQuarterEnd;
  evidence.add({
    key: "olderQuarters",
    kind: "eps_history",
    label: "Earlier reports from the stored history",
    value: older.length,
    unit: "reports",
    origin: { source: `Stored history: ${sources}`, url: null, asOf, state: "cached" },
    note: `Reported from ${dayOf(oldest)} to ${dayOf(newest)}; past quarters of the model beside the source's own.`,
    about: ["stored history"],
    needsFigure: true,
  });
}
