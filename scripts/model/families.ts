import type { LabelFamily } from "#model/history.ts";

/** Columns that only files of one family have. */
const marks: readonly [LabelFamily, readonly string[]][] = [
  ["finnhub", ["eps_avg"]],
  ["small_caps", ["fiscal_quarter_end"]],
  ["yahoo", ["session", "reaction"]],
  ["alphavantage", ["period_end", "fiscal_period"]],
];

/** Returns null when no column marks a family. */
export function familyOfColumns(header: readonly string[]): LabelFamily | null {
  return marks.find(([, names]) => names.some((name) => header.includes(name)))?.[0] ?? null;
}

/** Fiscal periods mark files of single seasons; files with reactions and analysts may begin anywhere. */
export function coverageOfColumns(header: readonly string[]): "continuous" | "seasons" {
  const seasonal = ["period_end", "fiscal_period", "reaction", "eps_avg"];
  return seasonal.some((name) => header.includes(name)) ? "seasons" : "continuous";
}
