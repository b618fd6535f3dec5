import { type Analysis, analysisSchema } from "#contract/analysis.ts";
import { AppError } from "#platform/errors.ts";

/** How many invalid fields are logged. The first ones show the cause. */
const MAX_ISSUES = 5;

/**
 * Returns the analysis if it matches its schema, because nobody must be charged for one that their page would
 * refuse. `log` receives the invalid fields. Throws `upstream_malformed`.
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

/**
 * Returns the analysis without the charts' price series, which are two thirds of its size. The page requests
 * them separately, by `snapshotHash`.
 */
export function withoutChartSeries(analysis: Analysis, snapshotHash: string): Analysis {
  if (!analysis.technicalIndicators) return analysis;
  const { series: _, ...technicals } = analysis.technicalIndicators;
  return { ...analysis, technicalIndicators: { ...technicals, snapshotHash } };
}
