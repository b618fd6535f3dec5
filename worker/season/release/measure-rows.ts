import { type Amount, isChangeAmount } from "./amounts.ts";
import { withEndsJoined } from "./guidance-columns.ts";
import { itemsBetween, type Layout, lastBefore, sentenceAround } from "./layout.ts";
import { type Measure, remarkAfter } from "./measures.ts";
import { respectiveOf } from "./respective.ts";

/** The most characters between a measure and its figure; beyond them the row has ended. */
const GAP = 170;
const ROW = 320;
/** The words before a measure that describe it are at most this many characters long. */
const BEFORE = 90;

/**
 * Returns where the words of a measure begin, and where the next measure or sentence begins. The words end
 * behind the figure or the other measure before them.
 */
export function reachOf(layout: Layout, measure: Measure): { from: number; to: number } {
  const { text, measures, amounts } = layout;
  const remark = remarkAfter(text, measure);
  const end = Math.min(measure.end + ROW, sentenceAround(layout, measure.end).to);
  const next = itemsBetween(measures, measure.end, end).find(
    (one) => one.at >= remark && !isUnitOf(layout, one) && !isGrowthOf(text, measure, one),
  );
  const before = amounts[lastBefore(amounts, measure.at - 1, ({ at }) => at)];
  const barrier = itemsBetween(measures, measure.at - 100, measure.at).findLast(
    (one) => !/income|loss|earnings|profit/i.test(text.slice(one.at, one.end)),
  );
  const from = Math.max(
    sentenceAround(layout, measure.at).from,
    before ? Math.min(before.end, measure.at) : 0,
    barrier?.end ?? 0,
    measure.at - BEFORE,
  );
  return { from, to: next?.at ?? end };
}

/** Returns whether a measure is only the growth of the one before it, as in "EPS growth of 8%, or $6.48". */
function isGrowthOf(text: string, { end }: Measure, growth: Measure): boolean {
  return growth.at === end + 1 && text.startsWith("growth", growth.at);
}

const COMPARED = /\b(?:over|compared (?:to|with)|versus|vs\.?|than|from(?! continuing))\s[^.;,$)]{0,45}$/i;
const OTHER_PER_SHARE =
  /\b(?:FFO|funds from operations|dividends?|distributions?|book value|cash flow|NAV|price|repurchase[ds]?|tax|charges?|costs?|expenses?|impact|benefit|headwind|tailwind|dilution|accreti\w+|compensation|amortization|comparable basis|earnings power|operational|constant[- ]currency|organic)\b[^,;.\d%]{0,50}$/i;

/** A measure with its amounts. The row's own words are those from `from` to `to`, or to the first amount. */
type Row = { measure: Measure; from: number; to?: number; amounts: Amount[] };

export function guidanceRowOf(layout: Layout, measure: Measure): Row | null {
  return (
    rowInList(layout, measure) ??
    (isUnitOf(layout, measure) ? rowBefore(layout, measure) : rowAfter(layout, measure))
  );
}

/** Returns the amount that "respectively" assigns to the measure. */
function rowInList(layout: Layout, measure: Measure): Row | null {
  const list = respectiveOf(layout, measure);
  const i = list?.measures?.indexOf(measure) ?? -1;
  const amount = list?.amounts[i];
  if (!list?.measures || !amount) return null;
  const from = list.measures[i - 1]?.end ?? reachOf(layout, measure).from;
  return { measure, from, to: measure.end, amounts: [amount] };
}

function rowAfter(layout: Layout, measure: Measure): Row | null {
  const { text, amounts } = layout;
  const { from, to } = reachOf(layout, measure);
  const start = sentenceAround(layout, measure.at).from;
  if (COMPARED.test(text.slice(Math.max(start, measure.at - 60), measure.at))) return null;
  const own = withEndsJoined(text, afterGrowth(text, itemsBetween(amounts, remarkAfter(text, measure), to)));
  const [first] = own;
  if (!first || first.at - measure.end > GAP || first.kind === "percent") return null;
  if (text.slice(measure.end, first.at).includes(";")) return null;
  if (measure.metric === "eps" && OTHER_PER_SHARE.test(text.slice(Math.max(0, measure.at - 50), measure.at)))
    return null;
  return { measure, from, amounts: own };
}

/**
 * Matches words before earlier guidance, as in "to $4.05 to $4.15 per share, from $4.00 to $4.20 per share".
 */
const REPLACED =
  /(?<!\brang(?:e|es|ed|ing) )\b(?:from|versus|compared (?:to|with)|previously|mid-?point (?:of|being|at)) $/i;
const LEADS_TO =
  /^(?: (?:versus|over|from|compared (?:to|with)) [^$%;.]{1,40})?,? ?(?:to|or|implying|resulting in)(?: (?:a|the))?(?: (?:range|total) of)?(?: approximately)? ?$/i;

/** How many characters after a figure and its unit the guidance that it replaces is looked for, as in "$4.10 per share, up from $3.90". */
const EARLIER = 60;
/** Matches words before a new end of a range, which is no guidance alone. */
const ONE_END = /\b(?:low|lower|bottom|high|upper|top)[- ]end of\b[^.;$]{0,80}\b(?:to|from) $/i;

/**
 * Returns the amounts without those that state a change or one end, as in "12% to 13%, to", "by $0.10" and "raised the
 * low end of its range to $4.00".
 */
function afterGrowth(text: string, own: readonly Amount[]): Amount[] {
  const [growth, level] = own;
  const isLedTo =
    growth?.kind === "percent" &&
    level?.kind === "money" &&
    (LEADS_TO.test(text.slice(growth.end, level.at)) || text.startsWith(" ($", growth.end));
  if (growth?.kind === "percent" && !isLedTo) return [growth];
  return (isLedTo ? own.slice(1) : own).filter(
    (amount) =>
      !isChangeAmount(amount, text) && !ONE_END.test(text.slice(Math.max(0, amount.at - 120), amount.at)),
  );
}

/**
 * Returns whether a measure such as "per share" is only the unit of the figure before it. In "$0.99 - $1.05 EPS
 * non-GAAP" and "$430 Per diluted share $3.05" it begins the next row instead.
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
 * Returns the row of an amount whose unit is the measure, as in "net income of $1.20 to $1.30 per diluted
 * share".
 */
function rowBefore(layout: Layout, measure: Measure): Row | null {
  const { text, amounts } = layout;
  const amount = amounts[lastBefore(amounts, measure.at - 1, ({ at }) => at)];
  if (!amount) return null;
  const sentence = sentenceAround(layout, amount.at);
  const words = text.slice(Math.max(sentence.from, amount.at - 170), amount.at);
  if (REPLACED.test(words)) return null;
  if (
    !/\b(?:earnings|income|loss|profit|EPS)\b/i.test(words + text.slice(measure.at, measure.end)) ||
    OTHER_PER_SHARE.test(words.slice(-60))
  )
    return null;
  const earlier = itemsBetween(amounts, measure.end, Math.min(measure.end + EARLIER, sentence.to));
  return {
    measure,
    from: Math.max(sentence.from, amount.at - 170),
    amounts: [amount, ...earlier.slice(0, 1)],
  };
}
