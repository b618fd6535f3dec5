import { afinn165FinancialMarketNews as lexicon } from "afinn-165-financialmarketnews";
import type { Tone } from "#contract/news.ts";
import { comparisonOf, turnOf, wordsOf } from "./comparison.ts";
import { isNegated, movementsOf } from "./direction.ts";
import { badEvents, badPhrases, goodEvents, goodPhrases, isOn } from "./words.ts";

/** A movement decides over all else. */
const WEIGHT = { movement: 2, comparison: 2, loss: 1.5, event: 1, phrase: 1.2, lexicon: 0.12 } as const;
const FULL_AT = 4;
/** The specification's threshold, on -100 to 100. */
export const TONE_THRESHOLD = 15;

export const TONE_METHOD = "fixed word rules";

/** -100 to 100, from quantities, events and AFINN for market news. Text is counted, never followed. */
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

/** "constructor" is a property of every object. */
function pointsOf(word: string): number {
  return Object.hasOwn(lexicon, word) ? (lexicon[word] ?? 0) : 0;
}

/** A turn, then movements (the first settles a draw), a comparison, a bare loss. */
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

/** The specification's thresholds. */
export function toneOf(score: number): Tone {
  if (score > TONE_THRESHOLD) return "positive";
  return score < -TONE_THRESHOLD ? "negative" : "neutral";
}

/** Share capital and voting rights are neither good nor bad. */
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
