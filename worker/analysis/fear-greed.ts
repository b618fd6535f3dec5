import type { FearGreed } from "#contract/social.ts";
import type { MarketMood } from "#market/port.ts";
import { clamp, round } from "./numbers.ts";

/** Spec section 9. */
const GREED_ABOVE = 60;
const FEAR_BELOW = 40;
const MOMENTUM_DAYS = 125;

const FORMULA =
  "Mean of the inputs there are, each from 0 (fear) to 100 (greed): volatility 100 at 12 and 0 at 40; momentum 50 plus 5 a percent of the index above its 125-day mean; breadth, the share of strong movers that rose.";

/** The market's fear and greed from stated inputs; null without any of them. */
export function fearGreedOf(mood: MarketMood): FearGreed | null {
  const inputs = [volatility(mood), momentum(mood), breadth(mood)].filter((input) => input !== null);
  if (inputs.length === 0) return null;
  const value = round(inputs.reduce((sum, input) => sum + input.score, 0) / inputs.length, 1);
  return {
    value,
    label: value > GREED_ABOVE ? "Greed" : value < FEAR_BELOW ? "Fear" : "Neutral",
    formula: FORMULA,
    inputs,
  };
}

function volatility({ volatilityIndex }: MarketMood) {
  if (volatilityIndex === null) return null;
  return scored("Volatility index", volatilityIndex, (100 * (40 - volatilityIndex)) / 28);
}

function momentum({ indexCloses }: MarketMood) {
  const closes = indexCloses?.slice(-MOMENTUM_DAYS) ?? [];
  const last = closes.at(-1);
  if (last === undefined || closes.length < MOMENTUM_DAYS) return null;
  const mean = closes.reduce((sum, close) => sum + close, 0) / closes.length;
  const percent = 100 * (last / mean - 1);
  return scored("Index above its 125-day mean, %", percent, 50 + 5 * percent);
}

function breadth({ breadth: movers }: MarketMood) {
  const total = movers ? movers.advancing + movers.declining : 0;
  if (!movers || total === 0) return null;
  const share = (100 * movers.advancing) / total;
  return scored("Share of strong movers that rose, %", share, share);
}

function scored(name: string, value: number, score: number) {
  return { name, value: round(value, 2), score: round(clamp(score, 0, 100), 1) };
}
