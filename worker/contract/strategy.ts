import { z } from "zod";

export const riskLevelSchema = z.enum(["low", "medium", "high"]);
export type RiskLevel = z.infer<typeof riskLevelSchema>;

const legSchema = z.object({
  side: z.enum(["buy", "sell"]),
  right: z.enum(["call", "put"]),
  strike: z.number().positive(),
  /** The mean of bid and ask per share, or the last price when they are not usable. */
  premium: z.number().nonnegative().nullable(),
});
export type Leg = z.infer<typeof legSchema>;

/**
 * A textbook option strategy. Amounts are per share, in the listing's currency, and the number of contracts is
 * never fitted to a person.
 */
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

/** The price change that options imply for the report, beside the price changes after past reports. */
export const impliedMoveSchema = z.object({
  /**
   * The expected absolute price change due to the report alone. `impliedMovePercent` is null when the option
   * chains cannot separate it from the price changes on other days.
   */
  impliedMovePercent: z.number().nonnegative().nullable(),
  /**
   * How the variance of the days without the report was found: from an expiry before the report, or from two
   * expiries after it.
   */
  method: z.enum(["expiry_before", "two_expiries_after"]).nullable(),
  /**
   * The price of the at-the-money straddle in percent of the share price, for the first expiry after the
   * report. It includes the price changes of all days until the expiry.
   */
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
