import { type MarketContext, NO_CONTEXT } from "#model/history.ts";

export type Counts = { beats: number; n: number };

/** Days before the day of a forecast whose reports count, that day itself left out. */
export const contextDays = { market: 90, month: 30, industry: 400, peers: 45 } as const;
/** With fewer reports the share of beats says nothing about a market. */
const MIN_MARKET_REPORTS = 30;

/** What was reported in each window; null where the company's industry is not known. */
type ContextCounts = {
  market: Counts;
  month: Counts;
  industry: Counts | null;
  peers: Counts | null;
};

/**
 * What the model knows of the market: the same for a fit on a history file as for a forecast from the store. `NO_CONTEXT` with
 * too few reports.
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

function shareOf({ beats, n }: Counts): number | null {
  return n >= MIN_MARKET_REPORTS ? beats / n : null;
}
