import type { EvidenceSet } from "../evidence.ts";
import type { ImportedQuarter } from "../imported-quarters.ts";

/** Notes how many quarters beyond the live source's the model was given, and where they come from. */
export function noteImported(
  evidence: EvidenceSet,
  quarters: readonly ImportedQuarter[],
  asOf: string,
): void {
  const [newest] = quarters;
  const oldest = quarters.at(-1);
  if (!newest || !oldest) return;
  const sources = [...new Set(quarters.map((quarter) => quarter.source))].join(", ");
  evidence.add({
    key: "importedQuarters",
    kind: "eps_history",
    label: "Earlier reports from the imported history",
    value: quarters.length,
    unit: "reports",
    origin: { source: `Imported history: ${sources}`, url: null, asOf, state: "cached" },
    note: `Reported from ${oldest.reportDate} to ${newest.reportDate}; past quarters of the model beside the source's own.`,
    about: ["imported history"],
    needsFigure: true,
  });
}
