import { z } from "zod";
import { personalText } from "./plain-text.ts";
import { planTerms, tiers } from "./plans.ts";
import { easternDay } from "./time.ts";
import { nextTradingDayAfter } from "./trading-days.ts";

const MAX_SUBJECT = 100;
export const MAX_SUPPORT_TEXT = 4_000;

export const supportRequestSchema = z.object({
  subject: personalText(MAX_SUBJECT).pipe(z.string().min(1, "Please enter a subject.")),
  text: personalText(MAX_SUPPORT_TEXT, { isMultiline: true }).pipe(
    z.string().min(1, "Please say what you need help with."),
  ),
  page: z
    .string()
    .max(200)
    .regex(/^\/([\w\-.][\w\-./]*)?$/, "Enter a page as '/calendar'.")
    .optional(),
  predictionId: z
    .string()
    .regex(/^prd_\w{1,60}$/, "Enter the prediction's number as 'prd_…'.")
    .optional(),
});
export type SupportRequestBody = z.infer<typeof supportRequestSchema>;

const moment = z.iso.datetime();
const fields = {
  id: z.string().max(60),
  subject: z.string().max(MAX_SUBJECT),
  text: z.string().max(MAX_SUPPORT_TEXT),
  page: z.string().max(200).nullable(),
  predictionId: z.string().max(70).nullable(),
  askedAt: moment,
  /** The last day on which an answer keeps the promise of the plan on which the person asked. */
  dueDay: z.iso.date(),
};

const supportItemSchema = z.object({
  ...fields,
  answer: z.string().max(MAX_SUPPORT_TEXT).nullable(),
  answeredAt: moment.nullable(),
});
export type SupportItem = z.infer<typeof supportItemSchema>;
export const supportListSchema = z.object({ requests: z.array(supportItemSchema).max(20) });

const waitingSchema = z.object({ ...fields, tier: z.enum(tiers) });
export const supportInboxResponseSchema = z.object({ requests: z.array(waitingSchema).max(100) });
export type SupportInbox = z.infer<typeof supportInboxResponseSchema>["requests"];

export const supportAskedSchema = z.object({ id: z.string().max(60) });

export const supportAnswerSchema = z.object({
  answer: personalText(MAX_SUPPORT_TEXT, { isMultiline: true }).pipe(
    z.string().min(1, "Please enter the answer."),
  ),
});

/** Returns the last New York day on which an answer keeps the plan's promise. Working days are the exchange's. */
export function supportDueDay(tier: (typeof tiers)[number], askedAt: Date): string {
  let day = easternDay(askedAt);
  for (let left = planTerms[tier].supportDays; left > 0; left--) day = nextTradingDayAfter(day);
  return day;
}

export const hasPrioritySupport = (tier: (typeof tiers)[number]): boolean =>
  planTerms[tier].supportDays === Math.min(...tiers.map((each) => planTerms[each].supportDays));

export function answerTimeOf(tier: (typeof tiers)[number]): string {
  const { supportDays } = planTerms[tier];
  return supportDays === 1 ? "1 working day" : `${supportDays} working days`;
}
