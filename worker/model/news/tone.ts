import { afinn165FinancialMarketNews as lexicon } from "afinn-165-financialmarketnews";
import type { Tone } from "#contract/social.ts";
import { comparisonOf, profitTurnOf, tokenize } from "./comparison.ts";
import {
  badEvents,
  badPhrases,
  badQuantities,
  downWords,
  goodEvents,
  goodPhrases,
  goodQuantities,
  isInWordList,
  negators,
  upWords,
} from "./words.ts";

/**
 * What each kind of signal adds to the score. A quantity that rises or falls, or that is compared with an
 * earlier figure, counts most.
 */
const WEIGHT = { movement: 2, comparison: 2, loss: 1.5, event: 1, phrase: 1.2, lexicon: 0.12 } as const;
const FULL_AT = 4;
/**
 * The product specification's threshold on the scale from -100 to 100: tones up to it, in either direction,
 * are neutral.
 */
export const TONE_THRESHOLD = 15;

export const TONE_METHOD = "fixed word rules";

/**
 * Returns the tone of a text from -100 (bad for the company) to 100 (good). It adds up signals from
 * quantities, phrases, events and the AFINN lexicon for market news.
 */
export function toneScore(text: string): number {
  const words = tokenize(text);
  if (isShareRegister(words)) return 0;
  let score = quantityScore(words) + phraseScore(text);
  words.forEach((word, at) => {
    const sign = isNegated(words, at) ? -1 : 1;
    if (isInWordList(goodEvents, word)) score += sign * WEIGHT.event;
    else if (isInWordList(badEvents, word)) score -= sign * WEIGHT.event;
    else score += sign * WEIGHT.lexicon * pointsOf(word);
  });
  return Math.round(100 * Math.max(-1, Math.min(1, score / FULL_AT)));
}

/**
 * Returns a word's points in the AFINN lexicon, or 0. `hasOwn` guards against words like "constructor", which
 * is a property of every object.
 */
function pointsOf(word: string): number {
  return Object.hasOwn(lexicon, word) ? (lexicon[word] ?? 0) : 0;
}

/**
 * Returns the score of the first signal that the text has: a turn between loss and profit, quantities that
 * rise or fall (the first one decides when they cancel out), a comparison of figures, or the mere mention of
 * a loss.
 */
function quantityScore(words: readonly string[]): number {
  const turn = profitTurnOf(words);
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

/** Converts a score to a tone by the product specification's threshold. */
export function headlineToneOf(score: number): Tone {
  if (score > TONE_THRESHOLD) return "positive";
  return score < -TONE_THRESHOLD ? "negative" : "neutral";
}

/** Recognizes news about share capital and voting rights, which are neither good nor bad. */
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

/**
 * How many words before a direction word ("decreased") are searched for the quantity that moves, as in "net
 * sales for the period … decreased". `WORDS_AFTER` is the number after it.
 */
const WORDS_BEFORE = 14;
const WORDS_AFTER = 5;
/** The weight of a direction word without a known quantity nearby. */
const UNKNOWN_QUANTITY_WEIGHT = 0.4;

/**
 * A quantity that rises or falls. `at` is the index of the direction word, and `good` is positive when the
 * change is good for the company.
 */
type Movement = { at: number; good: number };

/**
 * Returns the quantities that rise or fall. "Profit fell" is bad, "loss narrowed" and "costs fell" are good,
 * and a negation ("did not fall") reverses the sign.
 */
function movementsOf(words: readonly string[]): Movement[] {
  return words.flatMap((word, at) => {
    const isUp = isInWordList(upWords, word);
    const isDown = !isUp && isInWordList(downWords, word);
    if (!isUp && !isDown) return [];
    if (movesNothing(words, at)) return [];
    const sign = (isUp ? 1 : -1) * (isNegated(words, at) ? -1 : 1);
    return [{ at, good: sign * quantitySign(words, at) }];
  });
}

/**
 * Recognizes direction words that describe no change, as in "set up", "up to 40 people", "this fall" and
 * "higher education".
 */
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

/**
 * Returns 1 when it is good that the quantity nearest to the direction word rises, -1 when it is bad, and a
 * small positive weight when no known quantity is near.
 */
function quantitySign(words: readonly string[], at: number): number {
  if (/^(narrow|widen)/.test(words[at] ?? "") && words.slice(Math.max(0, at - WORDS_BEFORE), at).some(isGap))
    return -1;
  for (let distance = 1; distance <= WORDS_BEFORE; distance++) {
    const before = isExcludedQuantity(words, at - distance) ? undefined : words[at - distance];
    if (before === ";" || before === "while" || before === "whereas") break;
    const sign = before === undefined ? 0 : signOf(before);
    if (sign !== 0) return sign;
    const after = distance <= WORDS_AFTER ? words[at + distance] : undefined;
    const signAfter = after === undefined ? 0 : signOf(after);
    if (signAfter !== 0) return signAfter;
  }
  return UNKNOWN_QUANTITY_WEIGHT;
}

/**
 * Matches a quantity whose narrowing is good for the company and whose widening is bad, even when another
 * quantity is nearer.
 */
const isGap = (word: string) => /^(loss|losses|deficit|gap|shortfall)$/.test(word);

/**
 * Says whether the word at index `at` is not the quantity that moves. In "profit excluding restructuring
 * costs grew", the costs did not grow.
 */
function isExcludedQuantity(words: readonly string[], at: number): boolean {
  return words
    .slice(Math.max(0, at - 3), Math.max(0, at))
    .some((word) => /^(excluding|including|excl|before|without)$/.test(word));
}

function signOf(word: string): number {
  if (isInWordList(badQuantities, word)) return -1;
  return isInWordList(goodQuantities, word) ? 1 : 0;
}

/** Says whether one of the three words before index `at` is a negation. */
function isNegated(words: readonly string[], at: number): boolean {
  return words.slice(Math.max(0, at - 3), at).some((word) => isInWordList(negators, word));
}
