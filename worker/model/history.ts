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

/** A quarter that was reported before the day the forecast speaks of. */
export type PastQuarter = {
  /** Day (ISO) of the report. */
  reportDate: string;
  /** False where the source knows only the quarter and the day is worked out from it. */
  isDayKnown: boolean;
  /** Consensus just before the report; null where none was published. */
  epsEstimate: number | null;
  epsActual: number;
};

/** The report whose outcome is asked for. */
type UpcomingReport = {
  /** Day (ISO) on which it is due. */
  reportDate: string;
  /** False where no date is known and today stands in for it. */
  isDayKnown: boolean;
  /** Consensus EPS as known now. */
  epsEstimate: number;
};

/** What the whole market had reported before the as-of day. Rates between 0 and 1; null where not known. */
export type MarketContext = {
  /** Share of beats among all reports of the last 90 days. */
  marketBeatRate: number | null;
  /** The same of the last 30 days: how this season goes. */
  seasonBeatRate: number | null;
  /** Reports of the same industry in the last 400 days. */
  industry: { beats: number; n: number } | null;
  /** Reports of the same industry in the last 45 days: the season so far. */
  peersThisSeason: { beats: number; n: number } | null;
};

export const NO_CONTEXT: MarketContext = {
  marketBeatRate: null,
  seasonBeatRate: null,
  industry: null,
  peersThisSeason: null,
};

/** All that a forecast may rest on. `past` may be in any order; what is not before `asOf` is ignored. */
export type ForecastInput = {
  past: readonly PastQuarter[];
  /** Whether `past` is empty or short because the source failed; false where the company has no further report. */
  isHistoryMissing: boolean;
  upcoming: UpcomingReport;
  /** Whether the company sits outside the United States; null where its country is not known. */
  isForeign: boolean | null;
  /** Sector or industry as the source names it; null where it is not known. */
  sector: string | null;
  /** Whose calibration serves the forecast. */
  family: LabelFamily;
  context: MarketContext;
  /** Day (ISO); only reports of earlier days are used. */
  asOf: string;
};

/** EPS is quoted and settled to the cent; vendors' averages carry more decimals than anyone reports. */
export function toCents(eps: number): number {
  return Math.round(eps * 100) / 100;
}

/** A report beats when it lies above the consensus by at least a cent; an exact meet is no beat. */
export function isBeat(actual: number, estimate: number): boolean {
  return toCents(actual) > toCents(estimate);
}

/** Whom a forecast is for, as far as it decides which other reports count. */
export type ContextOf = Pick<ForecastInput, "sector" | "family">;
