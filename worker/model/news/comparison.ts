import { badQuantities, isInWordList } from "./words.ts";

/** An amount in a text. `at` is the index of its first word. */
type Amount = { value: number; at: number };

const scales: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  mln: 1e6,
  million: 1e6,
  bn: 1e9,
  bln: 1e9,
  billion: 1e9,
};

/**
 * Matches a word with an amount, such as "7.8", "eur7.8m" and "$1.2bn". A following "million" is read
 * separately.
 */
const amountPattern = /^(?:[a-z]{1,3}|[$€£]|[a-z]{2}\$)?(-?\d+(?:,\d{3})*(?:\.\d+)?)(k|mn|mln|m|bn|bln)?$/;

/**
 * Returns the amount at index `at`, multiplied by its scale ("7.8 million"). Returns null for another word, a
 * percentage, or a whole number from 1900 to 2100, which is probably a year.
 */
function amountAt(words: readonly string[], at: number): Amount | null {
  const match = amountPattern.exec(words[at] ?? "");
  const digits = match?.[1];
  if (digits === undefined) return null;
  const next = words[at + 1] ?? "";
  if (next === "%" || next === "pct" || next === "percent" || next === "per") return null;
  const value = Number(digits.replaceAll(",", ""));
  const scale = scales[match?.[2] ?? ""] ?? scales[next] ?? 1;
  const isPlain = scale === 1 && /^-?\d+$/.test(words[at] ?? "");
  if (isPlain && value >= 1900 && value <= 2100) return null;
  return { value: value * scale, at };
}

/**
 * Splits a text into lowercase words and punctuation marks. News wires put spaces into numbers ("EUR0 .1 m"),
 * and it removes them.
 */
export function tokenize(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll(/[‘’`´]/g, "'")
    .replaceAll(/(\d) (\.\d)/g, "$1$2")
    .replaceAll(/(\d) (,\d{3})/g, "$1$2")
    .replaceAll(/%/g, " % ")
    .replaceAll(/([,;:!?()"“”])(?!\d{3})/g, " $1 ")
    .replaceAll(/\.(\s|$)/g, " . ")
    .split(/\s+/)
    .filter((word) => word !== "");
}

const comparers = /^(compared|against|versus|vs\.?|from)$/;
/** The number of words after "compared", "from" and the like that are searched for the earlier figure. */
const REACH = 14;

const isLossWord = (word: string) => /^loss(es)?$/.test(word);
const isGainWord = (word: string) => /^(profit|profits|income|gain)$/.test(word);

/**
 * Compares the figures of texts like "was EUR 7.8 mn compared to EUR 11.2 mn". Returns +1 when the change is
 * good for the company, -1 when it is bad and 0 without a comparison.
 */
export function comparisonOf(words: readonly string[]): number {
  const turn = profitTurnOf(words);
  if (turn !== 0) return turn;
  const at = words.findIndex(
    (word, i) => comparers.test(word) && (word !== "from" || isToFromComparison(words, i)),
  );
  if (at < 0) return 0;
  const before = words.slice(0, at);
  const now = lastFigure(before);
  const laterFigure = firstFigure(words.slice(at + 1, at + 1 + REACH));
  if (now === null || laterFigure === null || now === laterFigure) return 0;
  return (now > laterFigure ? 1 : -1) * (before.some((word) => isInWordList(badQuantities, word)) ? -1 : 1);
}

/** Returns +1 for a turn from loss to profit, -1 for the reverse and 0 for neither. */
export function profitTurnOf(words: readonly string[]): number {
  const at = words.findIndex(
    (word, i) =>
      comparers.test(word) &&
      words
        .slice(i + 1, i + 8)
        .some((next) => isLossWord(next) || isGainWord(next) || next === "negative" || next === "positive"),
  );
  if (at < 0) return 0;
  const isLossNow = words.slice(0, at).some(isLossWord);
  const laterWords = words.slice(at + 1, at + 1 + REACH);
  const wasLoss = laterWords.some((word) => isLossWord(word) || word === "negative");
  const wasGain = laterWords.some((word) => isGainWord(word) || word === "positive");
  if (wasLoss && !isLossNow) return 1;
  return isLossNow && wasGain && !wasLoss ? -1 : 0;
}

/** Says whether the "from" at index `at` compares two figures, as in "to EUR 46.4 mn from EUR 35.8 mn". */
function isToFromComparison(words: readonly string[], at: number): boolean {
  const before = words.slice(Math.max(0, at - 5), at);
  return (
    before.includes("to") && lastFigure(before) !== null && firstFigure(words.slice(at + 1, at + 4)) !== null
  );
}

function firstFigure(words: readonly string[]): number | null {
  for (let at = 0; at < words.length; at++) {
    const figure = figureAt(words, at);
    if (figure !== null) return figure;
  }
  return null;
}

/** Returns the last figure outside parentheses, in which news wires repeat an amount in another currency. */
function lastFigure(words: readonly string[]): number | null {
  let lastAmount: number | null = null;
  let depth = 0;
  words.forEach((word, at) => {
    if (word === "(") depth++;
    if (word === ")") depth--;
    if (depth <= 0) lastAmount = figureAt(words, at) ?? lastAmount;
  });
  return lastAmount;
}

function figureAt(words: readonly string[], at: number): number | null {
  const isPercent = /^(%|pct|percent)$/.test(words[at + 1] ?? "");
  const word = words[at] ?? "";
  if (isPercent && /^-?\d+(\.\d+)?$/.test(word)) return Number(word) / 100;
  const amount = amountAt(words, at)?.value ?? null;
  const isNegative = words.slice(Math.max(0, at - 2), at).includes("negative");
  return amount !== null && isNegative ? -amount : amount;
}
