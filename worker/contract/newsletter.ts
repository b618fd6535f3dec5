import { z } from "zod";
import { emailSchema } from "./account.ts";
import { opensSchema } from "./calendar.ts";
import { dataModeSchema } from "./prediction.ts";

export const newsletterRequestSchema = z.object({ email: emailSchema });
/** The signed token of a mailed link: it confirms or ends the newsletter, or turns one kind of notice off. */
export const mailTokenSchema = z.object({ token: z.string().max(300) });

/** Reports of the coming week that an issue lists. */
export const MAX_UPCOMING = 10;
/** Predictions of the past week that an issue lists; it counts all of them. */
export const MAX_ENDED = 20;

const companySchema = z.object({
  symbol: z.string().max(15),
  companyName: z.string().max(200),
  consensusEps: z.number(),
  currency: z.string().max(8).nullable(),
});

const comingReportSchema = companySchema.extend({
  reportDate: z.iso.date(),
  /** Null in the list of readers whose plan opens none. */
  beatProbability: z.number().nullable(),
  baseRate: z.number(),
});

/** The coming reports as readers of one kind of plan get them. */
const comingListSchema = z.object({
  /** With open probabilities the largest edge first, without any the largest company. */
  reports: z.array(comingReportSchema).max(MAX_UPCOMING),
  /** Reports of the week whose probability the plan opens, listed or not. */
  openCount: z.number().int(),
});
export type ComingList = z.infer<typeof comingListSchema>;

/** A week's newsletter: predictions of the coming seven days by what a plan opens, and how those of the past seven ended. */
export const newsletterIssueSchema = z.object({
  asOf: z.iso.datetime(),
  dataMode: dataModeSchema,
  /** First and last day of the coming week (ISO). */
  from: z.iso.date(),
  to: z.iso.date(),
  upcoming: z.record(opensSchema, comingListSchema),
  upcomingCount: z.number().int(),
  ended: z
    .array(
      companySchema.extend({
        predictionType: z.enum(["beat", "miss"]),
        /** Of the predicted type, 0.5 to 1. */
        probability: z.number(),
        actualEps: z.number().nullable(),
        actualResult: z.enum(["beat", "miss"]),
        isCorrect: z.boolean(),
      }),
    )
    .max(MAX_ENDED),
  correctCount: z.number().int(),
  wrongCount: z.number().int(),
});
export type NewsletterIssue = z.infer<typeof newsletterIssueSchema>;
