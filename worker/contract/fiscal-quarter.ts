import { daysBetween } from "./time.ts";

/**
 * Sources name a fiscal quarter by its last day or by the month end before or after it: at most half of the longest month
 * away, rounded up. Quarters end at least 80 days apart.
 */
export const SAME_QUARTER_DAYS = 16;

/** Whether two ends (ISO days) name the same fiscal quarter; false where one is not known. The only such rule. */
export function isSameQuarter(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && Math.abs(daysBetween(one, other)) <= SAME_QUARTER_DAYS;
}
