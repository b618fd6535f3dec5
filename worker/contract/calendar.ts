import { z } from "zod";
import { asOfSchema, knownSchema, reportThenSchema } from "./as-of.ts";
import { seasonShareSchema, seasonSoFarSchema } from "./market.ts";
import { MAX_WATCHED } from "./plans.ts";
import { confidenceSchema, dataModeSchema, edgeVerdictSchema, predictionTypeSchema } from "./prediction.ts";
import { traderPriceSchema } from "./prediction-markets.ts";
import { revenueSchema } from "./revenue.ts";
import { MAX_CALENDAR_DAYS, MAX_CALENDAR_DAYS_AS_OF, MAX_PEERS } from "./rules.ts";
import { daysBetween } from "./time.ts";

/** More than the number of reports in the longest allowed period of a market with 6,000 companies. */
const MAX_ROWS = 10_000;

/**
 * `from` and `to` are days in Eastern time, both inclusive. The default is the current week and the next one,
 * or with `asOf` the week of that moment.
 */
export const calendarQuerySchema = z
  .object({ from: z.iso.date().optional(), to: z.iso.date().optional(), asOf: asOfSchema })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), "Give both days or none.")
  .refine(({ from = "", to = "" }) => from <= to, "The last day lies before the first.")
  .refine(
    ({ from, to }) => !from || !to || daysBetween(from, to) < MAX_CALENDAR_DAYS,
    `Ask for at most ${MAX_CALENDAR_DAYS} days at once.`,
  )
  .refine(
    ({ from, to, asOf }) => !from || !to || !asOf || daysBetween(from, to) < MAX_CALENDAR_DAYS_AS_OF,
    `Ask for at most ${MAX_CALENDAR_DAYS_AS_OF} days at once with asOf.`,
  );
export type CalendarQuery = z.infer<typeof calendarQuerySchema>;

/** `awaited` means that the report's day has passed without a reported figure. */
const calendarStates = ["upcoming", "locked", "awaited", "reported", "review", "void"] as const;
export type CalendarState = (typeof calendarStates)[number];

/**
 * One report of the calendar with its prediction and result, as far as they are known. EPS is in `currency`.
 */
export const calendarRowSchema = z.object({
  symbol: z.string().max(15),
  /** The company's ticker at the time of the lock. It is given only when the company has another ticker now. */
  symbolAtPrediction: z.string().max(15).optional(),
  name: z.string().max(200),
  sector: z.string().max(80).nullable(),
  marketCap: z.number().nullable(),
  currency: z.string().max(8).nullable(),
  fiscalQuarterEnd: z.iso.date(),
  reportDate: z.iso.date(),
  session: z.enum(["pre", "post"]).nullable(),
  isConfirmed: z.boolean(),
  movedFrom: z.iso.date().nullable(),
  consensusEps: z.number(),
  analystCount: z.number().int().nonnegative().nullable(),
  baseRate: z.number().min(0).max(1).nullable(),
  /**
   * `beatProbability`, `edge`, `edgeVerdict` and `confidence` are null when there is no prediction, or when the
   * reader's plan does not include it.
   */
  beatProbability: z.number().min(0).max(1).nullable(),
  edge: z.number().min(-1).max(1).nullable(),
  edgeVerdict: edgeVerdictSchema.nullable(),
  confidence: confidenceSchema.nullable(),
  needsPlan: z.boolean(),
  /** The implied move in either direction, from the last analysis of the company. */
  impliedMovePercent: z.number().nonnegative().nullable(),
  /** The mean absolute price change after past reports. */
  pastMovePercent: z.number().nonnegative().nullable(),
  state: z.enum(calendarStates),
  stateReason: z.string().max(300).nullable(),
  outcome: predictionTypeSchema.nullable(),
  reportedEps: z.number().nullable(),
  revenue: revenueSchema,
  isCorrect: z.boolean().nullable(),
  predictionId: z.string().max(40).nullable(),
  /** The public price of a prediction market on an upcoming report. Absent when none is known or may be shown. */
  traders: traderPriceSchema.optional(),
});
export type CalendarRow = z.infer<typeof calendarRowSchema>;

const count = z.number().int().nonnegative();

export const opensSchema = z.enum(["none", "largest", "all"]);
export type ProbabilityAccess = z.infer<typeof opensSchema>;

export const seasonCalendarSchema = z.object({
  dataMode: dataModeSchema,
  asOf: z.iso.datetime(),
  today: z.iso.date(),
  from: z.iso.date(),
  to: z.iso.date(),
  /**
   * How many of the ranges of past reports have been read. Predictions begin when all have been. `waitsFor` is
   * null once predictions have begun.
   */
  waitsFor: z.object({ read: count, ranges: count }).nullable(),
  opens: opensSchema,
  items: z.array(calendarRowSchema).max(MAX_ROWS),
  own: z.array(z.string().max(15)).max(MAX_WATCHED),
  days: z
    .array(z.object({ day: z.iso.date(), reports: count, reported: count, beats: count }))
    .max(MAX_CALENDAR_DAYS),
  seasonSoFar: seasonSoFarSchema,
  known: knownSchema.optional(),
});
export type SeasonCalendar = z.infer<typeof seasonCalendarSchema>;

/** A calendar quarter such as "2026-Q3". A report belongs to the quarter that contains its report day. */
const quarterSchema = z.string().regex(/^\d{4}-Q[1-4]$/);

export const seasonMapQuerySchema = z.object({ quarter: quarterSchema.optional() });

/**
 * The number of reports and beats in one quarter by sector and week. It contains no probabilities, so everyone
 * may see it.
 */
export const seasonMapSchema = z.object({
  dataMode: dataModeSchema,
  today: z.iso.date(),
  quarter: quarterSchema,
  quarters: z.array(quarterSchema).max(200),
  weeks: z.array(z.iso.date()).max(15),
  reported: count,
  beats: count,
  sectors: z
    .array(
      z.object({
        sector: z.string().max(80),
        cells: z
          .array(z.object({ week: z.iso.date(), reports: count, reported: count, beats: count }))
          .max(15),
      }),
    )
    .max(30),
});
export type SeasonMap = z.infer<typeof seasonMapSchema>;

export const seasonAroundSchema = z.object({
  dataMode: dataModeSchema,
  since: z.iso.date(),
  all: seasonShareSchema,
  sector: seasonShareSchema.extend({ sector: z.string().max(80) }).nullable(),
  industry: z.string().max(120).nullable(),
  peers: z
    .array(
      z.object({
        symbol: z.string().max(15),
        name: z.string().max(200),
        reportDate: z.iso.date(),
        outcome: predictionTypeSchema,
      }),
    )
    .max(MAX_PEERS),
  /** The company's next report, or else its last one, as known at `asOf`. It is given only with `asOf`. */
  report: calendarRowSchema.nullable().optional(),
  pointInTimeReport: reportThenSchema.nullable().optional(),
  known: knownSchema.optional(),
});
export type SeasonAround = z.infer<typeof seasonAroundSchema>;

export const baseRateSchema = z.object({
  dataMode: dataModeSchema,
  asOf: z.iso.datetime(),
  symbol: z.string().max(15),
  fiscalQuarterEnd: z.iso.date(),
  reportDate: z.iso.date(),
  /**
   * `lock`: the base rate that was locked for this report. `reports`: a base rate that is counted from the
   * reports known by `asOf`.
   */
  source: z.enum(["lock", "reports"]),
  baseRate: z.number().min(0).max(1).nullable(),
  referenceClass: z
    .object({
      label: z.string().max(100),
      n: count,
      low: z.number().min(0).max(1),
      high: z.number().min(0).max(1),
    })
    .nullable(),
  known: knownSchema.optional(),
});
export type BaseRate = z.infer<typeof baseRateSchema>;

export const calendarFeedSchema = z.object({ createdAt: z.iso.datetime().nullable() });

export const calendarFeedAddressSchema = z.object({ url: z.string().max(500) });

/** `from` and `to` are ISO days, both inclusive. */
export const unlockedQuerySchema = z
  .object({ from: z.iso.date(), to: z.iso.date() })
  .refine(({ from, to }) => from <= to, "The last day lies before the first.")
  .refine(
    ({ from, to }) => daysBetween(from, to) < MAX_CALENDAR_DAYS,
    `Ask for at most ${MAX_CALENDAR_DAYS} days at once.`,
  );

const unlockedReportSchema = z.object({
  symbol: z.string().max(15),
  fiscalQuarterEnd: z.iso.date(),
  reportDate: z.iso.date(),
  /**
   * `missed`: a prediction existed before the report but was not locked in time. `outside_universe`: the
   * company's listing or share price does not qualify. `too_few_quarters`: the company has fewer reported
   * quarters than the rule requires. `past_unread`: the company's past reports were still being read.
   * `late_in_calendar`: the report became known too late.
   */
  reason: z.enum(["missed", "outside_universe", "too_few_quarters", "past_unread", "late_in_calendar"]),
});
export type UnlockedReport = z.infer<typeof unlockedReportSchema>;

export const unlockedResponseSchema = z.object({ reports: z.array(unlockedReportSchema).max(10_000) });
