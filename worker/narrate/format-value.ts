import { formatDay } from "#analysis/days.ts";
import type { Fact } from "#analysis/evidence.ts";
import { easternDay } from "#worker/time.ts";

const symbols: Readonly<Record<string, string>> = { USD: "$", EUR: "€", GBP: "£" };
/** Money below this keeps three decimals, so that small earnings stay apart. */
const SMALL_MONEY = 0.1;
/** Percentages and points below this keep two decimals. */
const SMALL_SHARE = 5;

/** A fact's value as a sentence says it: "$1.61", "72.4%", "April 30, 2025", "27". */
export function formatValue(fact: Fact): string {
  const { value, unit } = fact;
  if (value === null) return "not available";
  if (typeof value === "string")
    return /^\d{4}-\d{2}-\d{2}T/.test(value) ? formatDay(easternDay(value)) : value;
  if (unit === "%") return `${trimmed(value)}%`;
  if (unit === "points") return trimmed(value);
  if (unit !== null && /^[A-Za-z]{3}$/.test(unit)) return money(value, unit);
  return Number.isInteger(value) ? value.toLocaleString("en-US") : large(value);
}

/** The size of a value without its sign, for a sentence whose words tell the direction. */
export function formatMagnitude(fact: Fact): string {
  return typeof fact.value === "number"
    ? formatValue({ ...fact, value: Math.abs(fact.value) })
    : formatValue(fact);
}

function money(value: number, currency: string): string {
  const size = Math.abs(value);
  const text = size.toFixed(size < SMALL_MONEY ? 3 : 2);
  const sign = value < 0 ? "-" : "";
  const symbol = symbols[currency];
  return symbol ? `${sign}${symbol}${text}` : `${sign}${text} ${currency}`;
}

/** One decimal, or two for a value so small that one would distort it; whole numbers stay whole. */
function trimmed(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString("en-US");
  return Math.abs(value) < SMALL_SHARE && !Number.isInteger(value * 10) ? value.toFixed(2) : value.toFixed(1);
}

function large(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString("en-US") : value.toFixed(2);
}
