import { z } from "zod";
import { guidanceHabitSchema, guidanceLineSchema } from "./company-guidance.ts";
import { filingCheckSchema } from "./filing-check.ts";
import { edgeVerdictSchema } from "./prediction.ts";
import { revenueSchema } from "./revenue.ts";

const reportMoveSchema = z.object({
  percent: z.number(),
  /** Trading days of the two closes. */
  fromDay: z.iso.date(),
  toDay: z.iso.date(),
  source: z.string().max(80),
});

export const recapSchema = z.object({
  reportDate: z.iso.date().nullable(),
  session: z.enum(["pre", "post"]).nullable(),
  /** Against the consensus at prediction. */
  surprise: z.number(),
  surprisePercent: z.number().nullable(),
  revenue: revenueSchema.nullable(),
  /** By its day's rule. */
  edge: z.number(),
  edgeVerdict: edgeVerdictSchema.nullable(),
  guided: guidanceLineSchema.nullable(),
  /** Of the past year's quarters. */
  guidanceHabit: guidanceHabitSchema,
  move: reportMoveSchema.nullable(),
  moveMissing: z.string().max(300).nullable(),
  /** Percent either way, at prediction. */
  impliedMovePercent: z.number().nonnegative().nullable(),
  filing: filingCheckSchema.nullable(),
  next: z
    .object({
      reportDate: z.iso.date(),
      session: z.enum(["pre", "post"]).nullable(),
      isConfirmed: z.boolean(),
    })
    .nullable(),
});
export type Recap = z.infer<typeof recapSchema>;
