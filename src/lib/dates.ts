import { differenceInCalendarDays, format, formatDistanceStrict } from "date-fns";
import { DAY_MS, isoDay } from "#contract/time.ts";

type When = Date | string | number;

/** "July 17, 2025", in the reader's time zone. */
export function longDate(when: When): string {
  return format(new Date(when), "MMMM d, yyyy");
}

/** "Jul 17, 2025 4:05 PM", in the reader's time zone. */
export function dateAndTime(when: When): string {
  return format(new Date(when), "MMM d, yyyy h:mm a");
}

/** "Jul 17, 2025", in the reader's time zone. */
export function shortDate(when: When): string {
  return format(new Date(when), "MMM d, yyyy");
}

/** "Jul 17", in the reader's time zone; with the year where it is another than this one. */
export function shortDay(when: When): string {
  const day = new Date(when);
  return format(day, day.getFullYear() === new Date().getFullYear() ? "MMM d" : "MMM d, yyyy");
}

/** Spec section 9: Today, Yesterday, 'N days ago' up to 7 days, then the date. */
export function newsAge(when: When, now: Date): string {
  const days = differenceInCalendarDays(now, new Date(when));
  if (days <= 0) return "Today";
  if (days === 1) return "Yesterday";
  return days <= 7 ? `${days} days ago` : shortDate(when);
}

/** "3 hours ago" or "in 2 months": how far a moment lies from `now`. */
export function distance(when: When, now: Date): string {
  return formatDistanceStrict(new Date(when), now, { addSuffix: true });
}

/** "today", "tomorrow", "in 66 days" or "9 days ago": how far a calendar date lies from the reader's today. */
export function daysAway(isoDate: string, now: Date): string {
  const days = differenceInCalendarDays(localDay(isoDate), now);
  if (days === 0) return "today";
  if (days === 1) return "tomorrow";
  if (days === -1) return "yesterday";
  return days > 0 ? `in ${days} days` : `${-days} days ago`;
}

export function daysAwayFrom(isoDate: string, today: string): string {
  return daysAway(isoDate, localDay(today));
}

/** Days from today within which a date in a sentence is given by how far away it is. */
const NEAR_DAYS = 14;

/** A calendar date in a sentence: "tomorrow" or "in 9 days" within two weeks, beyond them "on Feb 6, 2025". */
export function dayInSentence(isoDate: string, now: Date): string {
  const days = differenceInCalendarDays(localDay(isoDate), now);
  return Math.abs(days) <= NEAR_DAYS ? daysAway(isoDate, now) : `on ${calendarDayShort(isoDate)}`;
}

/**
 * A calendar date without a time ("2025-02-06"), as reports have it: the same day for every reader.
 * Answers "February 6, 2025".
 */
export function calendarDate(isoDate: string): string {
  return format(localDay(isoDate), "MMMM d, yyyy");
}

/** A calendar date in short: "Feb 6, 2025". */
export function calendarDayShort(isoDate: string): string {
  return format(localDay(isoDate), "MMM d, yyyy");
}

/** A calendar date near today, without its year: "Feb 6". */
export function calendarDayNear(isoDate: string): string {
  return format(localDay(isoDate), "MMM d");
}

export function weekday(isoDate: string): string {
  return format(localDay(isoDate), "EEE");
}

/** The month of a calendar date under a chart: "Feb", with the year in January: "Jan 2025". */
export function calendarMonth(isoDate: string): string {
  const day = localDay(isoDate);
  return format(day, day.getMonth() === 0 ? "MMM yyyy" : "MMM");
}

/** The quarter that ends with a calendar date, by its last month: "Sep 2025". */
export function calendarQuarter(isoDate: string): string {
  return format(localDay(isoDate), "MMM yyyy");
}

/** Midnight of a calendar date where the reader is, so that formatting never shifts the day. */
function localDay(isoDate: string): Date {
  const [year = 0, month = 1, day = 1] = isoDate.slice(0, 10).split("-").map(Number);
  return new Date(year, month - 1, day);
}

/** The Monday (ISO) of a day's week. */
export function mondayOf(day: string): string {
  return dayAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/** The ISO date some days later, or earlier with a negative number. */
export function dayAfter(day: string, days: number): string {
  return isoDay(Date.parse(day) + days * DAY_MS);
}
