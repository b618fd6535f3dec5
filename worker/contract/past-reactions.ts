import { z } from "zod";
import { surpriseBands } from "./rules.ts";

const share = z.number().min(0).max(1);
const count = z.number().int().nonnegative();

const afterSurpriseSchema = z.object({
  band: z.enum(surpriseBands),
  /** How likely the model holds it now. */
  probability: share.nullable(),
  /** Of large companies: of the sector where 30 are known, else all. */
  n: count,
  isOfSector: z.boolean(),
  /** With its 95% interval. */
  shareRose: share,
  low: share,
  high: share,
  /** Percent. */
  meanMovePercent: z.number(),
  meanSizePercent: z.number().nonnegative(),
  /** The company's own with a known move, in percent. */
  own: z.object({ n: count, rose: count, meanMovePercent: z.number().nullable() }),
});

/** Counts of the past, no forecast of a direction. */
export const pastReactionsSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  rows: z.array(afterSurpriseSchema).max(surpriseBands.length),
  /** Percent; each kind of surprise weighted by its probability now. */
  typicalMovePercent: z.number().nonnegative().nullable(),
  /** Own moves larger than options imply now; null without options. */
  beyondImplied: z.object({ n: count, larger: count }).nullable(),
});
export type PastReactions = z.infer<typeof pastReactionsSchema>;
