import { z } from "zod";

const fromTo = <Value extends z.ZodType>(value: Value) => z.object({ from: value, to: value });
const share = z.number().min(0).max(1);

/** What changed between two of a person's analyses of a ticker. */
const analysisChangeSchema = z.object({
  predictionId: z.string().max(40),
  asOf: z.iso.datetime(),
  /** Otherwise the probabilities are of two different events. */
  isSameReport: z.boolean(),
  beatProbability: fromTo(share),
  baseRate: fromTo(share),
  modelVersion: fromTo(z.string().max(40)),
  /** EPS in `currency`. */
  currency: z.string().max(8).nullable(),
  consensusEps: fromTo(z.number()),
  expectedEps: fromTo(z.number()),
  analystCount: fromTo(z.number().int().nonnegative().nullable()),
  fiscalQuarterEnd: fromTo(z.iso.date().nullable()),
  /** In New York. */
  reportDate: fromTo(z.iso.date().nullable()),
  /** Percent, either way. */
  impliedMovePercent: fromTo(z.number().nonnegative().nullable()),
  /** Percent and percentage points. Null where model or report differ. */
  contributions: z
    .object({
      start: z.object({ label: z.string().max(40), ...fromTo(z.number()).shape }),
      steps: z.array(z.object({ label: z.string().max(40), ...fromTo(z.number().nullable()).shape })).max(8),
    })
    .nullable(),
});
export type AnalysisChange = z.infer<typeof analysisChangeSchema>;

/** Null for the first analysis of a ticker. */
export const analysisChangeResponseSchema = z.object({ change: analysisChangeSchema.nullable() });
