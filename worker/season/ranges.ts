import { daysBetween, easternDay } from "#contract/time.ts";
import { dayAfter } from "#model/earnings.ts";

/** ISO, both inclusive. */
export type Range = { firstDay: string; lastDay: string };

/** One call to the source. */
const RANGE_DAYS = 30;
/** Each backfill counts from here. */
const FIRST_RANGE = "2000-01-01";
/** Figures come days after the report, and a day moves by weeks. */
export const CALENDAR_DAYS_BEHIND = 7;
const CALENDAR_DAYS_AHEAD = 30;

/** From the one around a day (ISO), oldest first. */
export function rangesSince(from: string, now: Date): Range[] {
  const ranges: Range[] = [];
  const skipped = Math.max(0, Math.floor(daysBetween(FIRST_RANGE, from) / RANGE_DAYS));
  for (let firstDay = dayAfter(FIRST_RANGE, skipped * RANGE_DAYS); firstDay <= easternDay(now); ) {
    const lastDay = dayAfter(firstDay, RANGE_DAYS - 1);
    ranges.push({ firstDay, lastDay });
    firstDay = dayAfter(lastDay, 1);
  }
  return ranges;
}

/** Never begins with a past range: the store knows both by first days. */
export function calendarRange(today: string): Range {
  const firstDay = dayAfter(today, -CALENDAR_DAYS_BEHIND);
  const isTaken = daysBetween(FIRST_RANGE, firstDay) % RANGE_DAYS === 0;
  return {
    firstDay: isTaken ? dayAfter(firstDay, -1) : firstDay,
    lastDay: dayAfter(today, CALENDAR_DAYS_AHEAD),
  };
}
