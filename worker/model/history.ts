import type { PastConsensus } from "./revisions.ts";

/**
 * Sources within a family agree on beat or not for 97% of shared reports; across families for 86 to 92%. The model
 * card lists them.
 */
export const LABEL_FAMILIES = ["yahoo", "alphavantage", "small_caps", "finnhub"] as const;
export type LabelFamily = (typeof LABEL_FAMILIES)[number];

/** Dollars; companies this large are like those the `yahoo` family was fitted on. */
export const LARGE_COMPANY_DOLLARS = 12e9;

/**
 * `yahoo` was fitted on S&P 500 members alone, so smaller companies and unknown sizes use the wider market's
 * calibration.
 */
export function servingFamily(marketCapDollars: number | null): LabelFamily {
  return (marketCapDollars ?? 0) >= LARGE_COMPANY_DOLLARS ? "yahoo" : "alphavantage";
}

export type PastQuarter = {
  /** ISO day. */
  reportDate: string;
  /** False where the day is estimated from the quarter. */
  isDayKnown: boolean;
  /** Just before the report; null where none was published. */
  epsEstimate: number | null;
  epsActual: number;
};

type UpcomingReport = {
  /** ISO day. */
  reportDate: string;
  /** False where today stands in for an unknown date. */
  isDayKnown: boolean;
  /** As known now. */
  epsEstimate: number;
};

/** Known before the as-of day. Rates are 0 to 1; null where unknown. */
export type MarketContext = {
  /** Last 90 days. */
  marketBeatRate: number | null;
  /** Last 30 days. */
  seasonBeatRate: number | null;
  /** Same industry, last 400 days. */
  industry: { beats: number; n: number } | null;
  /** Same industry, last 45 days. */
  peersThisSeason: { beats: number; n: number } | null;
};

export const NO_CONTEXT: MarketContext = {
  marketBeatRate: null,
  seasonBeatRate: null,
  industry: null,
  peersThisSeason: null,
};

/** `past` may be in any order; anything not before `asOf` is ignored. */
export type ForecastInput = {
  past: readonly PastQuarter[];
  /** True where the source failed; false where the company has no further reports. */
  isHistoryMissing: boolean;
  upcoming: UpcomingReport;
  /** Null where the country is unknown. */
  isForeign: boolean | null;
  /** As the source names it; null where unknown. */
  sector: string | null;
  /** Picks the calibration. */
  family: LabelFamily;
  context: MarketContext;
  /** The share's, before the report (`trendOf`); 0 where no price is known. */
  trend: number;
  /** How the consensus came to be; absent where no weights read it, null where it was not watched. */
  revisions?: PastConsensus | null;
  /** ISO day; only earlier reports are used. */
  asOf: string;
};

/** EPS is settled to the cent; vendors' averages carry more decimals. */
export function toCents(eps: number): number {
  return Math.round(eps * 100) / 100;
}

/** At least a cent above the consensus; an exact meet is no beat. */
export function isBeat(actual: number, estimate: number): boolean {
  return toCents(actual) > toCents(estimate);
}

export type ContextOf = Pick<ForecastInput, "sector" | "family">;
