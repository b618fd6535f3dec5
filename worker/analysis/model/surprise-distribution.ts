import { sharesOf } from "./nets.ts";
import { BEAT_EDGES, LEAST_ESTIMATE, MEET_BIN, MISS_EDGES, SURPRISE_BINS } from "./surprise-bins.ts";
import type { ModelWeights } from "./weights.ts";

/** Where the continuous bins of a beat end, from the exact meet on. */
const beatBounds = [0, ...BEAT_EDGES];
const missBounds = [0, ...[...MISS_EDGES].reverse()];

/** How likely a surprise of each size is. Shares of 1, from the worst miss to the best beat; see surprise-bins.ts. */
export type SurpriseDistribution = { bins: Float64Array; tails: ModelWeights["tails"] };

/** Shares of 1 that add up to 1. "By 5%" is relative to the consensus's size. */
export type SurpriseBands = {
  missBy5OrMore: number;
  miss: number;
  meet: number;
  beat: number;
  beatBy5OrMore: number;
};

/**
 * The distribution of the surprise from the scores of its bins. The bins of a beat add up to `beatProbability` exactly,
 * whatever the scores say, so that it never contradicts the forecast.
 */
export function surpriseDistribution(
  binScores: Float64Array,
  binFactors: readonly number[],
  tails: ModelWeights["tails"],
  beatProbability: number,
): SurpriseDistribution {
  const shares = sharesOf(binScores).map((share, bin) => share * (binFactors[bin] ?? 1));
  const beat = sumOf(shares, MEET_BIN + 1, SURPRISE_BINS);
  const other = sumOf(shares, 0, MEET_BIN + 1);
  const bins = shares.map((share, bin) =>
    bin > MEET_BIN ? (share * beatProbability) / beat : (share * (1 - beatProbability)) / other,
  );
  return { bins, tails };
}

function sumOf(values: Float64Array, from: number, to: number): number {
  return values.subarray(from, to).reduce((sum, value) => sum + value, 0);
}

const LARGE_MISSES = MISS_EDGES.indexOf(-0.05) + 1;
const LARGE_BEATS = MEET_BIN + 2 + BEAT_EDGES.indexOf(0.05);

/** The band that a bin belongs to. */
export function bandOfBin(bin: number): keyof SurpriseBands {
  if (bin === MEET_BIN) return "meet";
  if (bin < MEET_BIN) return bin < LARGE_MISSES ? "missBy5OrMore" : "miss";
  return bin < LARGE_BEATS ? "beat" : "beatBy5OrMore";
}

/** The distribution in five bands. */
export function bandsOf({ bins }: SurpriseDistribution): SurpriseBands {
  const bands: SurpriseBands = { missBy5OrMore: 0, miss: 0, meet: 0, beat: 0, beatBy5OrMore: 0 };
  bins.forEach((share, bin) => {
    bands[bandOfBin(bin)] += share;
  });
  return bands;
}

/**
 * The surprise, relative to the consensus's size, that outcomes stay at or below with this probability (0 to 1, exclusive).
 * Straight lines within the bins, a power law beyond the outermost edges, exactly 0 within the share of a meet.
 */
export function surpriseQuantile({ bins, tails }: SurpriseDistribution, probability: number): number {
  const misses = sumOf(bins, 0, MEET_BIN);
  const meet = bins[MEET_BIN] ?? 0;
  if (probability < misses)
    return -sizeAt(bins.slice(0, MEET_BIN).reverse(), missBounds, tails.miss, misses - probability);
  if (probability <= misses + meet) return 0;
  return sizeAt(bins.subarray(MEET_BIN + 1), beatBounds, tails.beat, probability - misses - meet);
}

/** The size at which the bins, from the smallest size outwards, have added up to `share`. */
function sizeAt(bins: Float64Array, bounds: readonly number[], exponent: number, share: number): number {
  let below = 0;
  for (let bin = 0; bin < bins.length; bin++) {
    const own = bins[bin] as number;
    const from = Math.abs(bounds[bin] as number);
    if (share > below + own && bin < bins.length - 1) {
      below += own;
      continue;
    }
    const part = own > 0 ? Math.min(1 - 1e-6, Math.max(0, (share - below) / own)) : 0;
    const to = bounds[bin + 1];
    return to === undefined ? from * (1 - part) ** (-1 / exponent) : from + part * (Math.abs(to) - from);
  }
  return 0;
}

/** An expected EPS with an interval, in currency units to the cent. */
type ExpectedEps = { eps: number; low: number; high: number };

/** Share of outcomes that lie within the interval. */
const INTERVAL_SHARE = 0.8;

/** The median of the distribution and the interval that holds 80% of outcomes, for a consensus EPS. */
export function expectedEpsFrom(distribution: SurpriseDistribution, consensusEps: number): ExpectedEps {
  const size = Math.max(LEAST_ESTIMATE, Math.abs(consensusEps));
  const at = (probability: number) =>
    Math.round(100 * (consensusEps + size * surpriseQuantile(distribution, probability))) / 100;
  return { eps: at(0.5), low: at((1 - INTERVAL_SHARE) / 2), high: at((1 + INTERVAL_SHARE) / 2) };
}
