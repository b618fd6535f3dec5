import { z } from "zod";
import { confidenceSchema, dataModeSchema, edgeVerdictSchema } from "./prediction.ts";

const share = z.number().min(0).max(1);

/** The evidence of a lock of the slate: what the model was given, what it computed from it, and who gave the figures. */
export const lockEvidenceSchema = z.object({
  kind: z.literal("slate lock"),
  dataMode: dataModeSchema,
  symbol: z.string().max(15),
  companyName: z.string().max(200),
  sector: z.string().max(100).nullable(),
  currency: z.string().max(8).nullable(),
  fiscalQuarterEnd: z.iso.date(),
  /** Day of the expected report, and the instant before which it is locked. */
  reportDate: z.iso.date(),
  reportsAt: z.iso.datetime(),
  /** The market's time it speaks of. */
  asOf: z.iso.datetime(),
  consensusEps: z.number(),
  analystCount: z.number().nullable(),
  beatProbability: share,
  baseRate: share,
  edgeVerdict: edgeVerdictSchema,
  confidence: confidenceSchema,
  view: z.string().max(40),
  modelVersion: z.string().max(40),
  /** The forecast's whole input, as the model takes it. */
  input: z.record(z.string().max(40), z.json()),
  /** What the model computed from it; null where there is no value. */
  features: z.record(z.string().max(80), z.number().nullable()),
  /** Who gave the reports: market sources, or names of imported files. */
  sources: z.array(z.string().max(80)).max(100),
});
export type LockEvidence = z.infer<typeof lockEvidenceSchema>;
