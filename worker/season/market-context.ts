import { type MarketContext, NO_CONTEXT } from "#model/history.ts";

export type Counts = { beats: number; n: number };

/** Days before the day of the forecast. */
export const contextDays = { market: 90, month: 30, industry: 400, peers: 45 } as const;
/** Fewer reports say nothing about a market. */
const MIN_MARKET_REPORTS = 30;

/** Null when the industry is unknown. */
type ContextCounts = {
  market: Counts;
  month: Counts;
  industry: Counts | null;
  peers: Counts | null;
};

/** The fit and the forecast share this function. Returns `NO_CONTEXT` with too few reports. */
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

function shareOf({ beats, n }: Counts): number | null {
  return n >= MIN_MARKET_REPORTS ? beats / n : null;
}
