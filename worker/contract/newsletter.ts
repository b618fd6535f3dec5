import { z } from "zod";
import { emailSchema } from "./account.ts";
import { opensSchema } from "./calendar.ts";
import { dataModeSchema } from "./prediction.ts";

export const newsletterRequestSchema = z.object({ email: emailSchema });
/**
 * The token of a link in an email, which confirms or ends the newsletter, or turns off one kind of
 * notification.
 */
export const mailTokenSchema = z.object({ token: z.string().max(300) });

export const MAX_UPCOMING = 10;
export const MAX_ENDED = 20;

const companySchema = z.object({
  symbol: z.string().max(15),
  companyName: z.string().max(200),
  consensusEps: z.number(),
  currency: z.string().max(8).nullable(),
});

const comingReportSchema = companySchema.extend({
  reportDate: z.iso.date(),
  /** `beatProbability` is null for a reader whose plan includes no probabilities. */
  beatProbability: z.number().nullable(),
  baseRate: z.number(),
});

const comingListSchema = z.object({
  /**
   * The coming reports with the largest edge first, or of the largest company first when the list has no
   * probabilities.
   */
  reports: z.array(comingReportSchema).max(MAX_UPCOMING),
  openCount: z.number().int(),
});
export type UpcomingList = z.infer<typeof comingListSchema>;

/**
 * The contents of one weekly newsletter: the reports of the next seven days and the outcomes of the last seven.
 */
export const newsletterIssueSchema = z.object({
  asOf: z.iso.datetime(),
  dataMode: dataModeSchema,
  from: z.iso.date(),
  to: z.iso.date(),
  upcoming: z.record(opensSchema, comingListSchema),
  upcomingCount: z.number().int(),
  ended: z
    .array(
      companySchema.extend({
        predictionType: z.enum(["beat", "miss"]),
        probability: z.number(),
        actualEps: z.number().nullable(),
        actualResult: z.enum(["beat", "miss"]),
        isCorrect: z.boolean(),
      }),
    )
    .max(MAX_ENDED),
  correctCount: z.number().int(),
  wrongCount: z.number().int(),
  tossUpCount: z.number().int(),
});
export type NewsletterIssue = z.infer<typeof newsletterIssueSchema>;
