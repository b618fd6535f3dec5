import type { MarketMood } from "#contract/market-data.ts";
import type { FearGreed } from "#contract/social.ts";

/**
 * The usual range of the volatility index (VIX). At `CALM_VIX` the score is 100 (greed), at `PANIC_VIX` it is
 * 0 (fear).
 */
const CALM_VIX = 10;
const PANIC_VIX = 40;
/** The number of trading days of the mean, about half a year. */
const MOMENTUM_DAYS = 125;
/** When the index is this many percent above its mean, the score is 100, and as far below it is 0. */
const FULL_MOMENTUM_PERCENT = 10;
/** The product specification's thresholds for the label. */
const GREED_ABOVE = 60;
const FEAR_BELOW = 40;

const FEAR_GREED_FORMULA =
  "Mean of the inputs' scores, 0 (fear) to 100 (greed). Volatility index: 100 at 10 or less, 0 at 40 or more, linear between. Index momentum: 50 + 5 points for each percent that the S&P 500 stands above its 125-day mean. Breadth: percent of the session's strong movers that rose.";

/**
 * Returns the fear and greed index from 0 (fear) to 100 (greed): the mean of the available inputs' scores.
 * Returns null without any input.
 */
export function fearGreed(mood: MarketMood): FearGreed | null {
  const inputs: FearGreed["inputs"] = [];
  const add = (name: string, value: number, score: number) =>
    inputs.push({ name, value, score: Math.max(0, Math.min(100, score)) });
  if (mood.volatilityIndex !== null)
    add(
      "Volatility index (VIX)",
      mood.volatilityIndex,
      (100 * (PANIC_VIX - mood.volatilityIndex)) / (PANIC_VIX - CALM_VIX),
    );
  const momentum = mood.indexCloses && indexMomentum(mood.indexCloses);
  if (momentum !== null)
    add("Index against its 125-day mean, percent", momentum, 50 + (50 * momentum) / FULL_MOMENTUM_PERCENT);
  const movers = mood.breadth ? mood.breadth.advancing + mood.breadth.declining : 0;
  if (mood.breadth && movers > 0) {
    const share = (100 * mood.breadth.advancing) / movers;
    add("Advancing among strong movers, percent", share, share);
  }
  if (inputs.length === 0) return null;
  const value = inputs.reduce((sum, input) => sum + input.score, 0) / inputs.length;
  return {
    value,
    label: value > GREED_ABOVE ? "Greed" : value < FEAR_BELOW ? "Fear" : "Neutral",
    formula: FEAR_GREED_FORMULA,
    inputs,
  };
}

/**
 * Returns how far the last close is above the mean of the last 125 closes, in percent. Returns null with
 * fewer closes.
 */
export function indexMomentum(closes: readonly number[]): number | null {
  const recent = closes.slice(-MOMENTUM_DAYS);
  const last = recent.at(-1);
  if (last === undefined || recent.length < MOMENTUM_DAYS) return null;
  const mean = recent.reduce((sum, close) => sum + close, 0) / recent.length;
  return mean === 0 ? null : 100 * (last / mean - 1);
}
