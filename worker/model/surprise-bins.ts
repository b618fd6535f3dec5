import type { Frame } from "./frame.ts";

/** For a consensus nearer to zero, a relative surprise says nothing. */
export const LEAST_ESTIMATE = 0.02;
/** The outer bands begin at this share of the consensus. */
export const OUTER_BAND = 0.05;

/** Upper ends relative to the consensus. The last miss bin ends at an exact meet. */
export const MISS_EDGES = [-0.5, -0.25, -0.1, -0.05] as const;
/** Lower ends relative to the consensus. The first beat bin begins at an exact meet. */
export const BEAT_EDGES = [0.025, 0.05, 0.1, 0.2, 0.5] as const;

/** The bins run from the worst miss to the best beat. */
export const MEET_BIN = MISS_EDGES.length + 1;
export const SURPRISE_BINS = MEET_BIN + 1 + BEAT_EDGES.length + 1;

/** EPS are in currency units, rounded to cents. */
export function relativeSurprise(actual: number, estimate: number): number {
  return (actual - estimate) / Math.max(LEAST_ESTIMATE, Math.abs(estimate));
}

/** A surprise of exactly 0 is a meet. */
export function surpriseBinOf(surprise: number): number {
  if (surprise === 0) return MEET_BIN;
  // Compares in ten-thousandths, because 1.05 - 1 is slightly more than 0.05 in binary.
  const rounded = Math.round(1e4 * surprise) / 1e4;
  if (surprise < 0) return MISS_EDGES.filter((edge) => rounded > edge).length;
  return MEET_BIN + 1 + BEAT_EDGES.filter((edge) => rounded >= edge).length;
}

/** The size is relative to the present consensus. */
type PastSurprise = { size: number; weight: number };

export type CompanySurprises = {
  misses: readonly PastSurprise[];
  beats: readonly PastSurprise[];
  /** The weight of exact meets. */
  meetWeight: number;
  /** The model's weight, counted in newest surprises. */
  modelWeight: number;
  /** The largest size of a quantile, relative to the present consensus. */
  limit: number;
};

const NEWEST_SURPRISES = 20;
const HALF_LIFE_REPORTS = 4;
/** Chosen together with the half-life on every third event of 2019 to 2022. */
const MODEL_REPORTS = 8;
/** The smallest scale, as a share of the usual EPS. */
const LEAST_SHARE = 0.1;
/** In multiples of the usual EPS. Chosen among 2, 3 and 4 on 2017 to 2020. */
const GREATEST_LEVELS = 3;

/** When the consensus is small compared with the usual EPS, the model's sizes count less. */
export function companySurprises({ scored, estimate, level }: Frame): CompanySurprises {
  const consensus = Math.max(LEAST_ESTIMATE, Math.abs(estimate));
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
    limit: Math.max(OUTER_BAND, (GREATEST_LEVELS * level) / consensus),
  };
}
