import { type FittedInterval, INTERVAL_COVERAGE, widenedSurprise } from "./interval-width.ts";
import { softmax } from "./nets.ts";
import {
  BEAT_EDGES,
  type CompanySurprises,
  LARGE_SURPRISE_SHARE,
  MEET_BIN,
  MIN_SURPRISE_DENOMINATOR,
  MISS_EDGES,
} from "./surprise-bins.ts";
import type { ModelWeights, TierWeights } from "./weights.ts";

const beatBounds = [0, ...BEAT_EDGES];
const missBounds = [0, ...[...MISS_EDGES].reverse()].map(Math.abs);

/** The distribution of all misses, or of all beats. Sizes are shares of the absolute consensus. */
type Side = {
  probability: number;
  /** The weights of the model's bins, smallest size first. `bounds` are their lower ends. */
  bins: readonly number[];
  bounds: readonly number[];
  /** The exponent of the Pareto distribution of sizes beyond the last bound. */
  exponent: number;
  own: CompanySurprises["misses"];
  total: number;
};

export type SurpriseDistribution = {
  miss: Side;
  meet: number;
  beat: Side;
  /** The fitted power to which sizes beyond 5% of the consensus are raised (`stretched`). */
  power: number;
  width: number;
  /** The largest size, as a share of the absolute consensus. */
  limit: number;
};

/**
 * The probability of each band of the surprise. All sum to 1; the 5% are relative to the absolute consensus.
 */
export type SurpriseBands = {
  missBy5OrMore: number;
  miss: number;
  meet: number;
  beat: number;
  beatBy5OrMore: number;
};

type Scored = { binScores: Float64Array; beatProbability: number };
type Fitted = Pick<TierWeights, "binFactors"> & {
  tails: ModelWeights["tails"];
  power: number;
  /** The day's width factor (`IntervalWidth`). The default is 1. */
  width?: number;
};

/**
 * Combines the model's bins with the company's own past surprises to a distribution whose beats sum to
 * exactly `beatProbability`.
 */
export function surpriseDistribution(
  { binScores, beatProbability }: Scored,
  { binFactors, tails, power, width = 1 }: Fitted,
  company: CompanySurprises,
): SurpriseDistribution {
  const shares = softmax(binScores).map((share, bin) => share * (binFactors[bin] ?? 1));
  const [misses, meet, beats] = [
    Array.from(shares.subarray(0, MEET_BIN)).reverse(),
    shares[MEET_BIN] ?? 0,
    Array.from(shares.subarray(MEET_BIN + 1)),
  ];
  const beatScale = (company.modelWeight * beatProbability) / sumOf(beats);
  const otherScale = (company.modelWeight * (1 - beatProbability)) / (sumOf(misses) + meet);
  const miss = sideOf(misses, otherScale, company.misses, { bounds: missBounds, exponent: tails.miss });
  const beat = sideOf(beats, beatScale, company.beats, { bounds: beatBounds, exponent: tails.beat });
  const meetWeight = otherScale * meet + company.meetWeight;
  const missProbability = ((1 - beatProbability) * miss.total) / (miss.total + meetWeight);
  return {
    miss: { ...miss, probability: missProbability },
    meet: 1 - beatProbability - missProbability,
    beat: { ...beat, probability: beatProbability },
    power,
    width,
    limit: company.limit,
  };
}

function sideOf(
  shares: readonly number[],
  scale: number,
  own: Side["own"],
  shape: Pick<Side, "bounds" | "exponent">,
): Omit<Side, "probability"> {
  const bins = shares.map((share) => scale * share);
  return { ...shape, bins, own, total: sumOf(bins) + sumOf(own.map(({ weight }) => weight)) };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

const LARGE_MISSES = MISS_EDGES.indexOf(-0.05) + 1;
const LARGE_BEATS = MEET_BIN + 2 + BEAT_EDGES.indexOf(LARGE_SURPRISE_SHARE);

export function bandOfBin(bin: number): keyof SurpriseBands {
  if (bin === MEET_BIN) return "meet";
  if (bin < MEET_BIN) return bin < LARGE_MISSES ? "missBy5OrMore" : "miss";
  return bin < LARGE_BEATS ? "beat" : "beatBy5OrMore";
}

export function bandsOf({ miss, meet, beat }: SurpriseDistribution): SurpriseBands {
  const [smallMiss, smallBeat] = [
    shareBelow(miss, LARGE_SURPRISE_SHARE),
    shareBelow(beat, LARGE_SURPRISE_SHARE),
  ];
  return {
    missBy5OrMore: miss.probability * (1 - smallMiss),
    miss: miss.probability * smallMiss,
    meet,
    beat: beat.probability * smallBeat,
    beatBy5OrMore: beat.probability * (1 - smallBeat),
  };
}

/** A past surprise stands for all sizes from half to one and a half times its own. */
const SPREAD = 0.5;

function shareBelow({ bins, bounds, exponent, own, total }: Side, size: number): number {
  let below = 0;
  bins.forEach((weight, bin) => {
    const from = bounds[bin] as number;
    const to = bounds[bin + 1];
    if (size <= from) return;
    if (to === undefined) below += weight * (1 - (size / from) ** -exponent);
    else below += weight * Math.min(1, (size - from) / (to - from));
  });
  for (const { size: past, weight } of own) {
    const part = (size / past - (1 - SPREAD)) / (2 * SPREAD);
    below += weight * Math.min(1, Math.max(0, part));
  }
  return total > 0 ? below / total : 1;
}

/** The bisections search between these logarithms of sizes. */
const [LEAST_LOG_SIZE, GREATEST_LOG_SIZE] = [-14, 7];
/** With this many halvings, a bisection finds a size to within 0.005% of its value. */
const HALVINGS = 19;

function sizeAt(side: Side, share: number): number {
  let [low, high] = [LEAST_LOG_SIZE, GREATEST_LOG_SIZE];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (shareBelow(side, Math.exp(middle)) < share) low = middle;
    else high = middle;
  }
  return Math.exp((low + high) / 2);
}

/**
 * Raises a size to `power`, relative to 5% of the consensus. Sizes up to 5% stay as they are, so the
 * probabilities of the bands do not change.
 */
export function stretchedSurprise(size: number, power: number): number {
  return size <= LARGE_SURPRISE_SHARE ? size : LARGE_SURPRISE_SHARE * (size / LARGE_SURPRISE_SHARE) ** power;
}

function finalSize({ power, width, limit }: SurpriseDistribution, size: number): number {
  return Math.min(limit, widenedSurprise(stretchedSurprise(size, power), width));
}

/**
 * Returns the share of the misses, or of the beats, that are smaller than `size`, a share of the absolute
 * consensus. It is the inverse of `surpriseQuantile` on that side.
 */
export function cumulativeShare(
  distribution: SurpriseDistribution,
  side: "miss" | "beat",
  size: number,
): number {
  if (size > distribution.limit) return 1;
  let [low, high] = [LEAST_LOG_SIZE, GREATEST_LOG_SIZE];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (finalSize(distribution, Math.exp(middle)) < size) low = middle;
    else high = middle;
  }
  return shareBelow(distribution[side], size <= LARGE_SURPRISE_SHARE ? size : Math.exp((low + high) / 2));
}

/**
 * Returns the quantile of the surprise as a share of the absolute consensus: negative for a miss, 0 for a
 * meet. `probability` is strictly between 0 and 1.
 */
export function surpriseQuantile(distribution: SurpriseDistribution, probability: number): number {
  const { miss, meet, beat } = distribution;
  const sized = (size: number) => finalSize(distribution, size);
  if (probability < miss.probability)
    return -sized(sizeAt(miss, (miss.probability - probability) / miss.probability));
  if (probability <= miss.probability + meet) return 0;
  return sized(sizeAt(beat, (probability - miss.probability - meet) / beat.probability));
}

const [LOW_SHARE, HIGH_SHARE] = [(1 - INTERVAL_COVERAGE) / 2, (1 + INTERVAL_COVERAGE) / 2];

/** Returns the 80% interval of the surprise without the day's width factor and without the limit. */
export function fittedInterval(distribution: SurpriseDistribution): FittedInterval {
  const fitted = { ...distribution, width: 1, limit: Number.POSITIVE_INFINITY };
  return {
    low: surpriseQuantile(fitted, LOW_SHARE),
    high: surpriseQuantile(fitted, HIGH_SHARE),
    limit: distribution.limit,
  };
}

/** EPS in currency units, rounded to cents. */
type ExpectedEps = { eps: number; low: number; high: number };

/** Returns the median and the 80% interval of the reported EPS. */
export function expectedEpsFrom(distribution: SurpriseDistribution, consensusEps: number): ExpectedEps {
  const size = Math.max(MIN_SURPRISE_DENOMINATOR, Math.abs(consensusEps));
  const at = (probability: number) =>
    Math.round(100 * (consensusEps + size * surpriseQuantile(distribution, probability))) / 100;
  return { eps: at(0.5), low: at(LOW_SHARE), high: at(HIGH_SHARE) };
}
