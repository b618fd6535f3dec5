import type { DailyBar } from "#contract/market-data.ts";
import { DAY_MS, HOUR_MS, isoDay } from "#contract/time.ts";
import { rounded, type SampleCompany, seededNormal } from "./companies.ts";
import { FIRST_YEAR, reportedQuarters } from "./quarters.ts";

const START = Date.UTC(FIRST_YEAR, 0, 2);
/** New York's close in summer, near enough for a simulation. */
const CLOSE_MS = 20 * HOUR_MS;
const DAILY_VOLATILITY = 0.014;
/** Daily pull toward the trend, so ten years of chance end at a plausible price. */
const REVERSION = 0.004;
const DAILY_TREND = 0.0004;
const REPORT_MOVE = 0.03;
const REPORT_NOISE = 0.025;

/** Closes are not rounded. */
type Session = { date: string; previous: number; close: number; isReport: boolean };

/** Oldest first. A past bar never changes. Many beats fall, as in real markets. */
export function sampleBars(company: SampleCompany, count: number, now: Date): DailyBar[] {
  return sessions(company, now)
    .slice(-count)
    .map((session) => bar(company.symbol, session));
}

/** Oldest first. */
export function sampleCloses(company: SampleCompany, count: number, now: Date): number[] {
  return sessions(company, now)
    .slice(-count)
    .map((session) => rounded(session.close));
}

/** All since the start: each close rests on the one before. */
function sessions(company: SampleCompany, now: Date): Session[] {
  const moves = reportMoves(company, now);
  const past: Session[] = [];
  let distance = 0;
  let previous = company.startPrice;
  for (let at = START; at + CLOSE_MS <= now.getTime(); at += DAY_MS) {
    const day = new Date(at);
    if (day.getUTCDay() % 6 === 0) continue;
    const date = isoDay(day);
    distance = distance * (1 - REVERSION) + sessionMove(company.symbol, date) + (moves.get(date) ?? 0);
    const close = company.startPrice * Math.exp(DAILY_TREND * past.length + distance);
    past.push({ date, previous, close, isReport: moves.has(date) });
    previous = close;
  }
  return past;
}

/** Without reports: cheap where only the last session counts. */
export function sessionMove(symbol: string, day: string): number {
  return DAILY_VOLATILITY * seededNormal(symbol, "day", day);
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
