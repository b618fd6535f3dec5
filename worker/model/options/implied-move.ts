import type { DailyBar, OptionChain, OptionQuote, ReportedQuarter } from "#contract/market-data.ts";
import type { ImpliedMove } from "#contract/strategy.ts";
import { daysBetween } from "#contract/time.ts";
import { tradingDaysBetween } from "#contract/trading-days.ts";
import { resultOf } from "../earnings.ts";
import { normalUpperTail } from "../statistics.ts";

/**
 * Returns an option's price per share: the middle of bid and ask, or the last trade when bid or ask is
 * missing or zero, as in a closed market. Returns null without either.
 */
export function premiumOf(quote: OptionQuote): number | null {
  const { bid, ask, last } = quote;
  if (bid !== null && ask !== null && bid > 0 && ask >= bid) return (bid + ask) / 2;
  return last !== null && last > 0 ? last : null;
}

/** Returns the options that have a price, by ascending strike. */
export function pricedOptions(quotes: readonly OptionQuote[]): { strike: number; premium: number }[] {
  return quotes
    .flatMap((quote) => {
      const premium = premiumOf(quote);
      return premium === null ? [] : [{ strike: quote.strike, premium }];
    })
    .sort((a, b) => a.strike - b.strike);
}

type Straddle = { strike: number; call: number; put: number };

/**
 * Returns the straddle with the strike nearest to the share price, among strikes at which both the call and
 * the put have a price.
 */
export function atTheMoney(chain: OptionChain): Straddle | null {
  const puts = new Map(pricedOptions(chain.puts).map((put) => [put.strike, put.premium]));
  const pairs = pricedOptions(chain.calls).flatMap((call) => {
    const put = puts.get(call.strike);
    return put === undefined ? [] : [{ strike: call.strike, call: call.premium, put }];
  });
  pairs.sort((a, b) => Math.abs(a.strike - chain.spot) - Math.abs(b.strike - chain.spot));
  return pairs[0] ?? null;
}

/** Returns the cost of the straddle in percent of the share price. */
export function straddlePercent(straddle: Straddle, spot: number): number {
  return (100 * (straddle.call + straddle.put)) / spot;
}

/** The price change that options imply for the report alone, in percent in either direction. */
type EventMove = { percent: number; method: NonNullable<ImpliedMove["method"]> };

/**
 * Combines the implied move with the price changes over past reports. `chain` is the first expiry after the
 * report. Returns null when there is neither a straddle nor a past move.
 */
export function impliedMoveOf(
  chain: OptionChain | null,
  event: EventMove | null,
  history: readonly ReportedQuarter[],
  bars: readonly DailyBar[],
): ImpliedMove | null {
  const straddle = chain && atTheMoney(chain);
  const moves = pastMoves(history, bars);
  if (!straddle && moves.length === 0) return null;
  return {
    impliedMovePercent: event?.percent ?? null,
    method: event?.method ?? null,
    straddlePercent: straddle && chain ? straddlePercent(straddle, chain.spot) : null,
    expiry: straddle && chain ? chain.expiry : null,
    straddle: straddle ? straddle.call + straddle.put : null,
    strike: straddle?.strike ?? null,
    spot: straddle && chain ? chain.spot : null,
    pastMoves: moves,
    averagePastMovePercent: averageMove(moves),
    beatsThatRose: beatsThatRose(moves),
  };
}

type PastMove = ImpliedMove["pastMoves"][number];

const MAX_MOVES = 40;
/** The most calendar days between the two closes, which allows for a long weekend. */
const MAX_GAP_DAYS = 6;

/**
 * Returns the price changes over past reports in percent, newest first, from the last close before the
 * report's day to the first close after it. Sources seldom say whether a report came before or after trading,
 * so both days' changes count.
 */
export function pastMoves(history: readonly ReportedQuarter[], bars: readonly DailyBar[]): PastMove[] {
  return history
    .flatMap((quarter): PastMove[] => {
      const day = quarter.reportDate?.slice(0, 10);
      if (!day) return [];
      const after = bars.findIndex((bar) => bar.date > day);
      const before = bars.findLastIndex((bar) => bar.date < day);
      const [from, to] = [bars[before], bars[after]];
      if (!from || !to || daysBetween(from.date, to.date) > MAX_GAP_DAYS) return [];
      return [{ reportDate: day, movePercent: 100 * (to.close / from.close - 1), result: resultOf(quarter) }];
    })
    .sort((a, b) => b.reportDate.localeCompare(a.reportDate))
    .slice(0, MAX_MOVES);
}

/** Returns the mean absolute price change in percent, or null without past moves. */
export function averageMove(moves: readonly PastMove[]): number | null {
  if (moves.length === 0) return null;
  return moves.reduce((sum, move) => sum + Math.abs(move.movePercent), 0) / moves.length;
}

export function beatsThatRose(moves: readonly PastMove[]): ImpliedMove["beatsThatRose"] {
  const beats = moves.filter((move) => move.result === "beat");
  if (beats.length === 0) return null;
  return { rose: beats.filter((move) => move.movePercent > 0).length, beats: beats.length };
}

/**
 * Two expiries of the same share. `spanning` expires after the report; `beside` expires before the report or
 * after `spanning`. `after` is the first ISO day on which an expiring option includes the report.
 */
type Chains = { spanning: OptionChain; beside: OptionChain; after: string; today: string };

/**
 * The most calendar days from the report to the expiry. In a later expiry, the price changes of other days
 * hide that of the report.
 */
const NEAR_DAYS = 21;
/**
 * The least share of an expiry's variance that the report must have. Less is within the error of the quotes.
 */
const LEAST_SHARE = 0.1;
/** The mean absolute value of a standard normal variable. */
const MEAN_SIZE = Math.sqrt(2 / Math.PI);

/**
 * Returns the price change that options imply for the report alone, in percent. The variances of days add up,
 * so it subtracts the variance of ordinary days, which comes from an expiry before the report or from what a
 * later expiry adds. Returns null when the two expiries cannot separate the report from ordinary days.
 */
export function eventMove({ spanning, beside, after, today }: Chains): EventMove | null {
  if (daysBetween(after, spanning.expiry) > NEAR_DAYS) return null;
  const [whole, besideVariance] = [varianceOf(spanning), varianceOf(beside)];
  if (whole === null || besideVariance === null) return null;
  const [days, otherDays] = [
    tradingDaysBetween(today, spanning.expiry),
    tradingDaysBetween(today, beside.expiry),
  ];
  const isBefore = beside.expiry < after;
  if (otherDays === 0 || (!isBefore && otherDays <= days)) return null;
  const aDay = isBefore ? besideVariance / otherDays : (besideVariance - whole) / (otherDays - days);
  const event = whole - days * aDay;
  if (aDay < 0 || event < LEAST_SHARE * whole) return null;
  return {
    percent: 100 * MEAN_SIZE * Math.sqrt(event),
    method: isBefore ? "expiry_before" : "two_expiries_after",
  };
}

const GREATEST_DEVIATION = 4;
const HALVINGS = 40;

/**
 * Returns the variance of the share's logarithmic return until expiry, derived from the price of the
 * at-the-money straddle (Black and Scholes 1973, with an interest rate of zero). Returns null when no
 * variance gives that price.
 */
function varianceOf(chain: OptionChain): number | null {
  const atMoney = atTheMoney(chain);
  if (!atMoney) return null;
  const price = atMoney.call + atMoney.put;
  let [low, high] = [0, GREATEST_DEVIATION];
  if (
    price <= straddle(chain.spot, atMoney.strike, low) ||
    price >= straddle(chain.spot, atMoney.strike, high)
  )
    return null;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (straddle(chain.spot, atMoney.strike, middle) < price) low = middle;
    else high = middle;
  }
  return low ** 2;
}

function straddle(spot: number, strike: number, deviation: number): number {
  if (deviation === 0) return Math.abs(spot - strike);
  const d1 = Math.log(spot / strike) / deviation + deviation / 2;
  return spot * (1 - 2 * normalUpperTail(d1)) - strike * (1 - 2 * normalUpperTail(d1 - deviation));
}
