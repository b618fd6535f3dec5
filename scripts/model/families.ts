import type { LabelFamily } from "#model/history.ts";

/**
 * The label family that a file's columns give away. `fiscal_quarter_end` is the small caps' vendor; `eps_avg` is Finnhub;
 * a `session` or `reaction` else is Yahoo today; all others are the family of Alpha Vantage.
 */
export function familyOfColumns(header: readonly string[]): LabelFamily {
  const has = (name: string) => header.includes(name);
  if (has("eps_avg")) return "finnhub";
  if (has("fiscal_quarter_end")) return "small_caps";
  return has("session") || has("reaction") ? "yahoo" : "alphavantage";
}

/** Files that name the fiscal period are collections of single seasons; reactions and analysts' files begin anywhere. */
export function coverageOfColumns(header: readonly string[]): "continuous" | "seasons" {
  const seasonal = ["period_end", "fiscal_period", "reaction", "eps_avg"];
  return seasonal.some((name) => header.includes(name)) ? "seasons" : "continuous";
}
