import { daysBetween } from "./time.ts";

/**
 * Sources name a quarter by its last day or by the nearest month's end, which is at most half of the longest month
 * away, rounded up. Quarters end at least 80 days apart.
 */
export const SAME_QUARTER_DAYS = 16;

/** Compares two ISO days; returns false when one is unknown. Every comparison of quarters uses this rule. */
export function isSameQuarter(first: string | null, second: string | null): boolean {
  return first !== null && second !== null && Math.abs(daysBetween(first, second)) <= SAME_QUARTER_DAYS;
}
