import { z } from "zod";

export const riskLevelSchema = z.enum(["low", "medium", "high"]);
export type RiskLevel = z.infer<typeof riskLevelSchema>;

const legSchema = z.object({
  side: z.enum(["buy", "sell"]),
  right: z.enum(["call", "put"]),
  strike: z.number().positive(),
  /** Mid price of the chain per share, or null where the example is not priced. */
  premium: z.number().nonnegative().nullable(),
});
export type Leg = z.infer<typeof legSchema>;

/** A textbook structure per share; never sized to a person. Money per share in the listing's currency. */
const tradeStrategySchema = z.object({
  strategy: z.string().max(80),
  description: z.string().max(1000),
  riskLevel: riskLevelSchema,
  legs: z.array(legSchema).max(4),
  expiry: z.iso.date().nullable(),
  breakevens: z.array(z.number()).max(2),
  /** Null means without limit. */
  maxGain: z.number().nullable(),
  /** Positive amount that can be lost. */
  maxLoss: z.number().nullable(),
  isMaxGainUnlimited: z.boolean(),
  /** Profit at expiry by price of the share; empty where the example is not priced. */
  payoff: z.array(z.object({ price: z.number(), profit: z.number() })).max(201),
});
export type TradeStrategy = z.infer<typeof tradeStrategySchema>;

export const tradeStrategiesSchema = z.object({
  bullishStrategy: tradeStrategySchema,
  bearishStrategy: tradeStrategySchema,
  neutralStrategy: tradeStrategySchema,
});
export type TradeStrategies = z.infer<typeof tradeStrategiesSchema>;

/** What the option market pays for the report, beside what the share did on past report days. */
export const impliedMoveSchema = z.object({
  /** Percent of the share price, both ways: (at-the-money call + put) / price. Null without a chain. */
  impliedMovePercent: z.number().nonnegative().nullable(),
  expiry: z.iso.date().nullable(),
  straddle: z.number().nonnegative().nullable(),
  strike: z.number().nullable(),
  spot: z.number().nullable(),
  /** Percent change of the close over each past report, newest first. */
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
  /** Of the past beats with a known price move, how many rose: "a beat does not mean the stock rises". */
  beatsThatRose: z.object({ rose: z.number().int(), beats: z.number().int() }).nullable(),
});
export type ImpliedMove = z.infer<typeof impliedMoveSchema>;
