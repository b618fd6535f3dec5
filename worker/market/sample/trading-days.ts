import { DAY_MS, isoDay } from "#contract/time.ts";
import { marketHolidays } from "#contract/trading-days.ts";

export const FIRST_YEAR = 2019;
const LAST_YEAR = 2045;

/** The simulated market keeps the exchange's regular holidays, and knows no single closures. */
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
