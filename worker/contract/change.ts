import { z } from "zod";

const fromTo = <Value extends z.ZodType>(value: Value) => z.object({ from: value, to: value });
const share = z.number().min(0).max(1);

/** What changed from an earlier analysis of a ticker to a later one of the same person. */
const analysisChangeSchema = z.object({
  /** The earlier prediction, and the market's time it speaks of. */
  predictionId: z.string().max(40),
  asOf: z.iso.datetime(),
  /** Both are of the same report. Otherwise their probabilities are of two events. */
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
  /** Days of New York. */
  reportDate: fromTo(z.iso.date().nullable()),
  /** Percent, both ways. */
  impliedMovePercent: fromTo(z.number().nonnegative().nullable()),
  /** Where the model's steps begin, in percent, and the steps in points. Null where model, way of counting or report differ. */
  contributions: z
    .object({
      start: z.object({ label: z.string().max(40), ...fromTo(z.number()).shape }),
      steps: z.array(z.object({ label: z.string().max(40), ...fromTo(z.number().nullable()).shape })).max(8),
    })
    .nullable(),
});
export type AnalysisChange = z.infer<typeof analysisChangeSchema>;

/** GET /api/predictions/:id/change. Null for the first analysis of a ticker. */
export const analysisChangeResponseSchema = z.object({ change: analysisChangeSchema.nullable() });
