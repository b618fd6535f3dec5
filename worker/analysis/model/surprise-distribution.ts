import type { CompanySurprises } from "./company-surprises.ts";
import { sharesOf } from "./nets.ts";
import { BEAT_EDGES, LEAST_ESTIMATE, MEET_BIN, MISS_EDGES } from "./surprise-bins.ts";
import type { ModelWeights, ViewWeights } from "./weights.ts";

/** Where the continuous bins of a beat end, from the exact meet on. */
const beatBounds = [0, ...BEAT_EDGES];
const missBounds = [0, ...[...MISS_EDGES].reverse()].map(Math.abs);

/** Surprises of one sign, by their size relative to the consensus: the model's bins and the company's own past ones. */
type Side = {
  /** Probability of this sign. */
  probability: number;
  /** Weights of the model's bins, from the smallest size outwards. */
  bins: readonly number[];
  bounds: readonly number[];
  /** How fast sizes beyond the last bound thin out: the exponent of a power law (Pareto). */
  exponent: number;
  own: CompanySurprises["misses"];
  total: number;
};

/** How likely a surprise of each size is; sizes beyond 5% are stretched or drawn in by `power`. */
export type SurpriseDistribution = { miss: Side; meet: number; beat: Side; power: number };

/** Shares of 1 that add up to 1. "By 5%" is relative to the consensus's size. */
export type SurpriseBands = {
  missBy5OrMore: number;
  miss: number;
  meet: number;
  beat: number;
  beatBy5OrMore: number;
};

type Scored = { binScores: Float64Array; beatProbability: number };
type Fitted = Pick<ViewWeights, "binFactors"> & { tails: ModelWeights["tails"]; power: number };

/**
 * The distribution of the surprise from the scores of its bins and the company's own past surprises. The beats add up to
 * `beatProbability` exactly, whatever the scores say, so that it never contradicts the forecast.
 */
export function surpriseDistribution(
  { binScores, beatProbability }: Scored,
  { binFactors, tails, power }: Fitted,
  company: CompanySurprises,
): SurpriseDistribution {
  const shares = sharesOf(binScores).map((share, bin) => share * (binFactors[bin] ?? 1));
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

/** Share of the consensus from which on a band is the outer one. */
const LARGE = 0.05;
const LARGE_MISSES = MISS_EDGES.indexOf(-0.05) + 1;
const LARGE_BEATS = MEET_BIN + 2 + BEAT_EDGES.indexOf(LARGE);

/** The band that a bin belongs to. */
export function bandOfBin(bin: number): keyof SurpriseBands {
  if (bin === MEET_BIN) return "meet";
  if (bin < MEET_BIN) return bin < LARGE_MISSES ? "missBy5OrMore" : "miss";
  return bin < LARGE_BEATS ? "beat" : "beatBy5OrMore";
}

/** The distribution in five bands. */
export function bandsOf({ miss, meet, beat }: SurpriseDistribution): SurpriseBands {
  const [smallMiss, smallBeat] = [shareBelow(miss, LARGE), shareBelow(beat, LARGE)];
  return {
    missBy5OrMore: miss.probability * (1 - smallMiss),
    miss: miss.probability * smallMiss,
    meet,
    beat: beat.probability * smallBeat,
    beatBy5OrMore: beat.probability * (1 - smallBeat),
  };
}

/** A past surprise stands for sizes from half to one and a half times its own. */
const SPREAD = 0.5;

/** Share of a side's surprises that are smaller than `size`. */
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

/** Sizes beyond these, relative to the consensus, are one and the same. */
const [LEAST_LOG_SIZE, GREATEST_LOG_SIZE] = [-14, 7];
/** Halvings of the range: sizes are found to one part in twenty thousand. */
const HALVINGS = 19;

/** The size that a share of a side's surprises stays below. */
function sizeAt(side: Side, share: number): number {
  let [low, high] = [LEAST_LOG_SIZE, GREATEST_LOG_SIZE];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (shareBelow(side, Math.exp(middle)) < share) low = middle;
    else high = middle;
  }
  return Math.exp((low + high) / 2);
}

/** A size beyond 5% grows or shrinks by a power, so that the interval is right and the bands stay what they are. */
export function stretched(size: number, power: number): number {
  return size <= LARGE ? size : LARGE * (size / LARGE) ** power;
}

/**
 * The surprise, relative to the consensus's size, that outcomes stay at or below with this probability (0 to 1, exclusive):
 * exactly 0 within the share of a meet.
 */
export function surpriseQuantile(
  { miss, meet, beat, power }: SurpriseDistribution,
  probability: number,
): number {
  if (probability < miss.probability)
    return -stretched(sizeAt(miss, (miss.probability - probability) / miss.probability), power);
  if (probability <= miss.probability + meet) return 0;
  return stretched(sizeAt(beat, (probability - miss.probability - meet) / beat.probability), power);
}

/** An expected EPS with an interval, in currency units to the cent. */
type ExpectedEps = { eps: number; low: number; high: number };

/** Share of outcomes that lie within the interval. */
export const INTERVAL_SHARE = 0.8;

/** The median of the distribution and the interval that holds 80% of outcomes, for a consensus EPS. */
export function expectedEpsFrom(distribution: SurpriseDistribution, consensusEps: number): ExpectedEps {
  const size = Math.max(LEAST_ESTIMATE, Math.abs(consensusEps));
  const at = (probability: number) =>
    Math.round(100 * (consensusEps + size * surpriseQuantile(distribution, probability))) / 100;
  return { eps: at(0.5), low: at((1 - INTERVAL_SHARE) / 2), high: at((1 + INTERVAL_SHARE) / 2) };
}
