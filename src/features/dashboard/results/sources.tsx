import type { Analysis } from "#contract/analysis.ts";
import { Citations } from "./citations.tsx";
import { EvidenceList } from "./evidence-list.tsx";

/** What an analysis rests on: the sources as links, then every fact. */
export function Sources({ analysis }: { analysis: Analysis }) {
  return (
    <>
      <Citations data={analysis.comprehensiveMarketData} />
      <EvidenceList evidence={analysis.evidence} parts={analysis.parts} />
    </>
  );
}
