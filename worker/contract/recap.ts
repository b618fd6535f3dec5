import { z } from "zod";
import { filingCheckSchema } from "./filing-check.ts";
import { edgeVerdictSchema } from "./prediction.ts";

/** The share's move over a report, from the close before it to the close after it. */
const reportMoveSchema = z.object({
  percent: z.number(),
  /** Trading days of the two closes. */
  fromDay: z.iso.date(),
  toDay: z.iso.date(),
  source: z.string().max(80),
});

/** What became of a settled prediction, beside what was stored at its time. EPS in the currency of the prediction. */
export const recapSchema = z.object({
  /** The day of the report as it came, where it is known, else as it was expected. */
  reportDate: z.iso.date().nullable(),
  session: z.enum(["pre", "post"]).nullable(),
  /** Reported minus the consensus at the time of the prediction, and the same in percent of that consensus. */
  surprise: z.number(),
  surprisePercent: z.number().nullable(),
  /** P(beat) minus the base rate, and what it amounted to by the rule of its day; null where that was not stored. */
  edge: z.number(),
  edgeVerdict: edgeVerdictSchema.nullable(),
  move: reportMoveSchema.nullable(),
  /** Why there is no move; null where there is one. */
  moveMissing: z.string().max(300).nullable(),
  /** Percent either way that options charged at the time of the prediction; null where none were known. */
  impliedMovePercent: z.number().nonnegative().nullable(),
  /** What the company's own filings say of the figure; null where nobody looked. */
  filing: filingCheckSchema.nullable(),
  /** The company's next report; null where none is known yet. */
  next: z
    .object({
      reportDate: z.iso.date(),
      session: z.enum(["pre", "post"]).nullable(),
      isConfirmed: z.boolean(),
    })
    .nullable(),
});
export type Recap = z.infer<typeof recapSchema>;
