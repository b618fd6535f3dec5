import { afinn165FinancialMarketNews as lexicon } from "afinn-165-financialmarketnews";
import type { Tone } from "#contract/social.ts";
import { comparisonOf, turnOf, wordsOf } from "./comparison.ts";
import {
  badEvents,
  badPhrases,
  badQuantities,
  downWords,
  goodEvents,
  goodPhrases,
  goodQuantities,
  isOn,
  negators,
  upWords,
} from "./words.ts";

/** A movement outweighs everything else. */
const WEIGHT = { movement: 2, comparison: 2, loss: 1.5, event: 1, phrase: 1.2, lexicon: 0.12 } as const;
const FULL_AT = 4;
/** The specification's threshold on the scale of -100 to 100. */
export const TONE_THRESHOLD = 15;

export const TONE_METHOD = "fixed word rules";

/**
 * Returns -100 to 100 from quantities, events and the AFINN lexicon adapted to market news. Text is counted and
 * never followed as an instruction.
 */
export function toneScore(text: string): number {
  const words = wordsOf(text);
  if (isShareRegister(words)) return 0;
  let score = quantityScore(words) + phraseScore(text);
  words.forEach((word, at) => {
    const sign = isNegated(words, at) ? -1 : 1;
    if (isOn(goodEvents, word)) score += sign * WEIGHT.event;
    else if (isOn(badEvents, word)) score -= sign * WEIGHT.event;
    else score += sign * WEIGHT.lexicon * pointsOf(word);
  });
  return Math.round(100 * Math.max(-1, Math.min(1, score / FULL_AT)));
}

/** Guards against words like "constructor", which is a property of every object. */
function pointsOf(word: string): number {
  return Object.hasOwn(lexicon, word) ? (lexicon[word] ?? 0) : 0;
}

/** Considers a turn first, then movements (the first one settles a draw), a comparison, and a bare loss. */
function quantityScore(words: readonly string[]): number {
  const turn = turnOf(words);
  if (turn !== 0) return WEIGHT.comparison * turn;
  const movements = movementsOf(words);
  const [first] = movements;
  if (first) {
    const total = sum(movements.map((movement) => movement.good));
    const decided = Math.abs(total) < 0.5 && Math.abs(first.good) === 1 ? first.good : total;
    return WEIGHT.movement * Math.max(-1, Math.min(1, decided));
  }
  const comparison = comparisonOf(words);
  if (comparison !== 0) return WEIGHT.comparison * comparison;
  return isPlainLoss(words) ? -WEIGHT.loss : 0;
}

function phraseScore(text: string): number {
  const lower = text.toLowerCase();
  const count = (phrases: readonly RegExp[]) => phrases.filter((phrase) => phrase.test(lower)).length;
  return WEIGHT.phrase * (count(goodPhrases) - count(badPhrases));
}

/** Uses the specification's thresholds. */
export function toneOf(score: number): Tone {
  if (score > TONE_THRESHOLD) return "positive";
  return score < -TONE_THRESHOLD ? "negative" : "neutral";
}

/** News about share capital and voting rights are neither good nor bad. */
function isShareRegister(words: readonly string[]): boolean {
  const text = words.join(" ");
  return /(voting rights|share capital|stock options?|subscribed for|share subscription|trade register)/.test(
    text,
  );
}

function isPlainLoss(words: readonly string[]): boolean {
  return words.some((word, at) => /^loss(es)?$/.test(word) && !isNegated(words, at));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The distance from a quantity to its direction ("net sales for the period … decreased"). */
const WORDS_BEFORE = 14;
const WORDS_AFTER = 5;
/** The weight of quantities that are on neither list. */
const UNNAMED_WEIGHT = 0.4;

/** Positive is good for the company. */
type Movement = { at: number; good: number };

/** "Profit fell" is bad; "loss narrowed" and "costs fell" are good; "did not fall" is reversed. */
function movementsOf(words: readonly string[]): Movement[] {
  return words.flatMap((word, at) => {
    const isUp = isOn(upWords, word);
    const isDown = !isUp && isOn(downWords, word);
    if (!isUp && !isDown) return [];
    if (movesNothing(words, at)) return [];
    const sign = (isUp ? 1 : -1) * (isNegated(words, at) ? -1 : 1);
    return [{ at, good: sign * quantitySign(words, at) }];
  });
}

/** Recognizes phrases like "set up", "up to 40 people", "this fall" and "higher education". */
function movesNothing(words: readonly string[], at: number): boolean {
  const word = words[at] ?? "";
  const before = words[at - 1] ?? "";
  const next = words[at + 1] ?? "";
  if (word === "up" || word === "down") return next === "to" || !isBesideFigure(words, at);
  if (word === "fall") return /^(this|last|the|next|in)$/.test(before) && next !== "in";
  return word === "higher" && next === "education";
}

function isBesideFigure(words: readonly string[], at: number): boolean {
  return (
    /^(is|was|were|are|be|been|being|went|go|going|moved|moves|ended|closed|trading|traded|edged|,)$/.test(
      words[at - 1] ?? "",
    ) ||
    words
      .slice(at + 1, at + 3)
      .some((word) => /\d|^(from|by|on|slightly|sharply|almost|about|nearly)$/.test(word)) ||
    /%|^(pct|percent|points?)$|\d/.test(words[at - 1] ?? "")
  );
}

/** Uses the nearest quantity, and a small weight without one. */
function quantitySign(words: readonly string[], at: number): number {
  if (/^(narrow|widen)/.test(words[at] ?? "") && words.slice(Math.max(0, at - WORDS_BEFORE), at).some(isGap))
    return -1;
  for (let distance = 1; distance <= WORDS_BEFORE; distance++) {
    const before = isSetAside(words, at - distance) ? undefined : words[at - distance];
    if (before === ";" || before === "while" || before === "whereas") break;
    const sign = before === undefined ? 0 : signOf(before);
    if (sign !== 0) return sign;
    const after = distance <= WORDS_AFTER ? words[at + distance] : undefined;
    const signAfter = after === undefined ? 0 : signOf(after);
    if (signAfter !== 0) return signAfter;
  }
  return UNNAMED_WEIGHT;
}

/** A shrinking gap is good for the company, even when another quantity is nearer. */
const isGap = (word: string) => /^(loss|losses|deficit|gap|shortfall)$/.test(word);

/** In "profit excluding restructuring costs grew", the costs did not move. */
function isSetAside(words: readonly string[], at: number): boolean {
  return words
    .slice(Math.max(0, at - 3), Math.max(0, at))
    .some((word) => /^(excluding|including|excl|before|without)$/.test(word));
}

function signOf(word: string): number {
  if (isOn(badQuantities, word)) return -1;
  return isOn(goodQuantities, word) ? 1 : 0;
}

/** Looks at the three words before. */
function isNegated(words: readonly string[], at: number): boolean {
  return words.slice(Math.max(0, at - 3), at).some((word) => isOn(negators, word));
}
