import { DAY_MS, isoDay } from "./time.ts";

const WEEK_MS = 7 * DAY_MS;

/** ISO 8601 ("2026-W48"): its year is that of its Thursday. */
export function weekOf(day: string): string {
  const thursday = mondayBefore(Date.parse(day)) + 3 * DAY_MS;
  const year = new Date(thursday).getUTCFullYear();
  const number = Math.floor((thursday - Date.UTC(year, 0, 1)) / WEEK_MS) + 1;
  return `${year}-W${String(number).padStart(2, "0")}`;
}

/** Null for anything but an existing week. */
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
