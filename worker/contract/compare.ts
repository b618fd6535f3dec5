import { z } from "zod";
import { calendarRowSchema, opensSchema } from "./calendar.ts";
import { seasonShareSchema } from "./market.ts";
import { confidenceSchema, dataModeSchema, edgeVerdictSchema } from "./prediction.ts";
import { MAX_COMPARED } from "./rules.ts";
import { symbolSchema, withDottedShareClass } from "./symbol.ts";

const share = z.number().min(0).max(1);

export const MAX_COMPARED_PAST_REPORTS = 4;
const MAX_LIST_LENGTH = 200;

export function tickersOf(list: string): { symbols: string[]; refused: string[] } {
  const words = list.slice(0, MAX_LIST_LENGTH).split(/[\s,]+/);
  const parsed = words
    .filter((word) => word !== "")
    .map((word) => ({ word, ...symbolSchema.safeParse(word) }));
  return {
    symbols: [
      ...new Set(parsed.flatMap(({ data }) => (data === undefined ? [] : [withDottedShareClass(data)]))),
    ],
    refused: [...new Set(parsed.flatMap(({ word, success }) => (success ? [] : [word])))],
  };
}

export const TOO_MANY_COMPARED_MESSAGE = `Compare at most ${MAX_COMPARED} companies at once.`;

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
              ? TOO_MANY_COMPARED_MESSAGE
              : null;
      if (problem !== null) context.addIssue({ code: "custom", message: problem });
      return symbols;
    }),
});

/**
 * How the feature groups contribute to P(beat). `percent` is in percent, and `points` are percentage points.
 */
const contributionsSchema = z.object({
  start: z.object({ label: z.string().max(40), percent: z.number().min(0).max(100) }),
  steps: z.array(z.object({ label: z.string().max(40), points: z.number() })).max(8),
});

const comparedPredictionSchema = z.object({
  from: z.enum(["calendar", "own_analysis"]),
  asOf: z.iso.datetime().nullable(),
  beatProbability: share,
  baseRate: share,
  edge: z.number().min(-1).max(1),
  edgeVerdict: edgeVerdictSchema.nullable(),
  confidence: confidenceSchema,
  /** `contributions` is null when they are not known for this probability. */
  contributions: contributionsSchema.nullable(),
  /** The expected EPS with its 80% interval. */
  expectedEps: z
    .object({ eps: z.number(), low: z.number().nullable(), high: z.number().nullable() })
    .nullable(),
});
export type ComparedPrediction = z.infer<typeof comparedPredictionSchema>;

export const pastReportSchema = z.object({
  reportDate: z.iso.date(),
  result: z.enum(["beat", "met", "miss"]).nullable(),
  /** `surprisePercent` is null when the consensus is zero or unknown. */
  surprisePercent: z.number().nullable(),
  reportedEps: z.number(),
  consensusEps: z.number().nullable(),
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
  report: comparedReportSchema.nullable(),
  prediction: comparedPredictionSchema.nullable(),
  /** Says why no prediction is shown. Null when one is shown. */
  closedBy: z.enum(["plan", "not_predicted"]).nullable(),
  ownPredictionId: z.string().max(40).nullable(),
  pastReports: z.array(pastReportSchema).max(MAX_COMPARED_PAST_REPORTS),
  sectorSeason: seasonShareSchema.nullable(),
});
export type ComparedCompany = z.infer<typeof comparedSchema>;

export const comparisonSchema = z.object({
  dataMode: dataModeSchema,
  asOf: z.iso.datetime(),
  today: z.iso.date(),
  opens: opensSchema,
  items: z.array(comparedSchema).max(MAX_COMPARED),
  unknown: z.array(z.string().max(15)).max(MAX_COMPARED),
  seasonSince: z.iso.date(),
});
export type Comparison = z.infer<typeof comparisonSchema>;

const fromTo = <Value extends z.ZodType>(value: Value) => z.object({ from: value, to: value });

const analysisChangeSchema = z.object({
  predictionId: z.string().max(40),
  asOf: z.iso.datetime(),
  /**
   * True when both analyses are about the same quarter. When false, their probabilities are about different
   * reports and cannot be compared.
   */
  isSameReport: z.boolean(),
  beatProbability: fromTo(share),
  baseRate: fromTo(share),
  modelVersion: fromTo(z.string().max(40)),
  currency: z.string().max(8).nullable(),
  consensusEps: fromTo(z.number()),
  expectedEps: fromTo(z.number()),
  analystCount: fromTo(z.number().int().nonnegative().nullable()),
  fiscalQuarterEnd: fromTo(z.iso.date().nullable()),
  reportDate: fromTo(z.iso.date().nullable()),
  impliedMovePercent: fromTo(z.number().nonnegative().nullable()),
  /**
   * How the contributions to P(beat) changed. `start` is in percent, and the steps are in percentage points.
   * `contributions` is null when the model version or the report differs, or when they are not known.
   */
  contributions: z
    .object({
      start: z.object({ label: z.string().max(40), ...fromTo(z.number()).shape }),
      steps: z.array(z.object({ label: z.string().max(40), ...fromTo(z.number().nullable()).shape })).max(8),
    })
    .nullable(),
});
export type AnalysisChange = z.infer<typeof analysisChangeSchema>;

export const analysisChangeResponseSchema = z.object({ change: analysisChangeSchema.nullable() });
