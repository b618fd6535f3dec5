import { TZDate } from "@date-fns/tz";

export const HOUR_MS = 3_600_000;
/** Days are counted in UTC, where each has 24 hours because there is no daylight saving time. */
export const DAY_MS = 24 * HOUR_MS;
export const MINUTE_SECONDS = 60;
export const HOUR_SECONDS = HOUR_MS / 1000;
export const DAY_SECONDS = DAY_MS / 1000;

type When = Date | string | number;

/**
 * Returns a function that creates the Eastern-time formatter on its first call and then reuses it. Creating a
 * formatter for each page would add milliseconds.
 */
function easternFormat(locale: string, options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let format: Intl.DateTimeFormat | undefined;
  return () => {
    format ??= new Intl.DateTimeFormat(locale, { timeZone: "America/New_York", ...options });
    return format;
  };
}

const eastern = easternFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit" });

export function isoDay(when: When): string {
  return new Date(when).toISOString().slice(0, 10);
}

/** Returns the ISO day that many days later. A fraction of a day is rounded. */
export function addIsoDays(day: string, days: number): string {
  return isoDay(Date.parse(day) + Math.round(days) * DAY_MS);
}

export function easternDay(when: When): string {
  return eastern().format(new Date(when));
}

const easternWithTime = easternFormat("en-US", {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

/** Formats as "Jul 17, 2025, 4:05 PM EDT". */
export function easternTime(when: When): string {
  return easternWithTime().format(new Date(when));
}

const easternClock = easternFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

export function easternMinutes(when: When): number {
  const [hours = 0, minutes = 0] = easternClock().format(new Date(when)).split(":").map(Number);
  return 60 * hours + minutes;
}

export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

const WEEK_MS = 7 * DAY_MS;

export function weekOf(day: string): string {
  const thursday = mondayBefore(Date.parse(day)) + 3 * DAY_MS;
  const year = new Date(thursday).getUTCFullYear();
  const number = Math.floor((thursday - Date.UTC(year, 0, 1)) / WEEK_MS) + 1;
  return `${year}-W${String(number).padStart(2, "0")}`;
}

export function daysOfWeek(week: string): { monday: string; sunday: string } | null {
  const [, year, number] = /^([12]\d{3})-W(\d{2})$/.exec(week) ?? [];
  if (!year || !number) return null;
  // January 4 is always in the first ISO week.
  const monday = mondayBefore(Date.UTC(Number(year), 0, 4)) + (Number(number) - 1) * WEEK_MS;
  const days = { monday: isoDay(monday), sunday: isoDay(monday + 6 * DAY_MS) };
  return weekOf(days.monday) === week ? days : null;
}

function mondayBefore(at: number): number {
  return at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MS;
}

const ZONE = "America/New_York";

/** Returns the moment of an Eastern day and time. The default time is midnight. */
export function easternInstant(day: string, time = "00:00:00"): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const [hour = 0, minute = 0, second = 0] = time.split(":").map(Number);
  return new Date(new TZDate(year, month - 1, date, hour, minute, second, ZONE).getTime());
}
