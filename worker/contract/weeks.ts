import { DAY_MS, isoDay } from "./time.ts";

const WEEK_MS = 7 * DAY_MS;

/** The ISO 8601 week of a day: "2026-W48" for 2026-11-23. Its year is the one in which its Thursday lies. */
export function weekOf(day: string): string {
  const thursday = mondayBefore(Date.parse(day)) + 3 * DAY_MS;
  const year = new Date(thursday).getUTCFullYear();
  const number = Math.floor((thursday - Date.UTC(year, 0, 1)) / WEEK_MS) + 1;
  return `${year}-W${String(number).padStart(2, "0")}`;
}

/** First and last day of a week as `weekOf` writes it; null for anything else, as a week 53 of a year that has 52. */
export function daysOfWeek(week: string): { monday: string; sunday: string } | null {
  const [, year, number] = /^([12]\d{3})-W(\d{2})$/.exec(week) ?? [];
  if (!year || !number) return null;
  // The fourth of January always lies in week 1.
  const monday = mondayBefore(Date.UTC(Number(year), 0, 4)) + (Number(number) - 1) * WEEK_MS;
  const days = { monday: isoDay(monday), sunday: isoDay(monday + 6 * DAY_MS) };
  return weekOf(days.monday) === week ? days : null;
}

function mondayBefore(at: number): number {
  return at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MS;
}
