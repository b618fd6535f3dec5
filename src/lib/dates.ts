import { differenceInCalendarDays, format } from "date-fns";

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

/** Spec section 9: Today, Yesterday, 'N days ago' up to 7 days, then the date. */
export function newsAge(when: When, now: Date): string {
  const days = differenceInCalendarDays(now, new Date(when));
  if (days <= 0) return "Today";
  if (days === 1) return "Yesterday";
  return days <= 7 ? `${days} days ago` : shortDate(when);
}

/**
 * A calendar date without a time ("2025-02-06"), as reports have it: the same day for every reader.
 * Answers "February 6, 2025".
 */
export function calendarDate(isoDate: string): string {
  const [year = 0, month = 1, day = 1] = isoDate.slice(0, 10).split("-").map(Number);
  return format(new Date(year, month - 1, day), "MMMM d, yyyy");
}

/** "Jul 17, 2025, 4:05 PM EDT": a moment in New York, where American companies report. */
export function easternTime(when: When): string {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: "America/New_York",
    dateStyle: undefined,
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(new Date(when));
}
