import { type GrowthGuidance, type Guidance, QUOTE_MAX_LENGTH } from "#contract/company-release.ts";
import { isConfirmation } from "./agreed-guidance.ts";
import { type Amount, growthInWordsIn, negated, openEndOf } from "./amounts.ts";
import {
  actionFromComparison,
  actionFromText,
  actionInWordsAfterFigure,
  priorGuidanceAfter,
} from "./guidance-action.ts";
import { EXPECTATION_WORDS, guidanceHeadingBefore, guidedPeriodKindOf, periodOf } from "./guidance-period.ts";
import type { TableGuidance } from "./guidance-tables.ts";
import { amountInMainUnit, itemsBetween, type Layout, sentenceAround } from "./layout.ts";
import { guidanceBasis, PARTIAL_REVENUE_WORDS } from "./metric-names.ts";
import { isReportedQuarter } from "./reported-quarter.ts";

/** How many characters before a percentage are searched for a word of expectation, such as "expects". */
const EXPECTATION_SEARCH_CHARS = 200;
/** The most characters from a sentence's start to its metric if only a heading shows that it is guidance. */
const MAX_CHARS_LINE_START_TO_NAME = 40;
/** How many characters before a percentage are searched for the name of its metric, such as "revenue". */
const NAME_SEARCH_CHARS = 260;
const EPS_NAMES = "EPS|(?:net )?(?:earnings|income)[ -]per[ -](?:\\w+ ){0,2}share";
const REVENUE_NAMES = "revenues?|(?:net )?sales";
/** The words that may come before "revenue" or "EPS" when it is that of the whole company. */
const COMPANY_WIDE_WORDS =
  "a|an|is|year-over-year|with|worldwide|global|enterprise|total|net|our|its|the|core|adjusted|comparable|diluted|(?:non-)?GAAP|reported|consolidated|company|full[- ]year|(?:first|second|third|fourth)[- ](?:quarter|half)|Q[1-4]|annual|fiscal|constant[- ]currency|20\\d\\d|year|quarter|of|in|for|deliver|expect(?:s|ed|ing)?|targeting|anticipates?|forecast(?:s|ing)?|projects?|estimated|guidance|outlook|and|that|to|achieve|generate|see|be";
/** Matches text before a metric's name that makes it the whole company's, such as "total" or a sentence start. */
const TEXT_BEFORE_COMPANY_METRIC = new RegExp(
  `(?:^|[.,;:•–—(-] ?|(?:^|\\s)(?:${COMPANY_WIDE_WORDS})[:,]? )$`,
  "i",
);
const INCREASE_WORDS =
  "growth|(?:to|will) (?:grow|increase|rise|improve|climb|be up)|up|(?:an )?increas(?:e|ing)";
const DECREASE_WORDS =
  "(?:to|will) (?:decline|decrease|fall|be down)|down|(?:a )?(?:declin|decreas)(?:e|ing)";
const LINKING_WORDS =
  "(?: (?:rate|of|by|in|at|to|be|is|are|now|still|currently|remain|relatively|essentially|the|a|an|range(?: from)?|expected|anticipated|projected|estimated|between|within|approximately|about|around|roughly|over|least|high|~)| \\(non-GAAP\\)| vs\\.? 20\\d\\d:?|:| \\(%\\)| YoY| year[- ]over[- ]year)*";
/** Matches a phrase such as "for the third quarter" after a metric's name or its growth, or nothing. */
const OPTIONAL_PERIOD = "(?: (?:for|in) [^,;:.$%]{1,45}?)?";
/** Matches a metric's name and its growth before a percentage, as in "we expect revenue growth of". */
const NAME_AND_GROWTH_BEFORE = new RegExp(
  `\\b(?<name>${EPS_NAMES}|${REVENUE_NAMES})(?:\\(\\d\\)|\\d)?(?: \\(non-GAAP\\))?${OPTIONAL_PERIOD}${LINKING_WORDS} (?<flat>flat to )?(?:(?<up>${INCREASE_WORDS})|(?<down>${DECREASE_WORDS}))${OPTIONAL_PERIOD}${LINKING_WORDS}(?: up|(?<below> down))?(?: to)? ?[~+]? ?$`,
  "i",
);
/** Matches growth and then the metric's name after a percentage, as in "3 percent decline in core EPS". */
const GROWTH_AND_NAME_AFTER = new RegExp(
  `^ (?:(?<up>growth|increase)|(?<down>decline|decrease)) in (?:(?:its|our|the) )?(?<words>(?:(?:${COMPANY_WIDE_WORDS}) ){0,4})(?<name>${EPS_NAMES}|${REVENUE_NAMES})\\b`,
  "i",
);
/** Matches a metric's name and then its growth after a percentage, as in "5% revenue growth". */
const NAME_AND_GROWTH_AFTER = new RegExp(
  `^ (?<words>(?:(?:${COMPANY_WIDE_WORDS}) ){0,4})(?<name>${EPS_NAMES}|${REVENUE_NAMES}) (?:(?<up>growth|increase)|(?<down>decline|decrease))\\b`,
  "i",
);
/** Matches a metric's name before a percentage when the growth comes after it, as in "Net sales: 2% growth". */
const NAME_BEFORE = new RegExp(
  `\\b(?<name>${EPS_NAMES}|${REVENUE_NAMES})${OPTIONAL_PERIOD}${LINKING_WORDS} ?$`,
  "i",
);
const GROWTH_WORD_AFTER = /^ (?:(?<up>growth|increase|higher)|(?<down>decline|decrease|lower))\b/i;
/** Matches growth before a percentage, also with its metric between them, as in "an increase in sales of 5%". */
const GROWTH_WORD_BEFORE =
  /( (?:growth|increase|decline|decrease))( in [^,;:.$%]{1,45}?)? of (?:about |approximately |around |at least |between |(?:in )?(?:a|the) range of |~ ?)?$/i;
/** Matches the start of growth that has a sign, as in "(2%) to 1%" and "+0.5%", and "flat". */
const SIGNED_GROWTH = /^(?:[+(−–-]|flat\b)/i;
/** Matches the text between the two ends of a range that have a direction each, as in "down 1% to up 2%". */
const BETWEEN_RANGE_ENDS = new RegExp(
  `^ (?:to|and)${LINKING_WORDS} (?:(?<up>${INCREASE_WORDS})|(?<down>${DECREASE_WORDS}))${LINKING_WORDS} ?$`,
  "i",
);
const NOT_GUIDANCE_WORDS =
  /\b(?:was|were|grew|increased|rose|declined|decreased|fell|reported(?! (?:net )?(?:sales|revenues?|diluted|EPS|earnings)\b)|delivered|achieved|exceed\w*|previous(?:ly)?|prior|originally|had expected|implied by|long[- ]term|medium[- ]term|annually|per year|from Q[1-4] to Q[1-4]|CAGR|algorithm|analysts?|consensus|(?:market|industry)(?: for [^,.;]{1,40})? (?:to|will)|(?:operations|business(?:es)?) in [^,.;]{2,30} (?:to|will))\b/i;
/** Matches a heading of goals for later years, such as "long-term targets". */
const LONG_TERM_GOALS =
  /\b(?:long|medium|mid)[- ](?:term|range) (?:ambitions?|goals?|objectives?|targets?|model)\b/i;
/** How many characters before a percentage are searched for a heading of goals for later years. */
const GOALS_SEARCH_CHARS = 400;
/** Matches the text between growth and the past figure from which it is measured, as in "5%, versus $2.88". */
const TEXT_BEFORE_GROWTH_BASE =
  /^,? ?(?:growth )?,?(?:versus|vs\.?|from|over|compared (?:to|with)|off) [^.;$%]{0,60}\$?$/i;

/**
 * Returns the guidance that a release states as growth in percent. Growth of a metric is left out when there is
 * guidance stated as an amount (`levels`) for the same period. `inTables` is the guidance read from tables.
 */
export function extractGrowthGuidance(
  layout: Layout,
  filed: string | null,
  { levels, inTables }: { levels: readonly Guidance[]; inTables: TableGuidance },
): GrowthGuidance[] {
  const percentages = layout.amounts.filter(({ kind }) => kind === "percent");
  const inText = [...percentages, ...growthInWordsIn(layout.text)]
    .filter((amount) => !inTables.tables.some(({ at, end }) => at <= amount.at && amount.at < end))
    .flatMap((amount) => growthGuidanceAt(layout, amount, filed));
  const items = [...inTables.growth, ...inText].filter(
    ({ metric, periodKind }) =>
      !levels.some(
        (level) => level.metric === metric && level.periodKind === periodKind && !isConfirmation(level),
      ),
  );
  const groups = Map.groupBy(items, ({ metric, basis, periodKind }) => `${metric} ${basis} ${periodKind}`);
  // When two figures for the same subject differ, they may be about different metrics, so both are left out.
  return [...groups.values()].flatMap(([first, ...rest]) =>
    first && rest.every(({ low, high }) => low === first.low && high === first.high) ? [first] : [],
  );
}

/** Returns the guidance that a percentage states, or an empty list when it is not guidance for revenue or EPS. */
function growthGuidanceAt(layout: Layout, amount: Amount, filed: string | null): GrowthGuidance[] {
  const { text, amounts } = layout;
  const sentence = sentenceAround(layout, amount.at);
  const from = Math.max(sentence.from, amount.at - NAME_SEARCH_CHARS);
  const textBefore = text.slice(from, amount.at);
  // "An increase of 5% in sales" and "an increase in sales of 5%" are read as "5% increase in sales".
  const [, growthWord = "", ofMetric = ""] = GROWTH_WORD_BEFORE.exec(textBefore) ?? [];
  const textAfter = growthWord + ofMetric + text.slice(amount.end, amount.end + 80);
  const direction = GROWTH_WORD_AFTER.exec(textAfter);
  const isSigned = SIGNED_GROWTH.test(text.slice(amount.at, amount.end));
  const before =
    NAME_AND_GROWTH_BEFORE.exec(textBefore) ?? (direction || isSigned ? NAME_BEFORE.exec(textBefore) : null);
  const after = before
    ? null
    : (GROWTH_AND_NAME_AFTER.exec(textAfter) ?? NAME_AND_GROWTH_AFTER.exec(textAfter));
  const found = before ?? after;
  const name = found?.groups?.name;
  if (!found || !name) return [];
  const nameAt = before ? from + before.index : amount.at;
  const words = after ? (after.groups?.words ?? "") : text.slice(Math.max(from, nameAt - 60), nameAt);
  const clause = words.split(/[,;:]| and | or /).at(-1) ?? "";
  const metric = /EPS|share/i.test(name) ? "eps" : "revenue";
  if (isOtherMetric(clause, metric) || /\b(?:comparable|same)[- ]stores?, (?:net )?$/i.test(words)) return [];
  if (metric === "revenue" && after && PARTIAL_REVENUE_WORDS.test(textAfter.slice(after[0].length)))
    return [];
  // Growth "on a same-store basis" leaves out new stores.
  if (/^[^.;]{0,60}\bsame[- ]store/i.test(text.slice(amount.end, amount.end + 80))) return [];
  // In "reduces revenue growth by 1%", the percentage is an effect and not the growth.
  if (/ growth by\b/i.test(text.slice(nameAt, amount.at))) return [];
  // The words before ", and" may be about another metric, so they are not searched for past figures.
  const own = textBefore.slice(textBefore.lastIndexOf(", and ") + 1);
  // Growth that only explains an amount, as in "EPS of $1.20, or growth of 5%", is not separate guidance.
  if (itemsBetween(amounts, nameAt, amount.at).length > 0 || NOT_GUIDANCE_WORDS.test(own)) return [];
  if (LONG_TERM_GOALS.test(text.slice(Math.max(0, amount.at - GOALS_SEARCH_CHARS), amount.at))) return [];
  const heading = guidanceHeadingBefore(layout, amount.at);
  const isExpected = EXPECTATION_WORDS.test(textBefore.slice(-EXPECTATION_SEARCH_CHARS) + (after?.[0] ?? ""));
  const isUnderHeading = heading !== null && nameAt - sentence.from < MAX_CHARS_LINE_START_TO_NAME;
  if (!isExpected && !isUnderHeading) return [];
  const period = periodOf(layout, amount, from, { heading, filed });
  const periodKind = period && guidedPeriodKindOf(period, filed);
  if (!period || !periodKind || isReportedQuarter(layout, period)) return [];
  // Growth in words, such as "high single digits", is too vague for a period other than a quarter or a year.
  if (Number.isNaN(amount.low) && periodKind === "other") return [];
  const ends = growthEnds(layout, amount, { ...direction?.groups, ...found.groups });
  const signed = (growth: Amount) => ((ends[0] ?? 0) < 0 ? negated(growth) : growth);
  const prior = priorGuidanceAfter(layout, amount, { metric, periodKind });
  const openEnd = openEndOf(text, amount, textBefore);
  const base = growthBaseAfter(layout, amount, metric);
  const end =
    base?.end ??
    (after ? amount.end + Math.max(0, after[0].length - growthWord.length - ofMetric.length) : amount.end);
  const start = Math.max(sentence.from, end - QUOTE_MAX_LENGTH);
  return [
    {
      metric,
      basis: guidanceBasis(text, metric, clause + name + text.slice(nameAt + name.length, amount.at)),
      period: period.text.slice(0, 120),
      periodKind,
      low: openEnd === "low" ? null : (ends[0] ?? null),
      high: openEnd === "high" ? null : (ends[1] ?? null),
      base: base?.low ?? null,
      currency: base?.currency ?? "USD",
      action:
        actionInWordsAfterFigure(text.slice(amount.end, amount.end + 160)) ??
        (prior && actionFromComparison(signed(prior), signed(amount))) ??
        actionFromText(
          layout,
          { from: sentence.from, at: nameAt, to: end },
          { metric, periodKind, year: period.year },
          heading,
        ),
      quote: text.slice(start, end).trim(),
      offset: start + (text.slice(start, end).length - text.slice(start, end).trimStart().length),
    },
  ];
}

type Direction = { readonly [word in "flat" | "down" | "below"]?: string | undefined };

/**
 * Returns the two ends of growth in percent, the lower one first, such as -1 and 2 for "down 1% to up 2%". Returns
 * an empty list for growth in words, such as "high single digits".
 */
function growthEnds({ text, amounts }: Layout, amount: Amount, { flat, down, below }: Direction): number[] {
  if (Number.isNaN(amount.low)) return [];
  const sign = down || below ? -1 : 1;
  const ends = flat ? [0, sign * amount.high] : [sign * amount.low, sign * amount.high];
  const next = itemsBetween(amounts, amount.end, amount.end + 60)[0];
  const other = next?.kind === "percent" ? BETWEEN_RANGE_ENDS.exec(text.slice(amount.end, next.at)) : null;
  if (/^ to flat\b/i.test(text.slice(amount.end, amount.end + 9))) ends[1] = 0;
  if (next && other && !amount.isRange) ends[1] = (other.groups?.down ? -1 : 1) * next.high;
  return ends.toSorted((a, b) => a - b);
}

/**
 * Returns whether the words before a metric's name make it a different metric or that of a part of the company, as
 * in "comparable sales", "currency neutral EPS" and "subscription revenue".
 */
function isOtherMetric(words: string, metric: "eps" | "revenue"): boolean {
  if (metric === "eps") return /\b(?:currency[- ]neutral|constant[- ]currency) $/i.test(words);
  return (
    /\b(?:comparable|organic|core|underlying|same[- ]\w+|costs? of) (?:net )?$/i.test(words) ||
    (words.trim() !== "" && !TEXT_BEFORE_COMPANY_METRIC.test(words))
  );
}

/** Returns the past figure from which growth is measured, in the currency's main unit such as dollars, or null. */
function growthBaseAfter(layout: Layout, growth: Amount, metric: "eps" | "revenue"): Amount | null {
  const base = itemsBetween(layout.amounts, growth.end, growth.end + 100)[0];
  if (base?.kind !== "money" || base.isRange) return null;
  return TEXT_BEFORE_GROWTH_BASE.test(layout.text.slice(growth.end, base.at))
    ? amountInMainUnit(layout, metric, base, base.at)
    : null;
}
