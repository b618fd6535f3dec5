import type { LabelFamily } from "#model/history.ts";

/** `fiscal_quarter_end`: the small caps' vendor; `session`, `reaction`: Yahoo today; else Alpha Vantage. */
export function familyOfColumns(header: readonly string[]): LabelFamily {
  const has = (name: string) => header.includes(name);
  if (has("eps_avg")) return "finnhub";
  if (has("fiscal_quarter_end")) return "small_caps";
  return has("session") || has("reaction") ? "yahoo" : "alphavantage";
}

/** Fiscal periods mark single seasons; reactions and analysts begin anywhere. */
export function coverageOfColumns(header: readonly string[]): "continuous" | "seasons" {
  const seasonal = ["period_end", "fiscal_period", "reaction", "eps_avg"];
  return seasonal.some((name) => header.includes(name)) ? "seasons" : "continuous";
}
