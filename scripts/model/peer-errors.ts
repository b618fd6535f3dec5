import { addIsoDays } from "#contract/time.ts";

/** A forecast of a report that counts once. `symbol` is written as `symbolOf` returns it; days are ISO days. */
export type TermForecast = {
  symbol: string;
  reportDate: string;
  /** The term knows reports of earlier days only. */
  lockDay: string;
  /** A narrow industry, or null when it is not known. */
  industry: string | null;
  isBeat: boolean;
  probability: number;
  /** Relative to the consensus. */
  surprise: number;
};

const PEER_DAYS = 365;
/** So many reports count as if their forecasts had been right on average. */
const PRIOR_REPORTS = 20;

/**
 * Returns for each forecast the mean of outcome minus probability over the reports of other companies of its industry
 * in the year before its lock, shrunk toward 0 by their number.
 */
export function peerErrors(forecasts: readonly TermForecast[]): Float64Array {
  const byIndustry = Map.groupBy(forecasts, ({ industry }) => industry);
  return Float64Array.from(forecasts, ({ symbol, industry, lockDay }) => {
    if (industry === null) return 0;
    const from = addIsoDays(lockDay, -PEER_DAYS);
    let [sum, n] = [0, 0];
    for (const peer of byIndustry.get(industry) ?? []) {
      if (peer.reportDate < from || peer.reportDate >= lockDay || peer.symbol === symbol) continue;
      sum += Number(peer.isBeat) - peer.probability;
      n++;
    }
    return sum / (n + PRIOR_REPORTS);
  });
}
