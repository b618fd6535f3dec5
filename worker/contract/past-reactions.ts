import { z } from "zod";
import { surpriseBands } from "./rules.ts";

const share = z.number().min(0).max(1);
const count = z.number().int().nonnegative();

const afterSurpriseSchema = z.object({
  band: z.enum(surpriseBands),
  /** The model's current probability of a surprise in this band. */
  probability: share.nullable(),
  /**
   * The number of past reports that are counted. They are those of large companies, from the company's sector
   * when it has at least 30 in this band, otherwise from all sectors.
   */
  n: count,
  isOfSector: z.boolean(),
  /**
   * The share of the counted reports after which the stock rose, with its 95% interval from `low` to `high`. A
   * sector's share is shrunk toward that of all sectors.
   */
  shareRose: share,
  low: share,
  high: share,
  /** The mean price change. `meanSizePercent` is the mean of its absolute value. */
  meanMovePercent: z.number(),
  meanSizePercent: z.number().nonnegative(),
  /** The company's own past reports in this band after which the price change is known. */
  own: z.object({ n: count, rose: count, meanMovePercent: z.number().nullable() }),
});

/** How stocks reacted to past reports, by band of the surprise. The figures forecast no direction. */
export const pastReactionsSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  rows: z.array(afterSurpriseSchema).max(surpriseBands.length),
  /** The expected absolute price change: the mean of each band, weighted by the band's current probability. */
  typicalMovePercent: z.number().nonnegative().nullable(),
  /**
   * How many of the company's `n` known price changes after reports exceeded the implied move. `beyondImplied`
   * is null when the implied move is unknown or no price change is known.
   */
  beyondImplied: z.object({ n: count, larger: count }).nullable(),
});
export type PastReactions = z.infer<typeof pastReactionsSchema>;
