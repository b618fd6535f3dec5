import type { DailyBar } from "#contract/market-data.ts";
import { DAY_MS, HOUR_MS, isoDay } from "#contract/time.ts";
import { QUARTERLY_GROWTH, type SampleCompany } from "./companies.ts";
import { FIRST_YEAR, reportedQuarters } from "./quarters.ts";
import { rounded, seededNormal } from "./seeded.ts";

/** A Wednesday. */
const START = Date.UTC(FIRST_YEAR, 0, 2);
const START_WEEKDAY = 2;
/** New York's close in summer, near enough for a simulation. */
const CLOSE_MS = 20 * HOUR_MS;
const DAILY_VOLATILITY = 0.014;
/** Sessions. About a year: the distance from the trend at its ends is drawn, so no chance adds up over years. */
const BLOCK = 256;
const YEARLY_DISTANCE = 0.12;
const WEEKDAYS_A_QUARTER = 65.2;
const DAILY_TREND = Math.log(QUARTERLY_GROWTH) / WEEKDAYS_A_QUARTER;
const REPORT_MOVE = 0.03;
const REPORT_NOISE = 0.025;
/** Share of a report's move that is left after so many sessions: 1/e. */
const MEMORY = 250;

/** Closes are not rounded. */
type Session = { date: string; previous: number; close: number; isReport: boolean };

/** Oldest first. A past bar never changes. Many beats fall, as in real markets. */
export function sampleBars(company: SampleCompany, count: number, now: Date): DailyBar[] {
  return sessions(company, count, now).map((session) => bar(company.symbol, session));
}

/** Oldest first. */
export function sampleCloses(company: SampleCompany, count: number, now: Date): number[] {
  return sessions(company, count, now).map((session) => rounded(session.close));
}

/** The last `count`, oldest first. */
function sessions(company: SampleCompany, count: number, now: Date): Session[] {
  const moves = [...reportMoves(company, now)].map(([day, move]) => ({ at: sessionNumber(day), move }));
  const distance = pathOf(company.symbol);
  const closeAt = (at: number) => {
    const reports = moves.reduce(
      (sum, { at: reported, move }) => sum + (reported > at ? 0 : move * Math.exp((reported - at) / MEMORY)),
      0,
    );
    return company.startPrice * Math.exp(DAILY_TREND * at + distance(at) + reports);
  };
  const last = sessionNumber(lastSession(now));
  const first = Math.max(0, last - count + 1);
  let previous = closeAt(Math.max(0, first - 1));
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const at = first + i;
    const session = {
      date: dayOf(at),
      previous,
      close: closeAt(at),
      isReport: moves.some((one) => one.at === at),
    };
    previous = session.close;
    return session;
  });
}

/** Without reports: cheap where only the last session counts. */
export function sessionMove(symbol: string, day: string): number {
  const distance = pathOf(symbol);
  const at = sessionNumber(day);
  return distance(at) - distance(at - 1);
}

/** The logarithm's distance from the trend at a session: a Brownian bridge in each block, halved down to the day. */
function pathOf(symbol: string): (session: number) => number {
  const points = new Map<number, number>();
  const pointAt = (session: number, draw: () => number) => {
    const value = points.get(session) ?? draw();
    points.set(session, value);
    return value;
  };
  const end = (session: number) =>
    pointAt(session, () => YEARLY_DISTANCE * seededNormal(symbol, "year", session));
  return (session) => {
    let low = Math.floor(session / BLOCK) * BLOCK;
    let width = BLOCK;
    let [before, after] = [end(low), end(low + BLOCK)];
    while (session !== low) {
      width /= 2;
      const middle = low + width;
      const [left, right, deviation] = [before, after, DAILY_VOLATILITY * Math.sqrt(width / 2)];
      const value = pointAt(
        middle,
        () => (left + right) / 2 + deviation * seededNormal(symbol, "day", middle),
      );
      if (session < middle) after = value;
      else [low, before] = [middle, value];
    }
    return before;
  };
}

/** Weekdays from the start; of a weekend the Friday before. */
function sessionNumber(day: string): number {
  const days = Math.round((Date.parse(day) - START) / DAY_MS) + START_WEEKDAY;
  return 5 * Math.floor(days / 7) + Math.min(4, days % 7) - START_WEEKDAY;
}

function dayOf(session: number): string {
  const weekdays = session + START_WEEKDAY;
  return isoDay(START + (7 * Math.floor(weekdays / 5) + (weekdays % 5) - START_WEEKDAY) * DAY_MS);
}

/** The last weekday already closed. */
export function lastSession(now: Date): string {
  const day = new Date(now.getTime() - CLOSE_MS);
  while (day.getUTCDay() % 6 === 0) day.setUTCDate(day.getUTCDate() - 1);
  return isoDay(day);
}

function bar(symbol: string, { date, previous, close, isReport }: Session): DailyBar {
  const open = previous + (close - previous) * (isReport ? 0.8 : 0.3);
  const reach = Math.abs(seededNormal(symbol, "reach", date)) * 0.004 * close;
  const volume = 8_000_000 * Math.exp(0.3 * seededNormal(symbol, "volume", date)) * (isReport ? 2.4 : 1);
  return {
    date,
    open: rounded(open),
    high: rounded(Math.max(open, close) + reach),
    low: rounded(Math.min(open, close) - reach),
    close: rounded(close),
    volume: Math.round(volume),
  };
}

/** By the session that first trades on a report. */
function reportMoves(company: SampleCompany, now: Date): Map<string, number> {
  return new Map(
    reportedQuarters(company, now).map((quarter) => {
      const reported = isoDay(quarter.reportsAt);
      const surprise = (quarter.actual - quarter.estimate) / (quarter.estimate * company.scatter);
      const noise = REPORT_NOISE * seededNormal(company.symbol, "reaction", quarter.index);
      const move = REPORT_MOVE * Math.tanh(surprise - company.habit / company.scatter) + noise;
      return [company.session === "pre" ? reported : nextWeekday(reported), move];
    }),
  );
}

function nextWeekday(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  do date.setUTCDate(date.getUTCDate() + 1);
  while (date.getUTCDay() % 6 === 0);
  return isoDay(date);
}
