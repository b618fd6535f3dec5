import { shortDay } from "./format.ts";
import { addIsoDays, daysBetween, isoDay } from "./time.ts";

const utc = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day));
const weekdayOf = (day: string) => new Date(day).getUTCDay();

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

function namedHolidays(year: number): [name: string, day: Date][] {
  const lastOfMay = nth(5, 1, year, 5);
  return [
    // A New Year's Day on a Saturday is not observed on another day.
    ...(utc(year, 1, 1).getUTCDay() === 6
      ? []
      : [["New Year's Day", observed(year, 1, 1)] satisfies [string, Date]]),
    ["Martin Luther King Jr. Day", nth(3, 1, year, 1)],
    ["Presidents' Day", nth(3, 1, year, 2)],
    ["Good Friday", goodFriday(year)],
    ["Memorial Day", lastOfMay.getUTCMonth() === 4 ? lastOfMay : nth(4, 1, year, 5)],
    ...(year < 2022 ? [] : [["Juneteenth", observed(year, 6, 19)] satisfies [string, Date]]),
    ["Independence Day", observed(year, 7, 4)],
    ["Labor Day", nth(1, 1, year, 9)],
    ["Thanksgiving", nth(4, 4, year, 11)],
    ["Christmas", observed(year, 12, 25)],
  ];
}

/**
 * Returns the days of a year on which the New York Stock Exchange is closed by its rule 7.2, without the single
 * closures that the rule does not foresee.
 */
export function marketHolidays(year: number): string[] {
  return namedHolidays(year).map(([, day]) => isoDay(day));
}

/** The single closures since 2001, as the exchange announced them. */
const singleClosures: Readonly<Record<string, string>> = {
  "2001-09-11": "the attacks of September 11",
  "2001-09-12": "the attacks of September 11",
  "2001-09-13": "the attacks of September 11",
  "2001-09-14": "the attacks of September 11",
  "2004-06-11": "mourning for President Reagan",
  "2007-01-02": "mourning for President Ford",
  "2012-10-29": "Hurricane Sandy",
  "2012-10-30": "Hurricane Sandy",
  "2018-12-05": "mourning for President Bush",
  "2025-01-09": "mourning for President Carter",
};

/** Returns why the exchange has no session on an ISO day, as "Thanksgiving" or "weekend", or null when it has one. */
export function marketClosure(day: string): string | null {
  if (weekdayOf(day) % 6 === 0) return "weekend";
  const holiday = namedHolidays(Number(day.slice(0, 4))).find(([, date]) => isoDay(date) === day);
  return holiday?.[0] ?? singleClosures[day] ?? null;
}

const REGULAR_CLOSE = "16:00:00";
const EARLY_CLOSE = "13:00:00";

/**
 * Returns why the exchange closes early, at 1:00 PM, or null on any other day. It does so on the day after
 * Thanksgiving and, when they are sessions, on July 3 and December 24. When July 4 is on a weekend, July 3 is no
 * early close: it is either the observed holiday or a weekend too.
 */
export function earlyCloseReason(day: string): string | null {
  if (marketClosure(day) !== null) return null;
  if (day.endsWith("-12-24")) return "Christmas Eve";
  if (day.endsWith("-07-03")) return "the day before Independence Day";
  return marketClosure(addIsoDays(day, -1)) === "Thanksgiving" ? "the day after Thanksgiving" : null;
}

/** Returns the Eastern time at which the exchange closes. A day without a session gets that of a regular one. */
export function marketClosesAt(day: string): string {
  return earlyCloseReason(day) === null ? REGULAR_CLOSE : EARLY_CLOSE;
}

/** Counts the exchange's sessions after `from` up to and including `to`. Returns 0 when `to` is not later. */
export function tradingDaysBetween(from: string, to: string): number {
  const days = Math.max(0, daysBetween(from, to));
  const rest = Array.from({ length: days % 7 }, (_, i) => weekdayOf(addIsoDays(from, i + 1)));
  const weekdays = 5 * Math.floor(days / 7) + rest.filter((weekday) => weekday % 6 !== 0).length;
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  const years = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  const closed = [...years.flatMap(marketHolidays), ...Object.keys(singleClosures)];
  return weekdays - closed.filter((day) => from < day && day <= to).length;
}

export function lastTradingDayBefore(day: string): string {
  return tradingDayFrom(addIsoDays(day, -1), -1);
}

export function nextTradingDayAfter(day: string): string {
  return tradingDayFrom(addIsoDays(day, 1), 1);
}

function tradingDayFrom(day: string, step: 1 | -1): string {
  return marketClosure(day) === null ? day : tradingDayFrom(addIsoDays(day, step), step);
}

/**
 * Returns what a reader should know about the exchange's hours on a day, as "Market closed: Thanksgiving." or
 * "Market closes at 1:00 PM Eastern time: the day after Thanksgiving.", or null on a regular day.
 */
export function marketHoursNote(day: string): string | null {
  const closure = marketClosure(day);
  if (closure !== null) return `Market closed: ${closure}.`;
  const early = earlyCloseReason(day);
  return early && `Market closes at 1:00 PM Eastern time: ${early}.`;
}

/** Returns the notes of all weekdays from `from` to `to` that are not regular, each with its day. */
export function marketHoursNotes(from: string, to: string): string[] {
  const notes: string[] = [];
  for (let day = from; day <= to; day = addIsoDays(day, 1)) {
    const note = weekdayOf(day) % 6 === 0 ? null : marketHoursNote(day);
    if (note !== null) notes.push(`${shortDay(day, true)}: ${note}`);
  }
  return notes;
}
