import { type Amount, isChangeAmount } from "./amounts.ts";
import { BULLETS, itemsBetween, type Layout, lastBefore, sentenceAround } from "./layout.ts";
import { basisAfter, type MetricName } from "./metric-names.ts";
import { textRangeOfMetric } from "./metric-rows.ts";
import { type Period, quarterIn } from "./periods.ts";
import { isAnotherQuarter, isBeforeReportedYear } from "./reported-quarter.ts";
import { respectivelyListAfter } from "./respective.ts";

/** The maximum number of characters between the name of a metric, such as "revenue", and the figure after it. */
const MAX_CHARS_TO_FIGURE = 150;

/** How many characters before the figure of "$1.20 per share" are searched for a name such as "earnings". */
const EARNINGS_SEARCH_CHARS = 240;
/** Matches words before a GAAP and adjusted EPS, as in "GAAP and ongoing earnings of $527 million, or". */
const GAAP_AND_ADJUSTED_WORDS =
  /\bGAAP and (?:non-GAAP|adjusted|ongoing|operating|core) (?:net )?(?:earnings|income)\b[^.;]{0,60}$/i;

/** An amount in the text that states a metric's value. The words that describe the amount start at the offset `from`. */
type Place = {
  amount: Amount;
  from: number;
  basis: "gaap" | "adjusted" | null;
  /** True when a list with "respectively" assigns the amount to the newest quarter. */
  isOfQuarter?: boolean;
};

/** Returns the amounts after a metric's name that state its value: two if GAAP and adjusted values follow it. */
export function amountsAfterMetric(layout: Layout, metricName: MetricName): Place[] {
  const { text, amounts } = layout;
  const { from, to } = textRangeOfMetric(layout, metricName);
  const money = itemsBetween(amounts, metricName.end, to).filter(
    (amount) => amount.kind === "money" && !isChangeAmount(amount, text),
  );
  const prior = amounts[lastBefore(amounts, metricName.at - 1, ({ at }) => at)];
  const [first, second] = money;
  if (!first || first.at - metricName.end > MAX_CHARS_TO_FIGURE) return [];
  // In "$3.23 diluted EPS or $3.29 as adjusted", "diluted EPS" names $3.23 and not $3.29.
  if (/^ or $/i.test(text.slice(metricName.end, first.at))) return [];
  // In "includes $28.6 million of net sales and $3.8 million of profit", "net sales" names $28.6 million.
  if (
    prior &&
    metricName.metric === "revenue" &&
    /^ (?:of|in) (?:net |total )?$/.test(text.slice(prior.end, metricName.at))
  )
    return [];
  const named = respectivelyListAfter(layout, metricName);
  const place = named?.metricNames?.indexOf(metricName) ?? -1;
  if (named && place >= 0)
    return named.amounts.slice(place, place + 1).map((amount) => ({ amount, from, basis: null }));
  if (named?.periods) return placesOfNewestQuarter(layout, named.periods, named.amounts, from);
  const lead = text.slice(from, first.at);
  const isPair = second !== undefined && /^\s?and\s?$/i.test(text.slice(first.end, second.at));
  if (metricName.metric === "eps" && isPair && /\bGAAP and (?:non-GAAP|adjusted)\b/i.test(lead))
    return [
      { amount: first, from, basis: "gaap" },
      { amount: second, from, basis: "adjusted" },
    ];
  if (metricName.metric === "eps" && first.scale !== null && first.scale > 1)
    return isPair ? [{ amount: second, from, basis: null }] : [];
  const diluted = dilutedAmountOf(text, from, money);
  if (metricName.metric === "eps" && diluted) return [{ amount: diluted, from, basis: null }];
  const between = text.slice(first.end, second?.at);
  // In "$0.45 ($0.40 a year ago)", the parenthesis starts a remark and is no minus sign.
  const isRemark = second && /^\([^)]*$/.test(text.slice(second.at, second.end));
  const isOnBothBases =
    second &&
    (/^\s?on an? (?:GAAP|(?:as[- ])?reported) basis,? and(?: to)?\s?$/i.test(between) ||
      ((isRemark || / or $/i.test(between)) &&
        basisAfter(text.slice(second.end, second.end + 70)) === "adjusted"));
  // Figures with only spaces or vertical bars between them are a table row, which needs column headings.
  if (second?.currency === first.currency && !isRemark && /^[\s|]*$/.test(between)) return [];
  return isOnBothBases
    ? [
        { amount: first, from, basis: null },
        { amount: second, from, basis: null },
      ]
    : [{ amount: first, from, basis: null }];
}

/**
 * Returns the amount of the newest quarter in a list where "respectively" assigns amounts to periods. Returns an
 * empty array unless exactly one of the periods can be that quarter.
 */
function placesOfNewestQuarter(
  layout: Layout,
  periods: readonly Period[],
  amounts: readonly Amount[],
  from: number,
): Place[] {
  const newest = Math.max(...periods.map(({ year }) => year ?? 0));
  const places = periods.flatMap((period, i): Place[] => {
    const amount = amounts[i];
    const isNewestQuarter =
      period.kind === "quarter" && !isAnotherQuarter(layout, period) && (period.year ?? newest) === newest;
    return isNewestQuarter && amount ? [{ amount, from, basis: null, isOfQuarter: true }] : [];
  });
  return places.length === 1 ? places : [];
}

/** Returns whether the words after an EPS call it diluted, as in "$0.73 (diluted)" and "$0.73 per share (diluted)". */
export function isDilutedAfter(words: string): boolean {
  return /^\s*(?:per (?:common )?share )?\(?(?:fully )?diluted\b/i.test(words);
}

/**
 * Returns the diluted EPS after a basic one, as in "$0.75 (basic) and $0.73 (diluted)", or after "basic and diluted":
 * the second of two amounts in the first amount's currency, as in "basic and diluted net income per ADS were RMB3.40 (US$0.47)
 * and RMB3.32 (US$0.46), respectively".
 */
function dilutedAmountOf(text: string, from: number, money: readonly Amount[]): Amount | undefined {
  const [first, second] = money;
  if (first && second && /^ \(?basic\b/i.test(text.slice(first.end, second.at)))
    return isDilutedAfter(text.slice(second.end, second.end + 30)) ? second : undefined;
  if (!first || !/\bbasic and (?:fully )?diluted\b/i.test(text.slice(from, first.at))) return undefined;
  const own = money.filter(({ currency }) => currency === first.currency);
  const last = money.at(-1) ?? first;
  const isPair =
    / and $/i.test(text.slice(own[0]?.end, own[1]?.at)) ||
    /^\)?,? respectively\b/i.test(text.slice(last.end, last.end + 16));
  return own.length === 2 && isPair ? own[1] : undefined;
}

/** Returns the EPS before its name, as in "or $0.46 per diluted share": twice if it is both GAAP and adjusted. */
export function amountsBeforeMetric(layout: Layout, metricName: MetricName): Place[] {
  const { text, amounts } = layout;
  if (metricName.metric !== "eps") return [];
  const amount = amounts[lastBefore(amounts, metricName.at - 1, ({ at }) => at)];
  if (!amount || isChangeAmount(amount, text)) return [];
  const between = text.slice(amount.end, metricName.at);
  // In "Net income 12.0 10.7 Diluted earnings per share", 10.7 belongs to the net income row.
  if (!amount.hasCurrency && amount.scale === null && /[a-z]/i.test(between)) return [];
  // A capital letter starts the label of the next row, except in "or $2.48 Earnings per Share".
  const name = text.slice(amount.at - 4, amount.at) === " or " ? between.toLowerCase() : between;
  if (
    !/^\s*(?:a |(?:in )?(?:(?:fully )?diluted |normalized |adjusted ){0,2}(?:(?:net )?(?:earnings|income|loss) )?)?$/.test(
      name,
    )
  )
    return [];
  const from = Math.max(sentenceAround(layout, amount.at).from, amount.at - EARNINGS_SEARCH_CHARS);
  const words = text.slice(from, metricName.at);
  if (!/\b(?:earnings|earned|income|loss|lost|profit|per share|EPS)\b/i.test(words)) return [];
  return GAAP_AND_ADJUSTED_WORDS.test(text.slice(from, amount.at))
    ? [
        { amount, from, basis: "gaap" },
        { amount, from, basis: "adjusted" },
      ]
    : [{ amount, from, basis: null }];
}

/** Matches the quarter of the prior year, as in "compared with $0.74 in the prior year quarter". */
const PRIOR_QUARTER =
  /\b(?:prior[- ]year|year[- ]ago|same|comparable|corresponding)(?:[’']s)? (?:fiscal )?quarter\b/i;

const PER_SHARE = "(?: per (?:\\w{1,20} ){0,4}share)?";
const ARTICLE = "(?: the company[’']s| the| its| our| each of the)?";
/** Matches the words between a figure and its period, such as "for the first" in "$30 million for the first six months". */
const BETWEEN_FIGURE_AND_PERIOD = new RegExp(
  `^${PER_SHARE},?[^.;,]{0,12}\\b(?:in|for|during|over|on an?)${ARTICLE}(?: (?:first|last|past|previous|trailing|entire|full|year[’']s)){0,2}\\s*$`,
  "i",
);
/**
 * Matches the words between a figure and a period that it shares with the next figure, such as "and income of $9
 * million for the" in "revenue of $80 million and income of $9 million for the quarter".
 */
const BETWEEN_FIGURE_AND_SHARED_PERIOD = new RegExp(
  `^,? (?:and|or) (?:[^.;•$]|\\.\\d){0,60}\\$[\\d.,]{1,12}(?: [mb]illion)?${PER_SHARE},? (?:in|for|during)${ARTICLE}(?: first)?\\s*$`,
  "i",
);
/** Matches the words between a figure and the period that it is compared with, as in ", up 5% from $1.10 in the". */
const BETWEEN_FIGURE_AND_COMPARED_PERIOD = new RegExp(
  `^${PER_SHARE}(?: \\(|,? (?:up|down|as compared|compared|versus|vs\\.?|against|an? (?:\\w{1,20} ){0,2}(?:increase|decrease|improvement|gain|decline|rise))\\b)[^;•]{0,120}$`,
  "i",
);
/** Matches a prior quarter or year, such as "prior-year quarter" and "same quarter last year". */
const PRIOR_PERIOD =
  "(?:(?:prior|previous|preceding)(?:[- ](?:year|fiscal))?(?:[’']s)? (?:\\w{1,10} )?(?:quarter|period)|(?:same|comparable|corresponding|year[- ]ago) (?:\\w{1,10} )?(?:quarter|period)|(?:last|past) year)\\b";
const PRIOR_QUARTER_PRECEDING = new RegExp(
  `(?:\\b(?:in|for|during)${ARTICLE} |^(?:the )?)${PRIOR_PERIOD}[^;•]{0,90}$`,
  "i",
);
const PRIOR_QUARTER_FOLLOWING = new RegExp(
  `^${PER_SHARE},? (?:in|for|during)${ARTICLE} ${PRIOR_PERIOD}`,
  "i",
);
/** Matches a comparison before a metric's name, as in "Compared with revenue in the prior-year quarter,". */
const COMPARISON_BEFORE = /\b(?:compared?|versus|relative to|over|than|from)\b[^,;•]{0,90}/gi;

/** How many characters of a figure's sentence before its metric are searched for a period. */
const SENTENCE_SEARCH_CHARS = 260;

/** A figure with the name of its metric. `isTable` is true for a figure that is probably from a row of a table. */
type MetricFigure = { metricName: MetricName; amount: Amount; isTable: boolean };

/**
 * Returns whether the amount is a figure of the reported quarter. The first period found decides. The search order
 * is: directly after the amount, before it in its sentence, further after it, the heading of its list, earlier text.
 */
export function isOfReportedQuarter(layout: Layout, figure: MetricFigure): boolean {
  return isSentenceForReportedQuarter(layout, figure) ?? isPrecedingTextForReportedQuarter(layout, figure);
}

/** Returns whether the figure's sentence is about the reported quarter, or null when the sentence names no period. */
function isSentenceForReportedQuarter(
  layout: Layout,
  { metricName, amount, isTable }: MetricFigure,
): boolean | null {
  const { periods, text } = layout;
  const sentence = sentenceAround(layout, amount.at);
  const first = Math.min(metricName.at, amount.at);
  const from = Math.max(sentence.from, first - SENTENCE_SEARCH_CHARS);
  const named = itemsBetween(periods, from, amount.at).filter(
    (period) => !isComparisonPeriod(text, period.at),
  );
  const isReported = (period: Period) =>
    period.kind === "quarter" && !isAnotherQuarter(layout, period) && !isBeforeReportedYear(layout, period);
  const own = named.at(-1);
  // A sentence with two quarters is about the half year, as in "losses in the first and profits in the second".
  if (
    own?.kind === "quarter" &&
    quarterIn(own.text) !== null &&
    new Set(named.map(({ text }) => quarterIn(text)).filter((quarter) => quarter !== null)).size > 1
  )
    return false;
  const after = text.slice(amount.end, Math.min(sentence.to, amount.end + 160));
  if (PRIOR_QUARTER_FOLLOWING.test(after)) return false;
  const following = itemsBetween(periods, amount.end, amount.end + after.length)[0];
  const upToPeriod = text.slice(amount.end, following?.at);
  const isFollowedByYear = upToPeriod === " " && /^(?:year[- ]to|YTD)/i.test(following?.text ?? "");
  // In "Third quarter EPS was $1.08 in 2026", the year is that of the quarter.
  const isYearOfNamedQuarter = own?.kind === "quarter" && following?.text === String(following?.year);
  if (following && !isYearOfNamedQuarter && (isFollowedByYear || BETWEEN_FIGURE_AND_PERIOD.test(upToPeriod)))
    return isReported(following);
  if (own) return isReported(own) && (!isTable || areYearsDescendingBefore(text, first));
  const before = text.slice(from, amount.at);
  if (PRIOR_QUARTER_PRECEDING.test(before.replace(COMPARISON_BEFORE, ""))) return false;
  if (following && BETWEEN_FIGURE_AND_SHARED_PERIOD.test(upToPeriod)) return isReported(following);
  // If a figure is compared with a six-month figure, it also covers six months and not the quarter.
  if (following?.kind === "other" && BETWEEN_FIGURE_AND_COMPARED_PERIOD.test(upToPeriod)) return false;
  // Only a quarter is compared with "the prior-year quarter".
  return named.length === 0 && !following && PRIOR_QUARTER.test(after.slice(0, 90)) ? true : null;
}

/** Returns whether the heading of the figure's list, or else the last period before the figure, is the reported quarter. */
function isPrecedingTextForReportedQuarter(
  layout: Layout,
  { metricName, amount, isTable }: MetricFigure,
): boolean {
  const { periods, text } = layout;
  const { from } = sentenceAround(layout, amount.at);
  const first = Math.min(metricName.at, amount.at);
  const heading = first - from < MAX_ITEM_CHARS ? periodsInListHeading(layout, from) : [];
  if (heading.length > 0 && heading.every((period) => period.kind === "quarter"))
    return heading.every((period) => !isAnotherQuarter(layout, period));
  const earlierPeriods = itemsBetween(periods, first - 3_000, first)
    // Only forecasts mention a period such as "the remainder of 2024".
    .filter(
      (period) => !isComparisonPeriod(text, period.at) && !/^(?:remainder|rest|balance)/i.test(period.text),
    )
    .slice(-2);
  const [joined, earlier = joined] = earlierPeriods;
  if (!earlier || (isTable && first - earlier.end > TABLE_PERIOD_SEARCH_CHARS)) return false;
  // Under "Full Year and Fourth Quarter 2025 Results", a figure may be for the full year or for the quarter.
  if (joined && joined.kind !== earlier.kind && /^ and (?:the )?$/i.test(text.slice(joined.end, earlier.at)))
    return false;
  return (
    earlier.kind === "quarter" &&
    !isAnotherQuarter(layout, earlier) &&
    (!isTable || areYearsDescendingBefore(text, first))
  );
}

const BULLET = new RegExp(`${BULLETS}|(?<=\\s)[*-](?=\\s[A-Z])`, "g");
/** How many characters before the first bullet of a list are searched for periods in the list's heading. */
const LIST_HEADING_SEARCH_CHARS = 120;
/** Two bullets with at least this many characters between them are not in the same list. */
const MAX_ITEM_CHARS = 700;

/**
 * Returns the periods in the heading of a bulleted list that has an item at the offset `at`, or an empty array. An
 * item that names no period is about the period of its list's heading, not about the period of the previous item.
 */
function periodsInListHeading({ text, periods, amounts }: Layout, at: number): Period[] {
  const from = Math.max(0, at - 3_000);
  const all = [...text.slice(from, at).matchAll(BULLET)];
  // The dash in "Boston - July 29" is not the bullet of a list whose items start with "•".
  const bullets = all.filter(([bullet]) => bullet === all.at(-1)?.[0]).map(({ index }) => from + index);
  let top = bullets.length - 1;
  if (top < 0 || at - (bullets[top] ?? 0) > 2) return [];
  while (top > 0 && (bullets[top] ?? 0) - (bullets[top - 1] ?? 0) < MAX_ITEM_CHARS) top--;
  const listBullets = bullets.slice(top);
  const start = listBullets[0] ?? at;
  // A period without an amount between it and the next bullet is in the heading of another list.
  const isHeading = (period: Period) =>
    itemsBetween(amounts, period.end, listBullets.find((end) => end > period.at) ?? at).length === 0;
  if (itemsBetween(periods, start, at).some(isHeading)) return [];
  return itemsBetween(periods, Math.max(0, start - LIST_HEADING_SEARCH_CHARS), start);
}

/** Returns whether the period at the offset `at` is only compared with, as in "compared to the second quarter". */
function isComparisonPeriod(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 60), at);
  return /\b(?:compared?|versus|vs\.?|from(?! continuing)|over|than|(?:same|corresponding|comparable) (?:period|quarter)|prior)\b(?:[^.;•]|\.\d){0,55}$/i.test(
    before,
  );
}

/** How many characters before a figure of a row are searched for the periods of its columns. */
const TABLE_PERIOD_SEARCH_CHARS = 1_500;

/** Returns whether the last two years before an offset are in descending order, such as "2024 2023". */
function areYearsDescendingBefore(text: string, at: number): boolean {
  const words = text.slice(Math.max(0, at - TABLE_PERIOD_SEARCH_CHARS), at);
  const years = [...words.matchAll(/\b20\d\d\b/g)].slice(-2).map(([year]) => Number(year));
  const [a, b] = years;
  return a !== undefined && b !== undefined && a > b;
}
