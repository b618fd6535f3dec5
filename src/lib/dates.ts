import { differenceInCalendarDays, format, formatDistanceStrict } from "date-fns";
import { addIsoDays } from "#contract/time.ts";

type When = Date | string | number;

/** Formats as "July 17, 2025" in the reader's time zone. */
export function longDate(when: When): string {
  return format(new Date(when), "MMMM d, yyyy");
}

/** Formats as "Jul 17, 2025 4:05 PM" in the reader's time zone. */
export function dateAndTime(when: When): string {
  return format(new Date(when), "MMM d, yyyy h:mm a");
}

/** Formats as "Jul 17, 2025" in the reader's time zone. */
export function shortDate(when: When): string {
  return format(new Date(when), "MMM d, yyyy");
}

/** Formats as "Jul 17" in the reader's time zone, with the year when it is not the current one. */
export function shortDay(when: When): string {
  const day = new Date(when);
  return format(day, day.getFullYear() === new Date().getFullYear() ? "MMM d" : "MMM d, yyyy");
}

/** Formats the age of a news item as "Today", "Yesterday" or "5 days ago", and after a week as a date. */
export function newsAge(when: When, now: Date): string {
  const days = differenceInCalendarDays(now, new Date(when));
  if (days <= 0) return "Today";
  if (days === 1) return "Yesterday";
  return days <= 7 ? `${days} days ago` : shortDate(when);
}

/** Formats as "3 hours ago" or "in 2 months". */
export function relativeTimeText(when: When, now: Date): string {
  return formatDistanceStrict(new Date(when), now, { addSuffix: true });
}

/** Formats as "today", "tomorrow", "in 66 days" or "9 days ago", counted from the reader's today. */
export function relativeDayLabel(isoDate: string, now: Date): string {
  const days = differenceInCalendarDays(localDay(isoDate), now);
  if (days === 0) return "today";
  if (days === 1) return "tomorrow";
  if (days === -1) return "yesterday";
  return days > 0 ? `in ${days} days` : `${-days} days ago`;
}

export function daysAwayFrom(isoDate: string, today: string): string {
  return relativeDayLabel(isoDate, localDay(today));
}

/** `dayInSentence` counts the days up to this difference, and names the date beyond it. */
const NEAR_DAYS = 14;

/** Formats as "tomorrow" or "in 9 days", and beyond two weeks as "on Feb 6, 2025". */
export function dayInSentence(isoDate: string, now: Date): string {
  const days = differenceInCalendarDays(localDay(isoDate), now);
  return Math.abs(days) <= NEAR_DAYS ? relativeDayLabel(isoDate, now) : `on ${calendarDayShort(isoDate)}`;
}

/** Formats as "February 6, 2025", the same day for every reader. */
export function calendarDate(isoDate: string): string {
  return format(localDay(isoDate), "MMMM d, yyyy");
}

/** Formats as "Feb 6, 2025". */
export function calendarDayShort(isoDate: string): string {
  return format(localDay(isoDate), "MMM d, yyyy");
}

/** Formats as "Feb 6". */
export function calendarDayNear(isoDate: string): string {
  return format(localDay(isoDate), "MMM d");
}

export function weekday(isoDate: string): string {
  return format(localDay(isoDate), "EEE");
}

/** Formats as "Feb", and in January as "Jan 2025". */
export function calendarMonth(isoDate: string): string {
  const day = localDay(isoDate);
  return format(day, day.getMonth() === 0 ? "MMM yyyy" : "MMM");
}

/** Formats as "Sep 2025". */
export function calendarQuarter(isoDate: string): string {
  return format(localDay(isoDate), "MMM yyyy");
}

function localDay(isoDate: string): Date {
  const [year = 0, month = 1, day = 1] = isoDate.slice(0, 10).split("-").map(Number);
  return new Date(year, month - 1, day);
}

/** Returns the Monday of the day's week. Both are ISO days. */
export function mondayOf(day: string): string {
  return addIsoDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}
