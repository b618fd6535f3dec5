import { z } from "zod";
import { surpriseBands } from "./rules.ts";

const share = z.number().min(0).max(1);
const count = z.number().int().nonnegative();

const afterSurpriseSchema = z.object({
  band: z.enum(surpriseBands),
  /** The model's current probability of this outcome. */
  probability: share.nullable(),
  /** Counts large companies: those of the sector when it has at least 30, otherwise all. */
  n: count,
  isOfSector: z.boolean(),
  /** The share that rose, with its 95% interval. */
  shareRose: share,
  low: share,
  high: share,
  /** Percent. */
  meanMovePercent: z.number(),
  meanSizePercent: z.number().nonnegative(),
  /** The company's own past reports whose move is known, in percent. */
  own: z.object({ n: count, rose: count, meanMovePercent: z.number().nullable() }),
});

/** Counts of past moves. They forecast no direction. */
export const pastReactionsSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  rows: z.array(afterSurpriseSchema).max(surpriseBands.length),
  /** The expected absolute move in percent: each kind of surprise is weighted by its current probability. */
  typicalMovePercent: z.number().nonnegative().nullable(),
  /** How many of the company's own moves exceeded what options imply now. Null without options. */
  beyondImplied: z.object({ n: count, larger: count }).nullable(),
});
export type PastReactions = z.infer<typeof pastReactionsSchema>;
