import { z } from "zod";
import { calendarRowSchema, opensSchema } from "./calendar.ts";
import { seasonShareSchema } from "./market.ts";
import { confidenceSchema, dataModeSchema, edgeVerdictSchema } from "./prediction.ts";
import { MAX_COMPARED } from "./rules.ts";
import { dottedClass, symbolSchema } from "./symbol.ts";

/** Past reports that a comparison shows of each company. */
export const COMPARED_REPORTS = 4;
/** Longer than any list of tickers that could be answered. */
const MAX_LIST_LENGTH = 200;

/** The tickers of a list ("AAPL, msft,AAPL"), each once in the order given, and what of it is no ticker. */
export function tickersOf(list: string): { symbols: string[]; refused: string[] } {
  const words = list.slice(0, MAX_LIST_LENGTH).split(/[\s,]+/);
  const parsed = words
    .filter((word) => word !== "")
    .map((word) => ({ word, ...symbolSchema.safeParse(word) }));
  return {
    symbols: [...new Set(parsed.flatMap(({ data }) => (data === undefined ? [] : [dottedClass(data)])))],
    refused: [...new Set(parsed.flatMap(({ word, success }) => (success ? [] : [word])))],
  };
}

export const TOO_MANY_COMPARED = `Compare at most ${MAX_COMPARED} companies at once.`;

/** `s` is a list of tickers, which parses to each of them once. */
export const compareQuerySchema = z.object({
  s: z
    .string()
    .max(MAX_LIST_LENGTH)
    .transform((list, context) => {
      const { symbols, refused } = tickersOf(list);
      const problem =
        refused.length > 0
          ? `"${refused[0]}" is not a ticker symbol.`
          : symbols.length === 0
            ? "Name at least one company, as in s=AAPL,MSFT."
            : symbols.length > MAX_COMPARED
              ? TOO_MANY_COMPARED
              : null;
      if (problem !== null) context.addIssue({ code: "custom", message: problem });
      return symbols;
    }),
});

const share = z.number().min(0).max(1);

/** Where the model's steps begin, in percent, and what each adds, in points of probability. */
const contributionsSchema = z.object({
  start: z.object({ label: z.string().max(40), percent: z.number().min(0).max(100) }),
  steps: z.array(z.object({ label: z.string().max(40), points: z.number() })).max(8),
});

/** A prediction that the reader may see. `edge` is P(beat) minus the base rate. */
const comparedPredictionSchema = z.object({
  /** The calendar's number, or that of the reader's own analysis of this very report. */
  from: z.enum(["calendar", "own_analysis"]),
  asOf: z.iso.datetime().nullable(),
  beatProbability: share,
  baseRate: share,
  edge: z.number().min(-1).max(1),
  edgeVerdict: edgeVerdictSchema.nullable(),
  confidence: confidenceSchema,
  /** Null where they are not known for this very number. */
  contributions: contributionsSchema.nullable(),
  /** Our own expectation with the interval that holds 80% of outcomes; null like the contributions. */
  expectedEps: z
    .object({ eps: z.number(), low: z.number().nullable(), high: z.number().nullable() })
    .nullable(),
});
export type ComparedPrediction = z.infer<typeof comparedPredictionSchema>;

/** A past report in short. */
export const pastReportSchema = z.object({
  reportDate: z.iso.date(),
  result: z.enum(["beat", "met", "miss"]).nullable(),
  /** Percent of the consensus's size; null where the consensus is zero or not known. */
  surprisePercent: z.number().nullable(),
});
export type PastReport = z.infer<typeof pastReportSchema>;

const comparedReportSchema = calendarRowSchema.omit({
  symbol: true,
  name: true,
  sector: true,
  marketCap: true,
  beatProbability: true,
  edge: true,
  edgeVerdict: true,
  confidence: true,
  needsPlan: true,
});

const comparedSchema = z.object({
  symbol: z.string().max(15),
  name: z.string().max(200),
  sector: z.string().max(80).nullable(),
  /** The next report, else the last one; null where none with a consensus is known. */
  report: comparedReportSchema.nullable(),
  prediction: comparedPredictionSchema.nullable(),
  /** Why no prediction is shown: the reader's plan does not open it, or there is none. Null where one is shown. */
  closedBy: z.enum(["plan", "not_predicted"]).nullable(),
  /** The reader's own latest analysis of this report. */
  ownPredictionId: z.string().max(40).nullable(),
  /** Newest first. */
  pastReports: z.array(pastReportSchema).max(COMPARED_REPORTS),
  /** The season so far of its sector; null where none of it reported or its sector is not known. */
  sectorSeason: seasonShareSchema.nullable(),
});
export type Compared = z.infer<typeof comparedSchema>;

/** GET /api/compare?s=AAPL,MSFT */
export const comparisonSchema = z.object({
  dataMode: dataModeSchema,
  /** The market's time, and its day in New York. */
  asOf: z.iso.datetime(),
  today: z.iso.date(),
  opens: opensSchema,
  /** In the order asked for. */
  items: z.array(comparedSchema).max(MAX_COMPARED),
  /** Tickers of which nothing is stored. */
  unknown: z.array(z.string().max(15)).max(MAX_COMPARED),
  /** First day of the season so far. */
  seasonSince: z.iso.date(),
});
export type Comparison = z.infer<typeof comparisonSchema>;
