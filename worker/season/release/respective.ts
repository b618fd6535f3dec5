import { type Amount, isChangeAmount } from "./amounts.ts";
import { itemsBetween, type Layout, sentenceAround } from "./layout.ts";
import type { Measure } from "./measures.ts";
import type { Period } from "./periods.ts";

/** The names stand within this many characters before the amounts. */
const NAMES = 260;
/** The amounts of a list stand within this many characters behind the first name. */
const LIST = 600;
/** Matches what may stand between two names or two amounts of a list. */
const BETWEEN =
  /^(?: per (?:\w+ ){0,2}share)?,? (?:and |to )?(?:between |in the range of |of |approximately |about )?$/i;
const BETWEEN_NAMES = /^[^.;:$%•]{0,60}$/;
const RESPECTIVELY = /^[^;$•]{0,160}?\brespectively\b/i;

/**
 * Amounts that "respectively" assigns to as many names, as in "revenue and adjusted EBITDA guidance of $675 million to
 * $700 million and $85 million to $90 million, respectively". The names are measures or periods.
 */
type Respective = { amounts: Amount[]; measures: Measure[] | null; periods: Period[] | null };

/** Returns the amounts around the first one after a measure that "respectively" assigns, or null. */
export function respectiveOf(layout: Layout, measure: Measure): Respective | null {
  const { text, measures, periods } = layout;
  const sentence = sentenceAround(layout, measure.end);
  const inSentence = itemsBetween(layout.amounts, measure.end, Math.min(sentence.to, measure.end + LIST));
  const [first] = inSentence;
  if (!first || first.at - measure.end > NAMES || isChangeAmount(first, text)) return null;
  const end = inSentence.findIndex(
    (amount, i) => i > 0 && !BETWEEN.test(text.slice(inSentence[i - 1]?.end, amount.at)),
  );
  const amounts = end < 0 ? inSentence : inSentence.slice(0, end);
  const last = amounts.at(-1);
  const said = last && RESPECTIVELY.exec(text.slice(last.end, last.end + 180));
  if (!last || !said || amounts.length < 2) return null;
  const from = Math.max(sentence.from, first.at - NAMES);
  const named = listOf(text, itemsBetween(measures, from, first.at), amounts.length);
  const after = listOf(text, itemsBetween(periods, last.end, last.end + said[0].length), amounts.length);
  const before = listOf(text, itemsBetween(periods, from, first.at), amounts.length);
  return { amounts, measures: after ? null : named, periods: after ?? before };
}

/** Returns the last items if as many as wanted stand side by side. */
function listOf<T extends { at: number; end: number }>(
  text: string,
  items: readonly T[],
  count: number,
): T[] | null {
  const own = items.slice(-count);
  const isList =
    own.length === count &&
    own.every((item, i) => i === 0 || BETWEEN_NAMES.test(text.slice(own[i - 1]?.end, item.at))) &&
    /,|\band\b/.test(text.slice(own.at(-2)?.end, own.at(-1)?.at));
  return isList ? own : null;
}
