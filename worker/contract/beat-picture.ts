import { z } from "zod";
import type { surpriseBands } from "./rules.ts";

/**
 * The edges of the buckets of `surpriseBuckets`, as shares of the absolute consensus (0.05 is 5%). A surprise
 * of exactly zero has a bucket of its own.
 */
export const BUCKET_EDGES = [-0.25, -0.1, -0.05, 0, 0.025, 0.05, 0.1, 0.2] as const;
export const surpriseBuckets: readonly Bucket[] = [
  { from: null, to: -0.25, band: "missBy5OrMore" },
  { from: -0.25, to: -0.1, band: "missBy5OrMore" },
  { from: -0.1, to: -0.05, band: "missBy5OrMore" },
  { from: -0.05, to: 0, band: "miss" },
  { from: 0, to: 0, band: "meet" },
  { from: 0, to: 0.025, band: "beat" },
  { from: 0.025, to: 0.05, band: "beat" },
  { from: 0.05, to: 0.1, band: "beatBy5OrMore" },
  { from: 0.1, to: 0.2, band: "beatBy5OrMore" },
  { from: 0.2, to: null, band: "beatBy5OrMore" },
];
type Bucket = { from: number | null; to: number | null; band: (typeof surpriseBands)[number] };

export const MEET_BUCKET = 4;
export const BEAT_PICTURE_QUARTERS = 20;

const shares = z.array(z.number().min(0).max(1)).length(surpriseBuckets.length);

export const beatPictureSchema = z.object({
  /**
   * The probability of each bucket, in the order of `surpriseBuckets`. They sum to 1, and those of the beats
   * sum to P(beat).
   */
  shares: shares.nullable(),
  /**
   * The probability of each bucket for comparable companies. Those of the beats sum to the base rate; how they
   * are split among sizes comes from past reports of large companies.
   */
  baseShares: shares,
  /**
   * The company's last reported quarters, oldest first. `surprise` is the surprise as a share of the absolute
   * consensus on the day of the report.
   */
  quarters: z
    .array(z.object({ fiscalQuarterEnd: z.iso.date(), surprise: z.number() }))
    .max(BEAT_PICTURE_QUARTERS),
});
export type BeatPicture = z.infer<typeof beatPictureSchema>;

/**
 * Returns the index in `surpriseBuckets` of a surprise, given as a share of the absolute consensus. A surprise
 * on an edge belongs to the bucket that is further from zero. The comparison rounds to ten-thousandths, because
 * 1.05 - 1 is slightly more than 0.05 in binary.
 */
export function bucketOf(surprise: number): number {
  if (surprise === 0) return MEET_BUCKET;
  const rounded = Math.round(1e4 * surprise) / 1e4;
  if (surprise < 0) return BUCKET_EDGES.filter((edge) => edge < 0 && rounded > edge).length;
  return MEET_BUCKET + 1 + BUCKET_EDGES.filter((edge) => edge > 0 && rounded >= edge).length;
}
