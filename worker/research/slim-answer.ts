import type { Analysis } from "#contract/analysis.ts";

/** An analysis as it is sent: the charts' series, two thirds of it, come by their own call under the hash. */
export function slimAnswer(analysis: Analysis, snapshotHash: string): Analysis {
  if (!analysis.technicalIndicators) return analysis;
  const { series: _, ...technicals } = analysis.technicalIndicators;
  return { ...analysis, technicalIndicators: { ...technicals, snapshotHash } };
}
