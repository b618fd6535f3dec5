import {
  BEAT_PICTURE_QUARTERS,
  type BeatPicture,
  BUCKET_EDGES,
  MEET_BUCKET,
} from "#contract/beat-picture.ts";
import type { ReportedQuarter } from "#contract/market-data.ts";
import { toCents } from "./history.ts";
import { type ReactionCounts, shippedReactions } from "./reactions.ts";
import { BEAT_EDGES, MEET_BIN, MISS_EDGES, relativeSurprise } from "./surprise-bins.ts";
import { cumulativeShare, type SurpriseDistribution } from "./surprise-distribution.ts";

type PictureInput = {
  beatProbability: number;
  baseRate: number;
  surprise: SurpriseDistribution | null;
  /** The reported quarters, oldest first. */
  history: readonly Pick<ReportedQuarter, "fiscalQuarterEnd" | "estimate" | "actual">[];
};

export function beatPictureOf(
  { beatProbability, baseRate, surprise, history }: PictureInput,
  counts: Pick<ReactionCounts, "bins"> = shippedReactions(),
): BeatPicture {
  return {
    shares: surprise && roundedShares(sharesOf(surprise), beatProbability),
    baseShares: roundedShares(countedShares(counts), baseRate),
    quarters: history
      .flatMap(({ fiscalQuarterEnd, estimate, actual }) =>
        estimate === null
          ? []
          : [{ fiscalQuarterEnd, surprise: relativeSurprise(toCents(actual), toCents(estimate)) }],
      )
      .slice(-BEAT_PICTURE_QUARTERS),
  };
}

const beatEdges = BUCKET_EDGES.filter((edge) => edge > 0);
const missEdges = BUCKET_EDGES.filter((edge) => edge < 0).map(Math.abs);

function sharesOf(surprise: SurpriseDistribution): number[] {
  const between = (side: "miss" | "beat", sizes: readonly number[]) => {
    const under = [0, ...sizes.map((size) => cumulativeShare(surprise, side, size)), 1];
    return under.slice(1).map((to, i) => surprise[side].probability * (to - (under[i] ?? 0)));
  };
  return [...between("miss", missEdges.toReversed()).reverse(), surprise.meet, ...between("beat", beatEdges)];
}

/**
 * Returns the number of past reports in each bucket of the picture. No model bin straddles two buckets,
 * because every bucket edge is also an edge of the model's bins.
 */
function countedShares({ bins }: Pick<ReactionCounts, "bins">): number[] {
  const lowerEdges = [Number.NEGATIVE_INFINITY, ...MISS_EDGES, 0, 0, ...BEAT_EDGES];
  const sums = Array<number>(BUCKET_EDGES.length + 2).fill(0);
  bins.forEach((n, bin) => {
    const lower = lowerEdges[bin] ?? 0;
    const bucket =
      bin === MEET_BIN
        ? MEET_BUCKET
        : bin < MEET_BIN
          ? missEdges.filter((edge) => lower >= -edge).length
          : MEET_BUCKET + 1 + beatEdges.filter((edge) => lower >= edge).length;
    sums[bucket] = (sums[bucket] ?? 0) + n;
  });
  return sums;
}

const UNITS = 1e4;

/**
 * Scales the weights of the buckets to shares with four decimals (largest-remainder method), so that the
 * beats sum to `beats` and all buckets to 1.
 */
function roundedShares(weights: readonly number[], beats: number): number[] {
  const units = Math.round(UNITS * beats);
  return [
    ...apportioned(weights.slice(0, MEET_BUCKET + 1), UNITS - units),
    ...apportioned(weights.slice(MEET_BUCKET + 1), units),
  ].map((share) => share / UNITS);
}

function apportioned(weights: readonly number[], units: number): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => (units * weight) / whole);
  const parts = exact.map(Math.floor);
  const left = units - parts.reduce((sum, part) => sum + part, 0);
  const byRemainder = exact
    .map((value, i) => ({ i, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest || a.i - b.i);
  for (const { i } of byRemainder.slice(0, left)) parts[i] = (parts[i] ?? 0) + 1;
  return parts;
}
