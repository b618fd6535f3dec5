import { z } from "zod";
import { dataModeSchema } from "./prediction.ts";
import { confidenceLevels } from "./rules.ts";

export const webhookEventTypes = ["prediction.locked", "prediction.settled", "prediction.moved"] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

const share = z.number().min(0).max(1);

const subjectFields = {
  symbol: z.string().max(15),
  companyName: z.string().max(300).nullable(),
  fiscalQuarterEnd: z.iso.date(),
  reportDate: z.iso.date().nullable(),
  dataMode: dataModeSchema,
  beatProbability: share,
  baseRate: share,
  modelVersion: z.string().max(40),
  url: z.string().max(300),
};

const predictionFields = {
  id: z.string().max(60),
  ...subjectFields,
  consensusEps: z.number(),
  currency: z.string().max(10).nullable(),
  confidence: z.enum(confidenceLevels),
  ledgerSeq: z.number().int().positive(),
};

export const predictionLockedEventSchema = z.object({
  type: z.literal("prediction.locked"),
  timestamp: z.iso.datetime(),
  data: z.object(predictionFields),
});

export const predictionSettledEventSchema = z.object({
  type: z.literal("prediction.settled"),
  timestamp: z.iso.datetime(),
  data: z.object({
    ...predictionFields,
    outcome: z.enum(["beat", "miss", "void"]),
    isCorrect: z.boolean().nullable(),
    actualEps: z.number().nullable(),
    reason: z.string().max(200).nullable(),
    settlementSeq: z.number().int().positive(),
  }),
});

/** By five points or more since last sent, or first seen. */
export const predictionMovedEventSchema = z.object({
  type: z.literal("prediction.moved"),
  timestamp: z.iso.datetime(),
  data: z.object({
    ...subjectFields,
    previousProbability: share,
  }),
});

export const endpointTestEventSchema = z.object({
  type: z.literal("endpoint.test"),
  timestamp: z.iso.datetime(),
  data: z.object({ message: z.string().max(200) }),
});

const webhookEventSchema = z.discriminatedUnion("type", [
  predictionLockedEventSchema,
  predictionSettledEventSchema,
  predictionMovedEventSchema,
  endpointTestEventSchema,
]);
export type WebhookEvent = z.infer<typeof webhookEventSchema>;
