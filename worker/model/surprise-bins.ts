import type { Frame } from "./frame.ts";

/** A surprise relative to an estimate of a cent or none says nothing; it is taken relative to this much. */
export const LEAST_ESTIMATE = 0.02;
/** Share of the consensus from which on a surprise lies in an outer band. */
export const OUTER_BAND = 0.05;

/** Upper edges of the bins of a miss, relative to the consensus; the last bin of a miss ends at an exact meet. */
export const MISS_EDGES = [-0.5, -0.25, -0.1, -0.05] as const;
/** Lower edges of the bins of a beat but for the first, which begins at an exact meet. */
export const BEAT_EDGES = [0.025, 0.05, 0.1, 0.2, 0.5] as const;

/** Bins of a miss, one of an exact meet, and bins of a beat, from the worst miss to the best beat. */
export const MEET_BIN = MISS_EDGES.length + 1;
export const SURPRISE_BINS = MEET_BIN + 1 + BEAT_EDGES.length + 1;

/** Surprise relative to the consensus's size; both in currency units to the cent. */
export function relativeSurprise(actual: number, estimate: number): number {
  return (actual - estimate) / Math.max(LEAST_ESTIMATE, Math.abs(estimate));
}

/** The bin of a relative surprise; exactly 0 is a meet. */
export function surpriseBinOf(surprise: number): number {
  if (surprise === 0) return MEET_BIN;
  // In ten-thousandths, since 1.05 - 1 is more than 0.05.
  const rounded = Math.round(1e4 * surprise) / 1e4;
  if (surprise < 0) return MISS_EDGES.filter((edge) => rounded > edge).length;
  return MEET_BIN + 1 + BEAT_EDGES.filter((edge) => rounded >= edge).length;
}

/** A past surprise's size relative to the present consensus, and what it counts. */
type PastSurprise = { size: number; weight: number };

/** A company's past surprises, as far as they say how large the next may be. */
export type CompanySurprises = {
  misses: readonly PastSurprise[];
  beats: readonly PastSurprise[];
  /** Summed weight of exact meets. */
  meetWeight: number;
  /** What the model's own distribution counts beside them, in newest surprises. */
  modelWeight: number;
  /** The greatest size of a surprise that a quantile may have, relative to the present consensus. */
  limit: number;
};

const NEWEST_SURPRISES = 20;
/** A surprise counts half as much as one so many reports newer. */
const HALF_LIFE_REPORTS = 4;
/** What the model counts, in newest surprises. Chosen with the half-life on every third event of 2019 to 2022. */
const MODEL_REPORTS = 8;
/** Beside a consensus below this share of the company's usual EPS the model counts no less. */
const LEAST_SHARE = 0.1;
/** No quantile lies further off than so many times the company's usual EPS. Chosen among 2, 3 and 4 on 2017 to 2020. */
const GREATEST_LEVELS = 3;

/**
 * The newest surprises in units of the consensus's size. Where the consensus is small beside the company's usual EPS, what the
 * model says relative to it is weak, and counts less.
 */
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
