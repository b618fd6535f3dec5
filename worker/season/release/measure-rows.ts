import { type Amount, isChangeAmount } from "./amounts.ts";
import { itemsBetween, type Layout, lastBefore, sentenceAround } from "./layout.ts";
import { endOfRemarkAfter, type Measure } from "./measures.ts";
import { respectivelyListAfter } from "./respective.ts";

/** The most characters between a measure (a name such as "revenue" or "EPS") and its first figure. */
const MAX_CHARS_NAME_TO_FIGURE = 170;
/** How many characters after a measure are searched for its amounts. */
const AMOUNTS_SEARCH_CHARS = 320;
/** How many characters before a measure are read as the words that describe it. */
const MAX_CHARS_BEFORE_NAME = 90;

/**
 * Returns two character offsets: `from`, where the words that describe a measure start, and `to`, where the next
 * measure or sentence starts. The words start after any figure or other measure that precedes them.
 */
export function textRangeOfMeasure(layout: Layout, measure: Measure): { from: number; to: number } {
  const { text, measures, amounts } = layout;
  const remark = endOfRemarkAfter(text, measure);
  const end = Math.min(measure.end + AMOUNTS_SEARCH_CHARS, sentenceAround(layout, measure.end).to);
  const next = itemsBetween(measures, measure.end, end).find(
    (one) => one.at >= remark && !isUnitOf(layout, one) && !isGrowthOf(text, measure, one),
  );
  const before = amounts[lastBefore(amounts, measure.at - 1, ({ at }) => at)];
  const otherMeasure = itemsBetween(measures, measure.at - 100, measure.at).findLast(
    (one) => !/income|loss|earnings|profit/i.test(text.slice(one.at, one.end)),
  );
  const from = Math.max(
    sentenceAround(layout, measure.at).from,
    before ? Math.min(before.end, measure.at) : 0,
    otherMeasure?.end ?? 0,
    measure.at - MAX_CHARS_BEFORE_NAME,
  );
  return { from, to: next?.at ?? end };
}

/** Returns whether the second measure is only the growth of the first, as in "EPS growth of 8%, or $6.48". */
function isGrowthOf(text: string, { end }: Measure, growth: Measure): boolean {
  return growth.at === end + 1 && text.startsWith("growth", growth.at);
}

const NON_EPS_WORDS =
  /\b(?:FFO|funds from operations|dividends?|distributions?|book value|cash flow|NAV|price|repurchase[ds]?|tax|charges?|costs?|expenses?|impact|benefit|headwind|tailwind|dilution|accreti\w+|compensation|amortization|comparable basis|earnings power|operational|constant[- ]currency|organic)\b[^,;.\d%]{0,50}$/i;

/** A measure with its amounts. Words that describe it start at `from` and end at `to` or the first amount. */
type Row = { measure: Measure; from: number; to?: number; amounts: Amount[] };

export function measureWithAmounts(layout: Layout, measure: Measure): Row | null {
  return (
    rowInList(layout, measure) ??
    (isUnitOf(layout, measure) ? rowBefore(layout, measure) : rowAfter(layout, measure))
  );
}

/** Returns the measure with the amount that "respectively" assigns to it, or null when there is no such list. */
function rowInList(layout: Layout, measure: Measure): Row | null {
  const list = respectivelyListAfter(layout, measure);
  const i = list?.measures?.indexOf(measure) ?? -1;
  const amount = list?.amounts[i];
  if (!list?.measures || !amount) return null;
  const from = list.measures[i - 1]?.end ?? textRangeOfMeasure(layout, measure).from;
  return { measure, from, to: measure.end, amounts: [amount] };
}

function rowAfter(layout: Layout, measure: Measure): Row | null {
  const { text, amounts } = layout;
  const { from, to } = textRangeOfMeasure(layout, measure);
  const start = sentenceAround(layout, measure.at).from;
  const own = guidanceOnly(text, itemsBetween(amounts, endOfRemarkAfter(text, measure), to));
  const [first] = own;
  if (!first || first.at - measure.end > MAX_CHARS_NAME_TO_FIGURE || first.kind === "percent") return null;
  if (text.slice(measure.end, first.at).includes(";")) return null;
  if (
    measure.metric === "eps" &&
    NON_EPS_WORDS.test(text.slice(Math.max(start, measure.at - 50), measure.at))
  )
    return null;
  return { measure, from, amounts: own };
}

/**
 * Matches words before a figure of earlier guidance, such as "from" in "to $4.05 to $4.15 per share, from $4.00 to
 * $4.20 per share". Also matches words before the midpoint of a range.
 */
const EARLIER_GUIDANCE_WORDS =
  /(?<!\brang(?:e|es|ed|ing) )\b(?:from|versus|compared (?:to|with)|previously|mid-?point (?:of|being|at)) $/i;
/** Matches the words between a growth rate and the amount that results from it, as in "8%, or $6.48". */
const RESULT_WORDS =
  /^(?: (?:versus|over|from|compared (?:to|with)) [^$%;.]{1,40})?,? ?(?:to|or|implying|resulting in)(?: (?:a|the))?(?: (?:range|total) of)?(?: approximately)? ?$/i;

/** How many characters after "per share" are searched for earlier guidance, such as "up from $3.90". */
const PRIOR_SEARCH_CHARS = 60;
/** Matches words before a figure that is only one end of a range, as in "the low end of its range to". */
const SINGLE_END = /\b(?:low|lower|bottom|high|upper|top)[- ]end of\b[^.;$]{0,80}\b(?:to|from) $/i;

/**
 * Returns the amounts without growth rates that lead to an amount ("12% to 13%, to"), changes ("by $0.10") and
 * single ends ("the low end of its range to $4.00"). Returns only the growth rate if it leads to no amount.
 */
function guidanceOnly(text: string, own: readonly Amount[]): Amount[] {
  const [growth, result] = own;
  const hasResult =
    growth?.kind === "percent" &&
    result?.kind === "money" &&
    (RESULT_WORDS.test(text.slice(growth.end, result.at)) || text.startsWith(" ($", growth.end));
  if (growth?.kind === "percent" && !hasResult) return [growth];
  return (hasResult ? own.slice(1) : own).filter(
    (amount) =>
      !isChangeAmount(amount, text) && !SINGLE_END.test(text.slice(Math.max(0, amount.at - 120), amount.at)),
  );
}

/**
 * Returns whether a measure such as "per share" is only the unit of the figure before it. In "$0.99 - $1.05 EPS
 * non-GAAP" and "$430 Per diluted share $3.05", the measure belongs to the next figure instead.
 */
function isUnitOf({ text, amounts }: Layout, measure: Measure): boolean {
  const before = amounts[lastBefore(amounts, measure.at - 1, ({ at }) => at)];
  return (
    measure.metric === "eps" &&
    before !== undefined &&
    !(text.startsWith("Per", measure.at) && /^ \$? ?\(?\d/.test(text.slice(measure.end, measure.end + 6))) &&
    (/^(?:per|a )/i.test(text.slice(measure.at, measure.end))
      ? /^\s*(?:a |in )?$/
      : /^\s*(?:in|of) (?:(?:adjusted|non-GAAP|GAAP|diluted|core) ){0,2}$/
    ).test(text.slice(before.end, measure.at))
  );
}

/**
 * Returns the measure with the amount before it, as in "net income of $1.20 to $1.30 per diluted share". Returns
 * null when that amount is earlier guidance or does not state earnings.
 */
function rowBefore(layout: Layout, measure: Measure): Row | null {
  const { text, amounts } = layout;
  const amount = amounts[lastBefore(amounts, measure.at - 1, ({ at }) => at)];
  if (!amount) return null;
  const sentence = sentenceAround(layout, amount.at);
  const words = text.slice(Math.max(sentence.from, amount.at - 170), amount.at);
  if (EARLIER_GUIDANCE_WORDS.test(words)) return null;
  if (
    !/\b(?:earnings|income|loss|profit|EPS)\b/i.test(words + text.slice(measure.at, measure.end)) ||
    NON_EPS_WORDS.test(words.slice(-60))
  )
    return null;
  const earlier = itemsBetween(amounts, measure.end, Math.min(measure.end + PRIOR_SEARCH_CHARS, sentence.to));
  return {
    measure,
    from: Math.max(sentence.from, amount.at - 170),
    amounts: [amount, ...earlier.slice(0, 1)],
  };
}
