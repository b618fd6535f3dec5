import { z } from "zod";
import { MAX_CALENDAR_DAYS } from "./rules.ts";
import { daysBetween } from "./time.ts";

/** Days (ISO), both inclusive. */
export const unlockedQuerySchema = z
  .object({ from: z.iso.date(), to: z.iso.date() })
  .refine(({ from, to }) => from <= to, "The last day lies before the first.")
  .refine(
    ({ from, to }) => daysBetween(from, to) < MAX_CALENDAR_DAYS,
    `Ask for at most ${MAX_CALENDAR_DAYS} days at once.`,
  );

/** A report of the calendar that the record has no lock of. */
const unlockedReportSchema = z.object({
  symbol: z.string().max(15),
  fiscalQuarterEnd: z.iso.date(),
  reportDate: z.iso.date(),
  /**
   * `missed`: predicted, and out before it was locked; `outside_universe`: by its listing or price; `too_few_quarters`:
   * fewer reported than the rule asks; `past_unread`: its past was still being read; `late_in_calendar`: known too late.
   */
  reason: z.enum(["missed", "outside_universe", "too_few_quarters", "past_unread", "late_in_calendar"]),
});
export type UnlockedReport = z.infer<typeof unlockedReportSchema>;

/** GET /api/track-record/unlocked: by day and company. */
export const unlockedResponseSchema = z.object({ reports: z.array(unlockedReportSchema).max(10_000) });
