import { z } from "zod";
import { seasonShareSchema, seasonSoFarSchema } from "./market.ts";
import { confidenceSchema, dataModeSchema, edgeVerdictSchema, predictionTypeSchema } from "./prediction.ts";
import { MAX_CALENDAR_DAYS, MAX_PEERS, MAX_WATCHED } from "./rules.ts";
import { daysBetween } from "./time.ts";

/** Rows of one answer: the span at its longest, in a market of 6,000 companies. */
const MAX_ROWS = 10_000;

/** Days (ISO) of New York, both inclusive; this calendar week and the next where both are left out. */
export const calendarQuerySchema = z
  .object({ from: z.iso.date().optional(), to: z.iso.date().optional() })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), "Give both days or none.")
  .refine(({ from = "", to = "" }) => from <= to, "The last day lies before the first.")
  .refine(
    ({ from, to }) => !from || !to || daysBetween(from, to) < MAX_CALENDAR_DAYS,
    `Ask for at most ${MAX_CALENDAR_DAYS} days at once.`,
  );
export type CalendarQuery = z.infer<typeof calendarQuerySchema>;

/**
 * `upcoming`: its day lies ahead; `locked`: its prediction is in the ledger; `awaited`: its day has passed without a
 * figure; `reported`: the figure is out; `review` and `void` as a prediction's.
 */
const calendarStates = ["upcoming", "locked", "awaited", "reported", "review", "void"] as const;
export type CalendarState = (typeof calendarStates)[number];

/** A report of a company. EPS is in `currency`; probabilities are between 0 and 1. */
export const calendarRowSchema = z.object({
  symbol: z.string().max(15),
  name: z.string().max(200),
  sector: z.string().max(80).nullable(),
  /** Dollars; null where it is not known. */
  marketCap: z.number().nullable(),
  currency: z.string().max(8).nullable(),
  fiscalQuarterEnd: z.iso.date(),
  reportDate: z.iso.date(),
  /** Before the opening, after the close, or not known. */
  session: z.enum(["pre", "post"]).nullable(),
  /** Whether the company has confirmed the day. */
  isConfirmed: z.boolean(),
  /** The day before the last move; null where it never moved. */
  movedFrom: z.iso.date().nullable(),
  /** The one the prediction was locked against, else the latest. */
  consensusEps: z.number(),
  analystCount: z.number().int().nonnegative().nullable(),
  /** Null where the report has not been scored. */
  baseRate: z.number().min(0).max(1).nullable(),
  /** Null, like `edge`, `edgeVerdict` and `confidence`, where there is no prediction or the plan does not open it. */
  beatProbability: z.number().min(0).max(1).nullable(),
  /** P(beat) minus the base rate. */
  edge: z.number().min(-1).max(1).nullable(),
  edgeVerdict: edgeVerdictSchema.nullable(),
  confidence: confidenceSchema.nullable(),
  /** There is a prediction that the reader's plan does not open. */
  needsPlan: z.boolean(),
  /** Percent of the share price, both ways, that options charge; of the last analysis before the report. */
  impliedMovePercent: z.number().nonnegative().nullable(),
  /** Mean size of the share's moves over past reports, in percent. */
  pastMovePercent: z.number().nonnegative().nullable(),
  state: z.enum(calendarStates),
  /** Why it is under review or void. */
  stateReason: z.string().max(300).nullable(),
  outcome: predictionTypeSchema.nullable(),
  reportedEps: z.number().nullable(),
  /** Null until the prediction is settled. */
  isCorrect: z.boolean().nullable(),
  /** Its entry on the track record, once the report is out. */
  predictionId: z.string().max(40).nullable(),
});
export type CalendarRow = z.infer<typeof calendarRowSchema>;

const count = z.number().int().nonnegative();

/** Which open probabilities the reader's plan shows: `openProbabilities` of the rules. */
export const opensSchema = z.enum(["none", "largest", "all"]);
export type Opens = z.infer<typeof opensSchema>;

/** GET /api/calendar: every report with a consensus between two days, in the order of their days. */
export const seasonCalendarSchema = z.object({
  dataMode: dataModeSchema,
  /** The market's time, and its day in New York. */
  asOf: z.iso.datetime(),
  today: z.iso.date(),
  from: z.iso.date(),
  to: z.iso.date(),
  /** Thirty-day ranges of past reports and how many have been read, while predictions wait for them; else null. */
  waitsFor: z.object({ read: count, ranges: count }).nullable(),
  opens: opensSchema,
  items: z.array(calendarRowSchema).max(MAX_ROWS),
  /** Companies on the reader's watchlist, in these days or not; none for a visitor. */
  own: z.array(z.string().max(15)).max(MAX_WATCHED),
  /** Days that have reports, with how many of them are out and how many of those beat. */
  days: z
    .array(z.object({ day: z.iso.date(), reports: count, reported: count, beats: count }))
    .max(MAX_CALENDAR_DAYS),
  seasonSoFar: seasonSoFarSchema,
});
export type SeasonCalendar = z.infer<typeof seasonCalendarSchema>;

/** GET /api/season/:symbol: the season around a company. */
export const seasonAroundSchema = z.object({
  since: z.iso.date(),
  /** All companies, and those of the company's sector; null where none of it reported or its sector is not known. */
  all: seasonShareSchema,
  sector: seasonShareSchema.extend({ sector: z.string().max(80) }).nullable(),
  /** Other companies of its industry that reported, the latest first. */
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
});
export type SeasonAround = z.infer<typeof seasonAroundSchema>;
