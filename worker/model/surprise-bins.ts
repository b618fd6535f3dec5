import type { FeatureFrame } from "./frame.ts";

/**
 * In EPS currency units. A relative surprise divides by at least this, because a consensus nearer to zero
 * would inflate it.
 */
export const MIN_SURPRISE_DENOMINATOR = 0.02;
/** Large beats and misses begin at this surprise, as a share of the consensus. */
export const LARGE_SURPRISE_SHARE = 0.05;

/**
 * The upper ends of the miss bins, as shares of the consensus. The last bin, from -0.05, ends at an exact
 * meet.
 */
export const MISS_EDGES = [-0.5, -0.25, -0.1, -0.05] as const;
/**
 * The lower ends of the beat bins, as shares of the consensus. The first bin, up to 0.025, begins at an exact
 * meet.
 */
export const BEAT_EDGES = [0.025, 0.05, 0.1, 0.2, 0.5] as const;

/** The index of the bin for an exact meet. Bins are numbered from the worst miss to the best beat. */
export const MEET_BIN = MISS_EDGES.length + 1;
export const SURPRISE_BINS = MEET_BIN + 1 + BEAT_EDGES.length + 1;

/**
 * Returns the surprise as a share of the absolute consensus, which counts as at least two cents. EPS are in
 * currency units, rounded to cents.
 */
export function relativeSurprise(actual: number, estimate: number): number {
  return (actual - estimate) / Math.max(MIN_SURPRISE_DENOMINATOR, Math.abs(estimate));
}

/** Returns the index of the bin for a relative surprise. A surprise of exactly 0 is a meet. */
export function surpriseBinOf(surprise: number): number {
  if (surprise === 0) return MEET_BIN;
  // The comparison is in ten-thousandths, because 1.05 - 1 is slightly more than 0.05 in floating point.
  const rounded = Math.round(1e4 * surprise) / 1e4;
  if (surprise < 0) return MISS_EDGES.filter((edge) => rounded > edge).length;
  return MEET_BIN + 1 + BEAT_EDGES.filter((edge) => rounded >= edge).length;
}

/** A past surprise of the company. `size` is a share of the current consensus. */
type PastSurprise = { size: number; weight: number };

export type CompanySurprises = {
  misses: readonly PastSurprise[];
  beats: readonly PastSurprise[];
  /** The sum of the weights of exact meets. */
  meetWeight: number;
  /** The weight of the model's own distribution, where the newest past surprise has weight 1. */
  modelWeight: number;
  /**
   * No quantile of the distribution is farther from the consensus than this, as a share of the current
   * consensus.
   */
  limit: number;
};

const NEWEST_SURPRISES = 20;
const HALF_LIFE_REPORTS = 4;
/**
 * The model's distribution counts as this many past surprises. The number was chosen together with the
 * half-life on every third report of 2019 to 2022.
 */
const MODEL_REPORTS = 8;
/** The least ratio of the consensus to the usual EPS with which the model's weight is scaled. */
const LEAST_SHARE = 0.1;
/**
 * The largest surprise of a quantile, in multiples of the usual EPS. It was chosen among 2, 3 and 4 on the
 * reports of 2017 to 2020.
 */
const GREATEST_LEVELS = 3;

/**
 * Returns the company's newest 20 surprises with their weights, and the weight of the model's distribution
 * beside them. The smaller the consensus is compared with the usual EPS, the less the model counts.
 */
export function companySurprises({ scored, estimate, level }: FeatureFrame): CompanySurprises {
  const consensus = Math.max(MIN_SURPRISE_DENOMINATOR, Math.abs(estimate));
  const past = scored.slice(0, NEWEST_SURPRISES).map(({ surprise }, age) => ({
    surprise,
    size: Math.abs(surprise) / consensus,
    weight: 0.5 ** (age / HALF_LIFE_REPORTS),
  }));
  const side = (sign: number): PastSurprise[] =>
    past.flatMap(({ surprise, size, weight }) => (Math.sign(surprise) === sign ? [{ size, weight }] : []));
  const share = Math.min(1, Math.max(LEAST_SHARE, Math.abs(estimate) / level));
  return {
    misses: side(-1),
    beats: side(1),
    meetWeight: side(0).reduce((sum, { weight }) => sum + weight, 0),
    modelWeight: MODEL_REPORTS * Math.sqrt(share),
    limit: Math.max(LARGE_SURPRISE_SHARE, (GREATEST_LEVELS * level) / consensus),
  };
}
