import { z } from "zod";
import { dataModeSchema } from "./prediction.ts";
import { confidenceLevels } from "./rules.ts";

/** What an endpoint can be sent. */
export const webhookEventTypes = ["prediction.locked", "prediction.settled", "prediction.moved"] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

const share = z.number().min(0).max(1);

const subjectFields = {
  /** The ticker, with a dot before a share class. */
  symbol: z.string().max(15),
  companyName: z.string().max(300).nullable(),
  /** The last day of the quarter reported. */
  fiscalQuarterEnd: z.iso.date(),
  /** The day of the report as expected then, in New York. */
  reportDate: z.iso.date().nullable(),
  /** `sample`: on the simulated market, so nothing of it is real. */
  dataMode: dataModeSchema,
  /** P(beat). */
  beatProbability: share,
  /** How often comparable companies beat. */
  baseRate: share,
  modelVersion: z.string().max(40),
  /** A page about it. */
  url: z.string().max(300),
};

const predictionFields = {
  id: z.string().max(60),
  ...subjectFields,
  consensusEps: z.number(),
  currency: z.string().max(10).nullable(),
  confidence: z.enum(confidenceLevels),
  /** The number of the lock in the public ledger. */
  ledgerSeq: z.number().int().positive(),
};

/** A prediction was locked before its report. */
export const predictionLockedEventSchema = z.object({
  type: z.literal("prediction.locked"),
  /** When it happened. */
  timestamp: z.iso.datetime(),
  data: z.object(predictionFields),
});

/** A locked prediction ended. */
export const predictionSettledEventSchema = z.object({
  type: z.literal("prediction.settled"),
  timestamp: z.iso.datetime(),
  data: z.object({
    ...predictionFields,
    /** `void`: it ended without a result. */
    outcome: z.enum(["beat", "miss", "void"]),
    /** Null where it is void. */
    isCorrect: z.boolean().nullable(),
    actualEps: z.number().nullable(),
    /** Why it is void, or why an operator decided it. */
    reason: z.string().max(200).nullable(),
    /** The number of the settlement in the public ledger. */
    settlementSeq: z.number().int().positive(),
  }),
});

/** The probability of a report ahead moved by five points or more since it was last sent, or first seen. */
export const predictionMovedEventSchema = z.object({
  type: z.literal("prediction.moved"),
  timestamp: z.iso.datetime(),
  data: z.object({
    ...subjectFields,
    /** P(beat) before the move. */
    previousProbability: share,
  }),
});

/** Sent on demand, to try an endpoint. */
export const endpointTestEventSchema = z.object({
  type: z.literal("endpoint.test"),
  timestamp: z.iso.datetime(),
  data: z.object({ message: z.string().max(200) }),
});

/** The body of a webhook. */
const webhookEventSchema = z.discriminatedUnion("type", [
  predictionLockedEventSchema,
  predictionSettledEventSchema,
  predictionMovedEventSchema,
  endpointTestEventSchema,
]);
export type WebhookEvent = z.infer<typeof webhookEventSchema>;
