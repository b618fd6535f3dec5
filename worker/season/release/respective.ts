import { type Amount, isChangeAmount } from "./amounts.ts";
import { itemsBetween, type Layout, sentenceAround } from "./layout.ts";
import type { MetricName } from "./metric-names.ts";
import type { Period } from "./periods.ts";

/** How many characters before the first amount are searched for names. */
const NAMES_SEARCH_CHARS = 260;
/** How many characters after a metric's name are searched for amounts. */
const AMOUNTS_SEARCH_CHARS = 600;
/** Matches the text between two amounts of a list, such as " and " or ", approximately ". */
const BETWEEN_AMOUNTS =
  /^(?: per (?:\w+ ){0,2}share)?,? (?:and |to )?(?:between |in the range of |of |approximately |about )?$/i;
const BETWEEN_NAMES = /^[^.;:$%•]{0,60}$/;
const RESPECTIVELY = /^[^;$•]{0,160}?\brespectively\b/i;

/**
 * Amounts and the metrics or periods that "respectively" assigns to them in the same order, as in "revenue and
 * adjusted EBITDA guidance of $675 million to $700 million and $85 million to $90 million, respectively".
 */
type Respective = { amounts: Amount[]; metricNames: MetricName[] | null; periods: Period[] | null };

/**
 * Returns the list of amounts after a metric's name, such as "revenue", if the word "respectively" comes after the
 * list. Otherwise returns null.
 */
export function respectivelyListAfter(layout: Layout, metricName: MetricName): Respective | null {
  const { text, metricNames, periods } = layout;
  const sentence = sentenceAround(layout, metricName.end);
  const inSentence = itemsBetween(
    layout.amounts,
    metricName.end,
    Math.min(sentence.to, metricName.end + AMOUNTS_SEARCH_CHARS),
  );
  const [first] = inSentence;
  if (!first || first.at - metricName.end > NAMES_SEARCH_CHARS || isChangeAmount(first, text)) return null;
  const end = inSentence.findIndex(
    (amount, i) => i > 0 && !BETWEEN_AMOUNTS.test(text.slice(inSentence[i - 1]?.end, amount.at)),
  );
  const amounts = end < 0 ? inSentence : inSentence.slice(0, end);
  const last = amounts.at(-1);
  const match = last && RESPECTIVELY.exec(text.slice(last.end, last.end + 180));
  if (!last || !match || amounts.length < 2) return null;
  const from = Math.max(sentence.from, first.at - NAMES_SEARCH_CHARS);
  const named = listOf(text, itemsBetween(metricNames, from, first.at), amounts.length);
  const after = listOf(text, itemsBetween(periods, last.end, last.end + match[0].length), amounts.length);
  const before = listOf(text, itemsBetween(periods, from, first.at), amounts.length);
  return { amounts, metricNames: after ? null : named, periods: after ?? before };
}

/** Returns the last `count` items if they form a list with a comma or "and", or null when they do not. */
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
