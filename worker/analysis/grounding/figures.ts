import { easternDay } from "#worker/time.ts";
import type { Fact } from "../evidence.ts";
import type { Token } from "./tokens.ts";

type NumberToken = Extract<Token, { kind: "number" }>;
type DateToken = Extract<Token, { kind: "date" }>;

const currencyOf = { $: "USD", "€": "EUR", "£": "GBP" } as const;
/** Words that multiply the figure before them. */
export const scales: Readonly<Record<string, number>> = {
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
};
/** Words behind a figure that say its unit. */
const unitWords: Readonly<Record<string, string>> = {
  percent: "%",
  point: "points",
  points: "points",
  dollars: "USD",
  euros: "EUR",
  pounds: "GBP",
  analyst: "analysts",
  analysts: "analysts",
  article: "articles",
  articles: "articles",
  report: "reports",
  reports: "reports",
  shares: "shares",
};
/** A figure may be rounded to two decimals or more, or by at most this share of itself. */
const MAX_ROUNDING_SHARE = 0.02;
const ROUNDING_DECIMALS = 2;

/**
 * True when a number of the text is the fact's value, exactly or rounded, in its unit. `next`, the word behind it, may
 * scale it. `isFall` says that words tell a negative value's sign.
 */
export function isFigureOf(
  token: NumberToken,
  next: Token | undefined,
  fact: Fact,
  isFall: boolean,
): boolean {
  if (typeof fact.value !== "number") return false;
  if ((token.mark === "%") !== (fact.unit === "%")) return false;
  if (token.mark !== null && token.mark !== "%" && fact.unit !== currencyOf[token.mark]) return false;
  const word = next?.kind === "word" ? next.text : "";
  if ((unitWords[word] ?? fact.unit) !== fact.unit) return false;
  const scale = scales[word] ?? 1;
  const stated = token.value * scale;
  const isSame = (value: number) => isRounded(stated, value, token.decimals, scale);
  return isSame(fact.value) || (isFall && fact.value < 0 && stated > 0 && isSame(-fact.value));
}

function isRounded(stated: number, value: number, decimals: number, scale: number): boolean {
  const step = scale * 10 ** -decimals;
  const error = Math.abs(stated - value);
  if (error > step / 2 + Math.abs(value) * 1e-9) return false;
  return (scale === 1 && decimals >= ROUNDING_DECIMALS) || error <= MAX_ROUNDING_SHARE * Math.abs(value);
}

/** The days (ISO) that a sentence about the fact may name. */
export function daysOf(fact: Fact): readonly string[] {
  if (fact.dates.length > 0 || typeof fact.value !== "string") return fact.dates;
  return /^\d{4}-\d{2}-\d{2}T/.test(fact.value) ? [easternDay(fact.value)] : [];
}

/** True when the text's date is one of the days; a date without a day or year must fit in what it says. */
export function isOneOf(token: DateToken, days: readonly string[]): boolean {
  return days.some((text) => {
    const [year, month, day] = text.split("-").map(Number);
    return (
      month === token.month &&
      (token.year === null || token.year === year) &&
      (token.day === null || token.day === day) &&
      (token.year !== null || token.day !== null)
    );
  });
}
