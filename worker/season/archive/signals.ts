import type { CompanyReport, DailyBar, Part } from "#contract/market-data.ts";
import { isoDay } from "#contract/time.ts";

export type Seen = { company: CompanyReport; prices: Part<DailyBar[]>; now: Date };

/** The model cannot use these before it was fitted on them. */
type Signals = {
  symbol: string;
  day: string;
  source: string;
  reportDate: string | null;
  fiscalQuarterEnd: string | null;
  consensusEps: number;
  analystCount: number | null;
  estimateLow: number | null;
  estimateHigh: number | null;
  consensusDaysAgo7: number | null;
  consensusDaysAgo30: number | null;
  consensusDaysAgo60: number | null;
  consensusDaysAgo90: number | null;
  revisionsUp30: number | null;
  revisionsDown30: number | null;
  price: number | null;
  return21: number | null;
  return63: number | null;
  return252: number | null;
  volatility63: number | null;
};

const VOLATILITY_DAYS = 63;

/** Null without a consensus; what a source lacks is null. */
export function signalsOf({ company, prices, now }: Seen): Signals | null {
  const { estimate, revisions, reportDate } = company;
  if (estimate.state === "missing") return null;
  const { fiscalQuarterEnd, consensusEps, analystCount, low, high } = estimate.data;
  const known = revisions.state === "missing" ? null : revisions.data;
  const closes = prices.state === "missing" ? [] : prices.data.map((bar) => bar.close);
  return {
    symbol: company.identity.symbol,
    day: isoDay(now),
    source: estimate.source,
    reportDate: reportDate.state === "missing" ? null : reportDate.data.from.slice(0, 10),
    fiscalQuarterEnd,
    consensusEps,
    analystCount,
    estimateLow: low,
    estimateHigh: high,
    consensusDaysAgo7: known?.daysAgo7 ?? null,
    consensusDaysAgo30: known?.daysAgo30 ?? null,
    consensusDaysAgo60: known?.daysAgo60 ?? null,
    consensusDaysAgo90: known?.daysAgo90 ?? null,
    revisionsUp30: known?.upLast30 ?? null,
    revisionsDown30: known?.downLast30 ?? null,
    price: closes.at(-1) ?? null,
    return21: returnOver(closes, 21),
    return63: returnOver(closes, 63),
    return252: returnOver(closes, 252),
    volatility63: volatilityOf(closes),
  };
}

/** Change of the last close as a share; null where the prices do not reach back. */
function returnOver(closes: readonly number[], days: number): number | null {
  const last = closes.at(-1);
  const before = closes.at(-1 - days);
  return last !== undefined && before ? last / before - 1 : null;
}

function volatilityOf(closes: readonly number[]): number | null {
  const window = closes.slice(-VOLATILITY_DAYS - 1);
  if (window.length <= VOLATILITY_DAYS || window.some((close) => close <= 0)) return null;
  const returns = window.slice(1).map((close, i) => Math.log(close / (window[i] ?? close)));
  const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length;
  return Math.sqrt(returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / returns.length);
}
