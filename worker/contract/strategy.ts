import { z } from "zod";

export const riskLevelSchema = z.enum(["low", "medium", "high"]);
export type RiskLevel = z.infer<typeof riskLevelSchema>;

const legSchema = z.object({
  side: z.enum(["buy", "sell"]),
  right: z.enum(["call", "put"]),
  strike: z.number().positive(),
  /** The mid price per share. */
  premium: z.number().nonnegative().nullable(),
});
export type Leg = z.infer<typeof legSchema>;

/** A textbook structure per share in the listing's currency. It is never sized to a person. */
const tradeStrategySchema = z.object({
  strategy: z.string().max(80),
  description: z.string().max(1000),
  riskLevel: riskLevelSchema,
  legs: z.array(legSchema).max(4),
  expiry: z.iso.date().nullable(),
  breakevens: z.array(z.number()).max(2),
  maxGain: z.number().nullable(),
  maxLoss: z.number().nullable(),
  isMaxGainUnlimited: z.boolean(),
  payoff: z.array(z.object({ price: z.number(), profit: z.number() })).max(201),
});
export type TradeStrategy = z.infer<typeof tradeStrategySchema>;

export const tradeStrategiesSchema = z.object({
  bullishStrategy: tradeStrategySchema,
  bearishStrategy: tradeStrategySchema,
  neutralStrategy: tradeStrategySchema,
});
export type TradeStrategies = z.infer<typeof tradeStrategiesSchema>;

/** What options imply, beside the moves on past report days. */
export const impliedMoveSchema = z.object({
  /** The mean size of the report's own move, in percent. Null when the option chains cannot separate it. */
  impliedMovePercent: z.number().nonnegative().nullable(),
  /** How the variance of the other days was found. */
  method: z.enum(["expiry_before", "two_expiries_after"]).nullable(),
  /** The straddle of the first expiry after the report, which includes all days until then. */
  straddlePercent: z.number().nonnegative().nullable(),
  expiry: z.iso.date().nullable(),
  straddle: z.number().nonnegative().nullable(),
  strike: z.number().nullable(),
  spot: z.number().nullable(),
  pastMoves: z
    .array(
      z.object({
        reportDate: z.iso.date(),
        movePercent: z.number(),
        result: z.enum(["beat", "miss", "met"]).nullable(),
      }),
    )
    .max(40),
  averagePastMovePercent: z.number().nonnegative().nullable(),
  beatsThatRose: z.object({ rose: z.number().int(), beats: z.number().int() }).nullable(),
});
export type ImpliedMove = z.infer<typeof impliedMoveSchema>;
