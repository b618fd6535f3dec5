import type { FeatureFrame } from "#model/frame.ts";
import { toCents } from "#model/history.ts";
import type { EarningsEvent } from "./events.ts";

const JUDGED_QUANTILES = [0.1, 0.5, 0.9] as const;
export type Quantiles = readonly [number, number, number];

/** In EPS. */
export type PastQuantiles = {
  /** The usual EPS, which is the unit of losses. */
  level: number;
  /** Null with fewer than four. */
  quantiles: Quantiles | null;
};

const NEWEST_SURPRISES = 20;
const MIN_SURPRISES = 4;

export function pastQuantilesIn({ scored, level }: FeatureFrame): PastQuantiles {
  const surprises = scored.slice(0, NEWEST_SURPRISES).map((quarter) => quarter.surprise);
  const quantiles = JUDGED_QUANTILES.map((q) => quantileOf(surprises, q)) as unknown as Quantiles;
  return { level, quantiles: surprises.length < MIN_SURPRISES ? null : quantiles };
}

/** Type 7 of Hyndman and Fan 1996. */
function quantileOf(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = q * (sorted.length - 1);
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  return below + (at - Math.floor(at)) * ((sorted[Math.ceil(at)] ?? below) - below);
}

/** In multiples of the usual EPS, so that one write-off does not decide. */
const GREATEST_SURPRISE = 3;

/** The pinball loss (Koenker and Bassett 1978) in units of the level. */
export function pinballOf(quantiles: Quantiles, event: EarningsEvent, level: number): number {
  const surprise = (toCents(event.epsActual) - toCents(event.epsEstimate)) / level;
  const actual = Math.min(GREATEST_SURPRISE, Math.max(-GREATEST_SURPRISE, surprise));
  const losses = JUDGED_QUANTILES.map((q, i) => {
    const miss = actual - (quantiles[i] as number) / level;
    return miss >= 0 ? q * miss : (q - 1) * miss;
  });
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
}
