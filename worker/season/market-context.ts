import { type MarketContext, NO_CONTEXT } from "#model/history.ts";

export type BeatCounts = { beats: number; n: number };

/** The number of days in each window, which ends on the day before the forecast. */
export const contextDays = { market: 90, month: 30, industry: 400, peers: 45 } as const;
/** A beat rate over fewer reports says nothing about the market and is null. */
const MIN_MARKET_REPORTS = 30;

/** `industry` and `peers` are null when the company's sector is unknown. */
type ContextCounts = {
  market: BeatCounts;
  month: BeatCounts;
  industry: BeatCounts | null;
  peers: BeatCounts | null;
};

/**
 * Returns the beat rates and counts that the model reads. The model's fit and the forecast share this function,
 * so that both use the same rules. Returns `NO_CONTEXT` when the market window has too few reports.
 */
export function contextOf({ market, month, industry, peers }: ContextCounts): MarketContext {
  const marketBeatRate = shareOf(market);
  if (marketBeatRate === null) return NO_CONTEXT;
  return {
    marketBeatRate,
    seasonBeatRate: shareOf(month),
    industry,
    peersThisSeason: peers,
  };
}

function shareOf({ beats, n }: BeatCounts): number | null {
  return n >= MIN_MARKET_REPORTS ? beats / n : null;
}
