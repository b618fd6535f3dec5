/**
 * Groups of sources that agree on beat or not for 97% of shared reports; across groups they agree for 86 to 92%.
 * The model card says which source is in which.
 */
export const LABEL_FAMILIES = ["yahoo", "alphavantage", "small_caps", "finnhub"] as const;
export type LabelFamily = (typeof LABEL_FAMILIES)[number];

/** Market value in dollars from which a company is as large as those the `yahoo` family was fitted on. */
export const LARGE_COMPANY_DOLLARS = 12e9;

/**
 * The family whose calibration serves a live company. That of `yahoo` was learnt from members of the S&P 500 alone, so
 * smaller companies, and those of unknown size, take that of the wider market.
 */
export function servingFamily(marketCapDollars: number | null): LabelFamily {
  return (marketCapDollars ?? 0) >= LARGE_COMPANY_DOLLARS ? "yahoo" : "alphavantage";
}
