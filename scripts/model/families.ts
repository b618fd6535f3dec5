import type { LabelFamily } from "#model/history.ts";

/**
 * `fiscal_quarter_end` marks the vendor of small caps; `session` and `reaction` mark today's Yahoo; everything else
 * is Alpha Vantage.
 */
export function familyOfColumns(header: readonly string[]): LabelFamily {
  const has = (name: string) => header.includes(name);
  if (has("eps_avg")) return "finnhub";
  if (has("fiscal_quarter_end")) return "small_caps";
  return has("session") || has("reaction") ? "yahoo" : "alphavantage";
}

/** Fiscal periods mark files of single seasons; files with reactions and analysts may begin anywhere. */
export function coverageOfColumns(header: readonly string[]): "continuous" | "seasons" {
  const seasonal = ["period_end", "fiscal_period", "reaction", "eps_avg"];
  return seasonal.some((name) => header.includes(name)) ? "seasons" : "continuous";
}
