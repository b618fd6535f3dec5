import { daysBetween } from "./time.ts";

/**
 * Sources name a quarter by its last day or the nearest month end: at most half of the longest month away,
 * rounded up. Quarters end at least 80 days apart.
 */
export const SAME_QUARTER_DAYS = 16;

/** ISO days; false where one is unknown. The only such rule. */
export function isSameQuarter(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && Math.abs(daysBetween(one, other)) <= SAME_QUARTER_DAYS;
}
