import { z } from "zod";
import { guidanceLineSchema } from "./company-guidance.ts";
import { confidenceSchema, dataModeSchema, edgeVerdictSchema } from "./prediction.ts";
import { traderPriceSchema } from "./prediction-markets.ts";

const share = z.number().min(0).max(1);

const lockGuidanceSchema = guidanceLineSchema
  .pick({
    basis: true,
    low: true,
    high: true,
    currency: true,
    action: true,
    filedOn: true,
    quote: true,
    url: true,
  })
  .extend({
    /** The middle of the guided range. `midpoint` is null unless both ends are known. */
    midpoint: z.number().nullable(),
    /** The midpoint minus the consensus, on the consensus's basis and in its currency. */
    againstConsensus: z.number().nullable(),
  });
export type LockGuidance = z.infer<typeof lockGuidanceSchema>;

export const lockEvidenceSchema = z.object({
  kind: z.literal("forecast lock"),
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
  /**
   * The lowest and the highest estimate behind the consensus, both null when no source gave them, and the consensus
   * of earlier days. The model in use reads none of them; a later one may learn from them.
   */
  estimateLow: z.number().nullable(),
  estimateHigh: z.number().nullable(),
  revisions: z
    .object({
      7: z.number().nullable(),
      30: z.number().nullable(),
      60: z.number().nullable(),
      90: z.number().nullable(),
    })
    .nullable(),
  beatProbability: share,
  baseRate: share,
  edgeVerdict: edgeVerdictSchema,
  confidence: confidenceSchema,
  featureTier: z.string().max(40),
  modelVersion: z.string().max(40),
  input: z.record(z.string().max(40), z.json()),
  features: z.record(z.string().max(80), z.number().nullable()),
  /**
   * The company's EPS guidance for the quarter as known at the lock. The model in use does not read it; a later
   * one may learn from it.
   */
  guidance: lockGuidanceSchema.nullable(),
  /**
   * The newest price of a prediction market at the lock, and the mean of our log-odds and the traders' as a
   * probability. That mean is null when the price may not be compared with ours. The field is absent when no price
   * was known.
   */
  traders: traderPriceSchema.extend({ combinedProbability: share.nullable() }).optional(),
  sources: z.array(z.string().max(80)).max(100),
});
export type LockEvidence = z.infer<typeof lockEvidenceSchema>;
