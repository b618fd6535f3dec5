import { type Analysis, analysisSchema } from "#contract/analysis.ts";
import { AppError } from "#platform/errors.ts";

/** Issues named in the log; the first tells the cause. */
const MAX_ISSUES = 5;

/**
 * A finished analysis as the contract has it: nobody is charged for one that their page would refuse. `log` hears which
 * fields break it. Throws `upstream_malformed`.
 */
export function requireValidAnalysis(analysis: Analysis, log: (issues: string) => void): Analysis {
  const parsed = analysisSchema.safeParse(analysis);
  if (parsed.success) return analysis;
  const issues = parsed.error.issues.slice(0, MAX_ISSUES);
  log(issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "));
  throw new AppError(
    "upstream_malformed",
    "The market data source sent figures that cannot be right. Nothing was counted.",
  );
}

/** An analysis as it is sent: the charts' series, two thirds of it, come by their own call under the hash. */
export function slimAnswer(analysis: Analysis, snapshotHash: string): Analysis {
  if (!analysis.technicalIndicators) return analysis;
  const { series: _, ...technicals } = analysis.technicalIndicators;
  return { ...analysis, technicalIndicators: { ...technicals, snapshotHash } };
}
