import type { DailyBar } from "#contract/market-data.ts";
import { HOUR_MS, isoDay } from "#contract/time.ts";
import { QUARTERLY_GROWTH, type SampleCompany } from "./companies.ts";
import { ownShock, reportedQuarters, upcomingQuarter } from "./quarters.ts";
import { rounded, seededNormal } from "./seeded.ts";
import { dayOfSession, sessionNumber } from "./trading-days.ts";

/**
 * The close of trading in New York as a time of day in UTC. It is that of daylight saving time, which is
 * close enough all year.
 */
const CLOSE_MS = 20 * HOUR_MS;
const DAILY_VOLATILITY = 0.014;
/**
 * The number of sessions in a block, about a year. The distance of the price from its trend is drawn at the
 * ends of each block, so that random steps do not add up over the years.
 */
const BLOCK = 256;
const YEARLY_DISTANCE = 0.12;
const SESSIONS_A_QUARTER = 62.9;
const DAILY_TREND = Math.log(QUARTERLY_GROWTH) / SESSIONS_A_QUARTER;
const REPORT_MOVE = 0.03;
const REPORT_NOISE = 0.025;
/**
 * The number of sessions before a report in which part of its surprise is already priced in. A quarter has
 * more sessions.
 */
const RUN_UP_SESSIONS = 50;
const RUN_UP = 0.0065;
/** After this many sessions, 1/e of a report's effect on the price is left. */
const MEMORY = 250;

/** One trading day of a company. Its closing prices are not rounded. */
type Session = { date: string; previous: number; close: number; isReport: boolean };

/**
 * Returns the last `count` daily bars, oldest first. A past bar never changes. As in real markets, the price
 * falls after many beats, because only a surprise above the company's usual one raises it.
 */
export function sampleBars(company: SampleCompany, count: number, now: Date): DailyBar[] {
  return sessions(company, count, now).map((session) => bar(company.symbol, session));
}

/** Returns the last `count` closing prices, rounded to cents, oldest first. */
export function sampleCloses(company: SampleCompany, count: number, now: Date): number[] {
  return sessions(company, count, now).map((session) => rounded(session.close));
}

function sessions(company: SampleCompany, count: number, now: Date): Session[] {
  const reports = reportsOf(company, now);
  const distance = pathOf(company.symbol);
  const closeAt = (at: number) => {
    const ofReports = reports.reduce((sum, report) => sum + leftOf(report, at), 0);
    return company.startPrice * Math.exp(DAILY_TREND * at + distance(at) + ofReports);
  };
  const last = sessionNumber(lastSession(now));
  const first = Math.max(0, last - count + 1);
  let previous = closeAt(Math.max(0, first - 1));
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const at = first + i;
    const session = {
      date: dayOfSession(at),
      previous,
      close: closeAt(at),
      isReport: reports.some((candidate) => candidate.at === at && candidate.move !== null),
    };
    previous = session.close;
    return session;
  });
}

/**
 * Returns a report's effect on the logarithm of the price at a session. It builds up before the report and
 * fades after it.
 */
function leftOf({ at: reported, runUp, move }: ReturnType<typeof reportsOf>[number], at: number): number {
  if (at < reported) return runUp * Math.max(0, 1 - (reported - at) / RUN_UP_SESSIONS);
  return (runUp + (move ?? 0)) * Math.exp((reported - at) / MEMORY);
}

/**
 * Returns the random change of the logarithm of the price on a day, without reports and trend, which makes it
 * cheap to compute.
 */
export function sessionMove(symbol: string, day: string): number {
  const distance = pathOf(symbol);
  const at = sessionNumber(day);
  return distance(at) - distance(at - 1);
}

/**
 * Returns a function from a session to the logarithm of the price's distance from its trend. It follows a
 * Brownian bridge in each block, which is drawn by halving the block down to single days.
 */
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

/** Returns the ISO day of the last session that has closed. */
export function lastSession(now: Date): string {
  return dayOfSession(sessionNumber(isoDay(now.getTime() - CLOSE_MS)));
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

/**
 * Returns each report up to the next one, with the number of the session that first trades on it (`at`) and
 * its effects on the logarithm of the price. `move` is null until the report is out.
 */
function reportsOf(company: SampleCompany, now: Date): { at: number; runUp: number; move: number | null }[] {
  const next = upcomingQuarter(company, now);
  return [...reportedQuarters(company, now), next].map((quarter) => {
    const reported = sessionNumber(isoDay(quarter.reportsAt));
    const at = company.session === "pre" ? reported : reported + 1;
    const surprise = (quarter.actual - quarter.estimate) / (quarter.estimate * company.scatter);
    const noise = REPORT_NOISE * seededNormal(company.symbol, "reaction", quarter.index);
    const move = REPORT_MOVE * Math.tanh(surprise - company.habit / company.scatter) + noise;
    return {
      at,
      runUp: RUN_UP * ownShock(company, quarter.index),
      move: quarter.index === next.index ? null : move,
    };
  });
}
