import type { Analysis } from "#contract/analysis.ts";

/**
 * An analysis as it is sent: the charts' series, two thirds of it, come by their own call under the hash. One that has no hash
 * yet, because it was stored in the database, is sent whole.
 */
export function slimAnswer(analysis: Analysis, snapshotHash: string | null): Analysis {
  if (!analysis.technicalIndicators || snapshotHash === null) return analysis;
  const { series: _, ...technicals } = analysis.technicalIndicators;
  return { ...analysis, technicalIndicators: { ...technicals, snapshotHash } };
}
