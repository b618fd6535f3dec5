import type { PastConsensus } from "./revisions.ts";

/** Within a family sources agree on 97% of shared reports; across families on 86 to 92% (model card). */
export const LABEL_FAMILIES = ["yahoo", "alphavantage", "small_caps", "finnhub"] as const;
export type LabelFamily = (typeof LABEL_FAMILIES)[number];

/** Like those the `yahoo` family was fitted on. */
export const LARGE_COMPANY_DOLLARS = 12e9;

/** `yahoo` was fitted on S&P 500 members: smaller and unknown sizes use the wider market's calibration. */
export function servingFamily(marketCapDollars: number | null): LabelFamily {
  return (marketCapDollars ?? 0) >= LARGE_COMPANY_DOLLARS ? "yahoo" : "alphavantage";
}

export type PastQuarter = {
  /** ISO day. */
  reportDate: string;
  /** Else estimated from the quarter. */
  isDayKnown: boolean;
  /** Just before the report. */
  epsEstimate: number | null;
  epsActual: number;
};

type UpcomingReport = {
  /** ISO day. */
  reportDate: string;
  /** False: today stands in. */
  isDayKnown: boolean;
  /** As known now. */
  epsEstimate: number;
};

/** Before the as-of day. Rates are 0 to 1; null where unknown. */
export type MarketContext = {
  /** Last 90 days. */
  marketBeatRate: number | null;
  /** Last 30 days. */
  seasonBeatRate: number | null;
  /** 400 days. */
  industry: { beats: number; n: number } | null;
  /** 45 days. */
  peersThisSeason: { beats: number; n: number } | null;
};

export const NO_CONTEXT: MarketContext = {
  marketBeatRate: null,
  seasonBeatRate: null,
  industry: null,
  peersThisSeason: null,
};

/** `past` in any order; none from `asOf` on counts. */
export type ForecastInput = {
  past: readonly PastQuarter[];
  /** The source failed; false: no further reports. */
  isHistoryMissing: boolean;
  upcoming: UpcomingReport;
  isForeign: boolean | null;
  /** As the source names it. */
  sector: string | null;
  /** Picks the calibration. */
  family: LabelFamily;
  context: MarketContext;
  /** `trendOf`; 0 without a price. */
  trend: number;
  /** Absent where no weights read it, null where not watched. */
  revisions?: PastConsensus | null;
  /** ISO; only earlier reports are used. */
  asOf: string;
};

/** As settled; vendors' averages carry more decimals. */
export function toCents(eps: number): number {
  return Math.round(eps * 100) / 100;
}

/** By at least a cent; an exact meet is no beat. */
export function isBeat(actual: number, estimate: number): boolean {
  return toCents(actual) > toCents(estimate);
}

export type ContextOf = Pick<ForecastInput, "sector" | "family">;
