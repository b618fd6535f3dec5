import { badQuantities, downWords, goodQuantities, isOn, negators, upWords } from "./words.ts";

/** From a quantity to its direction ("net sales for the period … decreased"). */
const WORDS_BEFORE = 14;
const WORDS_AFTER = 5;
/** Applies to quantities on neither list. */
const UNNAMED_WEIGHT = 0.4;

/** Positive is good for the company. */
type Movement = { at: number; good: number };

/** "Profit fell" is bad, "loss narrowed" and "costs fell" good, "did not fall" reversed. */
export function movementsOf(words: readonly string[]): Movement[] {
  return words.flatMap((word, at) => {
    const isUp = isOn(upWords, word);
    const isDown = !isUp && isOn(downWords, word);
    if (!isUp && !isDown) return [];
    if (movesNothing(words, at)) return [];
    const sign = (isUp ? 1 : -1) * (isNegated(words, at) ? -1 : 1);
    return [{ at, good: sign * quantitySign(words, at) }];
  });
}

/** "Set up", "up to 40 people", "this fall", "higher education". */
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

/** Of the nearest, little without one. */
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

/** Narrows or widens, even when another quantity is nearer. */
const isGap = (word: string) => /^(loss|losses|deficit|gap|shortfall)$/.test(word);

/** "Profit excluding restructuring costs grew": the excluded did not move. */
function isSetAside(words: readonly string[], at: number): boolean {
  return words
    .slice(Math.max(0, at - 3), Math.max(0, at))
    .some((word) => /^(excluding|including|excl|before|without)$/.test(word));
}

function signOf(word: string): number {
  if (isOn(badQuantities, word)) return -1;
  return isOn(goodQuantities, word) ? 1 : 0;
}

/** By the three words before. */
export function isNegated(words: readonly string[], at: number): boolean {
  return words.slice(Math.max(0, at - 3), at).some((word) => isOn(negators, word));
}
