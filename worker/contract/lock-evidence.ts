import { z } from "zod";
import { confidenceSchema, dataModeSchema, edgeVerdictSchema } from "./prediction.ts";

const share = z.number().min(0).max(1);

/** Evidence of a slate lock: the model's input, output and sources. */
export const lockEvidenceSchema = z.object({
  kind: z.literal("slate lock"),
  dataMode: dataModeSchema,
  symbol: z.string().max(15),
  companyName: z.string().max(200),
  sector: z.string().max(100).nullable(),
  currency: z.string().max(8).nullable(),
  fiscalQuarterEnd: z.iso.date(),
  reportDate: z.iso.date(),
  reportsAt: z.iso.datetime(),
  asOf: z.iso.datetime(),
  consensusEps: z.number(),
  analystCount: z.number().nullable(),
  beatProbability: share,
  baseRate: share,
  edgeVerdict: edgeVerdictSchema,
  confidence: confidenceSchema,
  view: z.string().max(40),
  modelVersion: z.string().max(40),
  input: z.record(z.string().max(40), z.json()),
  /** Null where there is no value. */
  features: z.record(z.string().max(80), z.number().nullable()),
  sources: z.array(z.string().max(80)).max(100),
});
export type LockEvidence = z.infer<typeof lockEvidenceSchema>;
