import { z } from "zod";
import { surpriseBands } from "./rules.ts";

const share = z.number().min(0).max(1);
const count = z.number().int().nonnegative();

const afterSurpriseSchema = z.object({
  band: z.enum(surpriseBands),
  /** How likely the model holds such a surprise now; null where the company's history is missing. */
  probability: share.nullable(),
  /** Reports counted: of large companies, of the sector where 30 of it are known, else of all sectors. */
  n: count,
  isOfSector: z.boolean(),
  /** Share of them after which the price rose, with its interval at 95%. */
  shareRose: share,
  low: share,
  high: share,
  /** Mean move, and mean size of a move, in percent. */
  meanMovePercent: z.number(),
  meanSizePercent: z.number().nonnegative(),
  /**
   * The company's own reports of this kind whose move is known, after how many of them it rose, and their mean move in percent:
   * null without any.
   */
  own: z.object({ n: count, rose: count, meanMovePercent: z.number().nullable() }),
});

/** "What a beat has meant": counts of the past, and no forecast of a direction. */
export const pastReactionsSchema = z.object({
  /** Days of the first and the last report counted of other companies. */
  from: z.iso.date(),
  to: z.iso.date(),
  rows: z.array(afterSurpriseSchema).max(surpriseBands.length),
  /** Mean size of a move in percent, each kind of surprise weighted by its probability now. */
  typicalMovePercent: z.number().nonnegative().nullable(),
  /** Of the company's own past moves, how many were larger than what options imply now; null without options. */
  beyondImplied: z.object({ n: count, larger: count }).nullable(),
});
export type PastReactions = z.infer<typeof pastReactionsSchema>;
