import { type Amount, isChangeAmount } from "./amounts.ts";
import { itemsBetween, type Layout, lastBefore, sentenceAround } from "./layout.ts";
import { endOfRemarkAfter, type MetricName } from "./metric-names.ts";
import { respectivelyListAfter } from "./respective.ts";

/** The most characters between a metric's name, such as "revenue" or "EPS", and its first figure. */
const MAX_CHARS_NAME_TO_FIGURE = 170;
/** How many characters after a metric's name are searched for its amounts. */
const AMOUNTS_SEARCH_CHARS = 320;
/** How many characters before a metric's name are read as the words that describe it. */
const MAX_CHARS_BEFORE_NAME = 90;

/**
 * Returns two character offsets: `from`, where the words that describe a metric start, and `to`, where the next
 * metric name or sentence starts. The words start after any figure or other metric name that precedes them.
 */
export function textRangeOfMetric(layout: Layout, metricName: MetricName): { from: number; to: number } {
  const { text, metricNames, amounts } = layout;
  const remark = endOfRemarkAfter(text, metricName);
  const end = Math.min(metricName.end + AMOUNTS_SEARCH_CHARS, sentenceAround(layout, metricName.end).to);
  const next = itemsBetween(metricNames, metricName.end, end).find(
    (one) => one.at >= remark && !isUnitOf(layout, one) && !isGrowthOf(text, metricName, one),
  );
  const before = amounts[lastBefore(amounts, metricName.at - 1, ({ at }) => at)];
  const otherName = itemsBetween(metricNames, metricName.at - 100, metricName.at).findLast(
    (one) => !/income|loss|earnings|profit/i.test(text.slice(one.at, one.end)),
  );
  const from = Math.max(
    sentenceAround(layout, metricName.at).from,
    before ? Math.min(before.end, metricName.at) : 0,
    otherName?.end ?? 0,
    metricName.at - MAX_CHARS_BEFORE_NAME,
  );
  return { from, to: next?.at ?? end };
}

/** Returns whether the second name is only the growth of the first, as in "EPS growth of 8%, or $6.48". */
function isGrowthOf(text: string, { end }: MetricName, growth: MetricName): boolean {
  return growth.at === end + 1 && text.startsWith("growth", growth.at);
}

const NON_EPS_WORDS =
  /\b(?:FFO|funds from operations|dividends?|distributions?|book value|cash flow|NAV|price|repurchase[ds]?|tax|charges?|costs?|expenses?|impact|benefit|headwind|tailwind|dilution|accreti\w+|compensation|amortization|comparable basis|earnings power|operational|constant[- ]currency|organic)\b[^,;.\d%]{0,50}$/i;

/** A metric name with its amounts. Words that describe it start at `from` and end at `to` or the first amount. */
type Row = { metricName: MetricName; from: number; to?: number; amounts: Amount[] };

export function metricWithAmounts(layout: Layout, metricName: MetricName): Row | null {
  return (
    rowInList(layout, metricName) ??
    (isUnitOf(layout, metricName) ? rowBefore(layout, metricName) : rowAfter(layout, metricName))
  );
}

/** Returns the metric with the amount that "respectively" assigns to it, or null when there is no such list. */
function rowInList(layout: Layout, metricName: MetricName): Row | null {
  const list = respectivelyListAfter(layout, metricName);
  const i = list?.metricNames?.indexOf(metricName) ?? -1;
  const amount = list?.amounts[i];
  if (!list?.metricNames || !amount) return null;
  const from = list.metricNames[i - 1]?.end ?? textRangeOfMetric(layout, metricName).from;
  return { metricName, from, to: metricName.end, amounts: [amount] };
}

function rowAfter(layout: Layout, metricName: MetricName): Row | null {
  const { text, amounts } = layout;
  const { from, to } = textRangeOfMetric(layout, metricName);
  const start = sentenceAround(layout, metricName.at).from;
  const all = itemsBetween(amounts, endOfRemarkAfter(text, metricName), to);
  // In "1% in revenue growth and $2 million", the amount is not the revenue that results from the growth.
  if (text.startsWith(" growth", metricName.end) && all[0]?.kind !== "percent") return null;
  const own = guidanceOnly(text, all);
  const [first] = own;
  if (!first || first.at - metricName.end > MAX_CHARS_NAME_TO_FIGURE || first.kind === "percent") return null;
  if (text.slice(metricName.end, first.at).includes(";")) return null;
  if (
    metricName.metric === "eps" &&
    NON_EPS_WORDS.test(text.slice(Math.max(start, metricName.at - 50), metricName.at))
  )
    return null;
  return { metricName, from, amounts: own };
}

/**
 * Matches words before a figure of earlier guidance, such as "from" in "to $4.05 to $4.15 per share, from $4.00 to
 * $4.20 per share". Also matches words before the midpoint of a range.
 */
const EARLIER_GUIDANCE_WORDS =
  /(?<!\brang(?:e|es|ed|ing) )\b(?:from|versus|compared (?:to|with)|previously|mid-?point (?:of|being|at)) $/i;
/** Matches the words between a growth rate and the amount that results from it, as in "8%, or $6.48". */
const RESULT_WORDS =
  /^(?: (?:versus|over|from|compared (?:to|with)) [^$%;.]{1,40})?,? ?(?:to|or|implying|resulting in)(?: (?:a|the))?(?: (?:range|total) of)?(?: approximately| between)? ?$/i;

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

const GUIDANCE_BEFORE_AMOUNT = /\b(?:guidance|outlook|forecast|ranges?) (?:to|of|is) (?:between )?$/i;

/**
 * Returns whether a metric name such as "per share" belongs to the figure before it. In "$0.99 - $1.05 EPS
 * non-GAAP" and "$430 Per diluted share $3.05", the name belongs to the next figure instead.
 */
function isUnitOf({ text, amounts }: Layout, metricName: MetricName): boolean {
  const before = amounts[lastBefore(amounts, metricName.at - 1, ({ at }) => at)];
  // In "guidance of $740 million in revenue and $92 million in EBITDA", the name comes after its amount.
  if (metricName.metric === "revenue")
    return (
      before?.isRange === true &&
      /^ (?:in|of) (?:total |net )*$/.test(text.slice(before.end, metricName.at)) &&
      GUIDANCE_BEFORE_AMOUNT.test(text.slice(Math.max(0, before.at - 30), before.at))
    );
  return (
    metricName.metric === "eps" &&
    before !== undefined &&
    !(
      text.startsWith("Per", metricName.at) &&
      /^ \$? ?\(?\d/.test(text.slice(metricName.end, metricName.end + 6))
    ) &&
    (/^(?:per|a )/i.test(text.slice(metricName.at, metricName.end))
      ? /^\s*(?:a |in )?$/
      : /^\s*(?:in|of) (?:(?:adjusted|non-GAAP|GAAP|diluted|core) ){0,2}$/
    ).test(text.slice(before.end, metricName.at))
  );
}

/**
 * Returns the metric with the amount before it, as in "net income of $1.20 to $1.30 per diluted share". Returns
 * null when that amount is earlier guidance or does not state earnings.
 */
function rowBefore(layout: Layout, metricName: MetricName): Row | null {
  const { text, amounts } = layout;
  const amount = amounts[lastBefore(amounts, metricName.at - 1, ({ at }) => at)];
  if (!amount) return null;
  const sentence = sentenceAround(layout, amount.at);
  const words = text.slice(Math.max(sentence.from, amount.at - 170), amount.at);
  if (EARLIER_GUIDANCE_WORDS.test(words)) return null;
  const isEarnings = /\b(?:earnings|income|loss|profit|EPS)\b/i.test(
    words + text.slice(metricName.at, metricName.end),
  );
  if (metricName.metric === "eps" && (!isEarnings || NON_EPS_WORDS.test(words.slice(-60)))) return null;
  const earlier = itemsBetween(
    amounts,
    metricName.end,
    Math.min(metricName.end + PRIOR_SEARCH_CHARS, sentence.to),
  );
  return {
    metricName,
    from: Math.max(sentence.from, amount.at - 170),
    amounts: [amount, ...earlier.slice(0, 1)],
  };
}
