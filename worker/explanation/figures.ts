import { calendarDay, fixed, number } from "#contract/format.ts";
import { daysBetween } from "#contract/time.ts";
import type { Money } from "./statement.ts";
import type { UntrustedText } from "./untrusted-text.ts";

/** Formats a percentage from 0 to 100 as "38%", "less than 1%" or "more than 99%". */
export function percent(value: number): string {
  const rounded = Math.round(value);
  if (rounded === 0 && value > 0) return "less than 1%";
  if (rounded === 100 && value < 100) return "more than 99%";
  return `${number(rounded)}%`;
}

/** Formats the absolute value of a percentage: "14%", "0.6%". */
export function sizePercentText(value: number): string {
  const absolute = Math.abs(value);
  const tenths = Math.round(10 * absolute) / 10;
  if (tenths < 0.1) return "under 0.1%";
  return `${tenths < 1 ? fixed(tenths, 1) : number(Math.round(absolute))}%`;
}

/** Formats the absolute value of percentage points: "14 points", "less than a point". */
export function pointsMagnitudeText(value: number): string {
  const rounded = Math.round(Math.abs(value));
  return rounded === 0 ? "less than a point" : rounded === 1 ? "1 point" : `${rounded} points`;
}

/** Formats percentage points with their sign: "+14 points". */
export function signedPoints(value: number): string {
  const rounded = Math.round(value);
  if (rounded === 0) return "under 1 point";
  return `${rounded > 0 ? "+" : "−"}${pointsMagnitudeText(value)}`;
}

const simpleOdds: readonly (readonly [number, number])[] = [
  [1, 20],
  [1, 10],
  [1, 8],
  [1, 6],
  [1, 5],
  [1, 4],
  [3, 10],
  [1, 3],
  [4, 10],
  [9, 20],
  [1, 2],
  [11, 20],
  [6, 10],
  [2, 3],
  [7, 10],
  [3, 4],
  [4, 5],
  [5, 6],
  [7, 8],
  [9, 10],
  [19, 20],
];

/** Outside this range, in percent, simple odds would be misleading. */
const ODDS_RANGE = { from: 3, to: 97 } as const;

/**
 * Returns simple odds for a percentage, such as [4, 5] for 80%. They differ from it by at most 4 percentage
 * points. Returns null near 0% and 100%.
 */
export function simpleOddsOf(value: number): readonly [number, number] | null {
  if (value < ODDS_RANGE.from || value > ODDS_RANGE.to) return null;
  const distance = ([part, whole]: readonly [number, number]) => Math.abs((100 * part) / whole - value);
  return simpleOdds.reduce((nearest, each) => (distance(each) < distance(nearest) ? each : nearest));
}

const symbols: Readonly<Record<string, string>> = { USD: "$", EUR: "€", GBP: "£" };
const SMALL_MONEY = 0.1;

/** Formats as "$1.61", "-$0.20" or "12.50 SEK". */
export function money({ amount, currency }: Money): string {
  const absolute = Math.abs(amount);
  const text = fixed(absolute, absolute < SMALL_MONEY && Math.round(1000 * absolute) % 10 !== 0 ? 3 : 2);
  const sign = amount < 0 ? "-" : "";
  const symbol = symbols[currency];
  return symbol ? `${sign}${symbol}${text}` : `${sign}${text} ${currency}`;
}

/** For a day at most this many days away, the text gives the number of days instead of the date. */
const NEAR_DAYS = 14;

/**
 * Returns words for an ISO day: "today", "tomorrow", "in 9 days", "3 days ago", or for a more distant day "on
 * April 30, 2026".
 */
export function relativeDayText(day: string, today: string): string {
  const days = daysBetween(today, day);
  if (days === 0) return "today";
  if (days === 1) return "tomorrow";
  if (days === -1) return "yesterday";
  if (days > 1 && days <= NEAR_DAYS) return `in ${days} days`;
  if (days < -1 && days >= -NEAR_DAYS) return `${-days} days ago`;
  return `on ${calendarDay(day)}`;
}

/**
 * Returns the company's name without its legal form, or "the company" when the text does not look like a
 * name.
 */
export function companyNameText(name: UntrustedText): string {
  return name.name ?? "the company";
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
