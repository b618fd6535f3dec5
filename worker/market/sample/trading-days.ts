import { DAY_MS, isoDay } from "#contract/time.ts";

export const FIRST_YEAR = 2019;
const LAST_YEAR = 2045;

const utc = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day));

/** Returns the `n`th given weekday of a month. `weekday` is Monday (1) to Friday (5). */
function nth(n: number, weekday: number, year: number, month: number): Date {
  const first = utc(year, month, 1).getUTCDay();
  return utc(year, month, 1 + ((weekday - first + 7) % 7) + 7 * (n - 1));
}

/** Returns the day on which a holiday is observed: Friday for a Saturday, and Monday for a Sunday. */
function observed(year: number, month: number, day: number): Date {
  const shift = [1, 0, 0, 0, 0, 0, -1][utc(year, month, day).getUTCDay()] ?? 0;
  return utc(year, month, day + shift);
}

/** Returns Good Friday, two days before Easter, which is computed after Meeus, Astronomical Algorithms. */
function goodFriday(year: number): Date {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const d = b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + d + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  return utc(year, 3, 22 + h + l - 7 * m - 2);
}

/**
 * Returns the days of a year on which the New York Stock Exchange is closed (NYSE rule 7.2). A New Year's Day
 * on a Saturday is not observed on another day.
 */
export function marketHolidays(year: number): string[] {
  const newYear = utc(year, 1, 1).getUTCDay() === 6 ? [] : [observed(year, 1, 1)];
  const juneteenth = year < 2022 ? [] : [observed(year, 6, 19)];
  const lastOfMay = nth(5, 1, year, 5);
  return [
    ...newYear,
    nth(3, 1, year, 1),
    nth(3, 1, year, 2),
    goodFriday(year),
    lastOfMay.getUTCMonth() === 4 ? lastOfMay : nth(4, 1, year, 5),
    ...juneteenth,
    observed(year, 7, 4),
    nth(1, 1, year, 9),
    nth(4, 4, year, 11),
    observed(year, 12, 25),
  ].map(isoDay);
}

let sessions: { days: string[]; numbers: Map<string, number> } | undefined;

function calendar() {
  if (sessions) return sessions;
  const days: string[] = [];
  const numbers = new Map<string, number>();
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year++) {
    const closed = new Set(marketHolidays(year));
    for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += DAY_MS) {
      const day = isoDay(at);
      if (new Date(at).getUTCDay() % 6 !== 0 && !closed.has(day)) days.push(day);
      numbers.set(day, Math.max(0, days.length - 1));
    }
  }
  sessions = { days, numbers };
  return sessions;
}

/**
 * Returns the number of a session, counted from the simulation's start. For a day without trading, it returns
 * that of the session before.
 */
export function sessionNumber(day: string): number {
  const { days, numbers } = calendar();
  return numbers.get(day) ?? (day < `${FIRST_YEAR}` ? 0 : days.length - 1);
}

/** Returns the ISO day of a session. */
export function dayOfSession(session: number): string {
  const { days } = calendar();
  return days[Math.min(session, days.length - 1)] ?? "";
}

/** Returns the day itself, or the first trading day after it. */
export function tradingDayFrom(day: string): string {
  const session = sessionNumber(day);
  return dayOfSession(session) === day ? day : dayOfSession(session + 1);
}
