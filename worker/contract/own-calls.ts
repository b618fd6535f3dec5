import { z } from "zod";

const probability = z.number().min(0).max(1);
const count = z.number().int().nonnegative();
const symbol = z.string().max(15);

export const MAX_LISTED_CALLS = 50;

/** Null opens ours without a call. */
export const ownCallRequestSchema = z.object({
  fiscalQuarterEnd: z.iso.date(),
  probability: probability.nullable(),
});

const ownCallSchema = z.object({
  symbol,
  fiscalQuarterEnd: z.iso.date(),
  /** Null where ours was opened first. */
  probability: probability.nullable(),
  calledAt: z.iso.datetime(),
  /** Our locked probability, once settled. */
  ours: probability.nullable(),
  isBeat: z.boolean().nullable(),
});
export type OwnCall = z.infer<typeof ownCallSchema>;

export const ownCallResponseSchema = z.object({ call: ownCallSchema });

/** Mean squared errors over the same settled reports. */
const brierSchema = z.object({ n: count, own: z.number().min(0).max(1), ours: z.number().min(0).max(1) });

export const ownCallsSchema = z.object({
  calls: z.array(ownCallSchema).max(MAX_LISTED_CALLS),
  score: brierSchema.nullable(),
  /** By the quarter of the report's end, oldest first. */
  seasons: z.array(brierSchema.extend({ quarter: z.iso.date() })).max(40),
  /** Fifths of own probability. */
  bins: z.array(z.object({ n: count, mean: probability, beats: count })).max(5),
});
export type OwnCalls = z.infer<typeof ownCallsSchema>;
