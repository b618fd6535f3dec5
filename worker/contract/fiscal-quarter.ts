import { daysBetween } from "./time.ts";

/**
 * The largest difference in days between two dates that stand for the same quarter end. Some sources give the
 * quarter's last day and others the nearest end of a month, which is at most half of the longest month away,
 * rounded up. Ends of different quarters are at least 80 days apart.
 */
export const SAME_QUARTER_DAYS = 16;

/**
 * Returns whether two quarter ends (ISO days) stand for the same quarter, and false when one is unknown. Every
 * comparison of quarters uses this rule.
 */
export function isSameQuarter(first: string | null, second: string | null): boolean {
  return first !== null && second !== null && Math.abs(daysBetween(first, second)) <= SAME_QUARTER_DAYS;
}

/**
 * Two rows of a company that are at most this many days apart are the same report. Of 9,739 rows from 2021 to
 * 2023, 211 are this close to another row of the same report, and two are 21 to 29 days away.
 */
export const MAX_SAME_REPORT_GAP_DAYS = 20;
/**
 * An upcoming report whose date changes by at most this many days is still the same report. Dates change by
 * weeks, while quarters are 91 days apart.
 */
export const MOVED_REPORT_DAYS = 44;
