import { QUOTE_MAX_LENGTH, type ReportedFigure } from "#contract/company-release.ts";
import type { Amount } from "./amounts.ts";
import {
  amountInMainUnit,
  itemsBetween,
  type Layout,
  lastBefore,
  sentenceAround,
  sentencesBefore,
} from "./layout.ts";
import { basisAfter, basisIn, type MetricName, startsWithAdjustedBasis } from "./metric-names.ts";
import { EARLIER_YEAR_WORDS, periodsIn } from "./periods.ts";
import {
  amountsAfterMetric,
  amountsBeforeMetric,
  isDilutedAfter,
  isOfReportedQuarter,
} from "./reported-places.ts";
import { isReportedQuarter } from "./reported-quarter.ts";
import { UNKNOWN_COLUMN_HEADING } from "./table-heads.ts";

const FORWARD_LOOKING_WORDS =
  /\b(?:expect(?:s|ing)?|anticipat\w+|forecast(?:s|ing)?|project(?:s|ed)?|guidance|outlook|targets?|will be|should|estimated to|(?:is|are) expected|impl(?:y|ies))\b/i;
/** Matches words before a figure that make it a comparison or another metric, as in "compared with". */
const OTHER_FIGURE_WORDS =
  /\b(?:compared? (?:to|with)|versus|vs\.?|prior[- ]year|year[- ]ago|last year|a year earlier|prior (?:quarter|period)|same (?:quarter|period)|consensus|impact|charges?|benefit|discontinued operations|dividends?|distributions?|book value|repurchase[ds]?|price|FFO|funds from operations|cash flow|related to|negatively|favorab\w+|unfavorab\w+)\b(?![^;•$]{0,30} to \$?$)[^;•]{0,90}$|\b(?:excluding|includ\w+) [^,(]{0,60}$/i;
/** Matches words after a figure that make it a change, as in "revenue was $29 million (2.9 percent) lower". */
const HIGHER_OR_LOWER_WORDS = /^ (?:\([^()]{1,20}\) )?(?:lower|higher|less|more)\b/i;
/** Matches words before the name of a metric that is said to change, as in "The decrease in revenue". */
const CHANGE_IN_METRIC_WORDS =
  /\b(?:increase|decrease|decline|growth|rise|drop|reduction|change)s? in (?:(?:the|our|its|total|net|operating|\w+ly) ){0,3}$/i;
/** Matches the "to" before the value after a change, as in "an increase in revenue to $30 million". */
const CHANGE_RESULT_WORDS = /(?<!\bdue )\bto (?:about |approximately )?$/i;
/** Matches words before an EPS of only a part of net income, as in "net investment income of $13 million, or". */
const PARTIAL_INCOME_WORDS =
  /\bnet (?:investment|interest|fee|rental) (?:income|earnings|loss)(?: \(NII\))?(?:(?!\b(?:income|earnings|loss|EPS)\b)[^;•]){0,80}$/i;
/** Matches the words before a component of net income, as in "Net income included losses of $49 million, or". */
const INCLUDED_ITEM_WORDS =
  /\b(?:income|earnings|loss|EPS)\d?(?: per (?:diluted )?share)?(?: (?:for|in) [^,.;]{1,40})? (?:in|ex)clud(?:e|ed|es) (?:(?!\b(?:was|were|totaled)\b)[^;•]){0,200}$|\b(?:due to|because of|driven by) (?:(?!\b(?:income|earnings|loss|EPS)\b)[^;•]){0,200}$/i;
/** Matches a word directly before a figure that is only compared with the result, as in "from $2.10". */
const COMPARISON_PREPOSITION = /\b(?:from|against|by|than|over|above|below)\s(?:an?\s)?$/i;

/** Matches the words between a metric's name and its adjusted figure, as in " excluding restructuring charges was ". */
const EXCLUSION_AFTER_METRIC =
  /^ (?:\(\w+\) )?(?:excluding|before) [^.;,$]{1,80} (?:was|were|(?:increased|decreased|grew|rose|declined|fell) to)\s$/i;

/** Matches an exclusion before the name of an EPS, as in "excluding restructuring charges, diluted". */
const EXCLUSION_BEFORE_EPS =
  /\b(?:excluding|adjusting for|without|before) (?:[^,;.]|\.\d){3,90}, (?:the company[’']s |our )?(?:(?:adjusted|net|diluted) ){0,3}(?:earnings |income |loss )?(?:(?:was|were) \$?[\d.]{1,8} )?$/i;

/**
 * A figure read from the text outside the recognized tables. `isTable` is true for revenue below 100,000 without a
 * unit, which is probably from a table row. `isContinuing` is true for EPS from continuing operations only.
 */
export type StatedFigure = ReportedFigure & { isTable: boolean; isDiluted: boolean; isContinuing: boolean };

/**
 * Returns the EPS and revenue that sentences state, and those in rows of tables that were not recognized.
 * `layout` is the release's text with the amounts, metric names and periods found in it. A metric name is a word such as
 * "revenue" or "EPS". Figures in a table cell with known column headings are left out.
 */
export function figuresInSentences(layout: Layout): StatedFigure[] {
  const cells = layout.grids
    .flatMap(({ rows }) => rows.flatMap(({ figures }) => figures))
    .filter(({ head }) => head !== UNKNOWN_COLUMN_HEADING);
  const figures = layout.metricNames.map((metricName) =>
    metricName.metric === "other" ? [] : statedFiguresOf(layout, metricName),
  );
  // Two metric names may be for the same figure, as in "EPS of $1.20 per share". The result for the later name is used.
  const keyOf = ({ metric, offset, quote }: StatedFigure) => `${metric} ${offset + quote.length}`;
  const own = [...new Map(figures.flatMap((all) => [...Map.groupBy(all, keyOf)])).values()].flat();
  return own.filter(({ offset, quote }) => {
    const last = offset + quote.length - 1;
    const cell = cells[lastBefore(cells, last, ({ at }) => at)];
    return !cell || last >= cell.end;
  });
}

function statedFiguresOf(layout: Layout, metricName: MetricName): StatedFigure[] {
  const metric = metricName.metric === "eps" ? ("eps" as const) : ("revenue" as const);
  const { text } = layout;
  const before = amountsBeforeMetric(layout, metricName);
  // In "$7.05 per diluted share ($1.10 per ADS)", "per diluted share" belongs to $7.05 and not to $1.10.
  const isUnit = before.length > 0 && text.startsWith("per", metricName.at);
  const places = isUnit ? before : [...amountsAfterMetric(layout, metricName), ...before];
  return places.flatMap(({ amount, from, basis, isOfQuarter = false }): StatedFigure[] => {
    const single = amountAfterChange(text, amount);
    const scaled =
      single && amountInMainUnit(layout, metric, single, isOfQuarter ? amount.at : metricName.end);
    if (!scaled) return [];
    const sentence = sentenceAround(layout, amount.at);
    const clause = text.slice(Math.max(sentence.from, amount.at - 260), amount.at);
    if (isInGuidanceList(layout, sentence.from)) return [];
    const lead = withoutHeadline(layout, clause.slice(clause.lastIndexOf(": ") + 1));
    const near = withoutComparison(
      text.slice(Math.max(from, amount.at - 140), amount.at),
      amount.at - metricName.at,
    );
    const follows = text.slice(amount.end, amount.end + 70);
    const isExcluded = EXCLUSION_BEFORE_EPS.test(
      text.slice(Math.max(sentence.from, from - 100), metricName.at),
    );
    const isSecondBasis = isExcluded || EXCLUSION_AFTER_METRIC.test(text.slice(metricName.end, amount.at));
    if (
      FORWARD_LOOKING_WORDS.test(lead) ||
      (OTHER_FIGURE_WORDS.test(near) && !isSecondBasis) ||
      (COMPARISON_PREPOSITION.test(near) && !amount.isRange) ||
      HIGHER_OR_LOWER_WORDS.test(follows) ||
      /\bdue to\b/i.test(text.slice(metricName.end, amount.at)) ||
      EARLIER_YEAR_WORDS.test(near) ||
      (metric === "eps" && (PARTIAL_INCOME_WORDS.test(near) || INCLUDED_ITEM_WORDS.test(clause))) ||
      (CHANGE_IN_METRIC_WORDS.test(text.slice(Math.max(0, metricName.at - 60), metricName.at)) &&
        !CHANGE_RESULT_WORDS.test(text.slice(metricName.end, amount.at)))
    )
      return [];
    const words = text.slice(from, amount.at);
    const ownBasis =
      basisIn(words) === "plain" && startsWithAdjustedBasis(text, sentence.from)
        ? "adjusted"
        : basisIn(words);
    const isNamedDiluted =
      isDilutedAfter(follows) || /dilut/i.test(text.slice(metricName.at, metricName.end));
    if (metric === "eps" && !isNamedDiluted && isBasicEps(`${words}|${follows}`)) return [];
    const isTable = amount.scale === null && metric === "revenue" ? Math.abs(amount.low) < 1e5 : false;
    if (!isOfQuarter && !isOfReportedQuarter(layout, { metricName, amount, isTable })) return [];
    const start = Math.max(
      amount.end - sentence.from < 260 ? sentence.from : from,
      amount.end - QUOTE_MAX_LENGTH,
    );
    const value = metric === "eps" && isStatedAsLoss(words) ? -Math.abs(scaled.low) : scaled.low;
    return [
      {
        metric,
        basis:
          metric === "revenue"
            ? null
            : (basis ?? basisAfter(follows) ?? (isExcluded || ownBasis === "adjusted" ? "adjusted" : "gaap")),
        value,
        currency: amount.currency,
        quote: text.slice(start, amount.end).trimEnd(),
        offset: start,
        isTable,
        isDiluted: /dilut/i.test(words),
        isContinuing: /(?<!dis)continuing operations\b/i.test(
          `${words}${/^[^.;,]{0,60}/.exec(follows)?.[0]}`,
        ),
      },
    ];
  });
}

/** How many sentences before a list item are searched for the title of its list. */
const TITLE_SEARCH_SENTENCES = 8;
const MAX_TITLE_CHARS = 80;
/** The search for a title stops at a sentence with more characters than this. */
const MAX_ITEM_CHARS = 200;
/** Matches the title of a list of guidance, but not a headline with a word such as "results" or "raises". */
const GUIDANCE_TITLE =
  /^(?!.*\b(?:results?|reports?|raises?|lowers?|reaffirms?|provides?|updates?|announces?)\b)[^.;$%]*\b(?:outlook|guidance|expects|expectations|forecast)\b[^.;$%]{0,40}$/i;

/** Returns whether the sentence at offset `at` is in a list with a title such as "Fourth Quarter Outlook". */
function isInGuidanceList(layout: Layout, at: number): boolean {
  for (const { from, to } of sentencesBefore(layout, at, TITLE_SEARCH_SENTENCES)) {
    const title = layout.text.slice(from, to).trim();
    if (title.length > MAX_ITEM_CHARS) return false;
    const isTitle = title.length <= MAX_TITLE_CHARS && !/[.!?,;]$/.test(title);
    if (isTitle && itemsBetween(layout.amounts, from, to).length === 0) return GUIDANCE_TITLE.test(title);
  }
  return false;
}

/** Matches words before the first of two figures of a change, as in "rose 12%, from ". */
const CHANGED_FROM_WORDS =
  /\b(?:(?<up>up|rose|grew|increased|improved|climbed)|down|fell|declined|decreased|dropped)\b[^.;$]{0,40}\bfrom $/i;

/**
 * Returns a single amount unchanged. For two figures of a change, as in "rose 12%, from $98.0 million to $109.8
 * million", returns the figure after the change. Returns null for any other range.
 */
function amountAfterChange(text: string, amount: Amount): Amount | null {
  if (!amount.isRange) return amount;
  const moved = CHANGED_FROM_WORDS.exec(text.slice(Math.max(0, amount.at - 60), amount.at));
  if (!moved) return null;
  const value = moved.groups?.up ? amount.high : amount.low;
  return { ...amount, low: value, high: value, isRange: false };
}

/**
 * Returns the words after the last ", and", ", with", ", while" or ";", so a comparison such as "compared with
 * $1.38 a year earlier, and" is removed. The last `tail` characters are never removed.
 */
function withoutComparison(words: string, tail: number): string {
  const own = [...words.matchAll(/, (?:and|with|while) |; /g)].findLast(
    ({ index, 0: joint }) => tail >= 0 && index + joint.length <= words.length - tail,
  );
  return own ? words.slice(own.index + own[0].length) : words;
}

/** Matches the last word of a headline without a period: "Outlook" in "Affirms Outlook Third quarter sales of". */
const HEADLINE_END =
  /\b(?:Guidance|Outlook|Forecast|Targets|Expectations|GUIDANCE|OUTLOOK)\s(?=(?:[A-Z][a-z-]+ ){0,2}(?:Q[1-4]|[Qq]uarter|[1-4]Q))/;

/**
 * Returns a clause without a headline at its beginning that has no period at its end, as in "Raises EPS Guidance
 * to $9.10 to $9.20 Third quarter EPS was".
 */
function withoutHeadline(layout: Layout, clause: string): string {
  const title = HEADLINE_END.exec(clause);
  const [quarter] = title ? periodsIn(clause.slice(title.index + title[0].length)) : [];
  if (title && quarter && isReportedQuarter(layout, quarter))
    return clause.slice(title.index + title[0].length);
  const end = [...clause.matchAll(/\d\.\d{1,2} (?=[A-Z][a-z])/g)].at(-1);
  const own = end ? clause.slice(end.index + end[0].length) : "";
  return /\b(?:was|were|totaled)\b/.test(own) ? own : clause;
}

/** Returns whether an EPS is basic. `words` are the text before the figure, "|", and the text after it. */
function isBasicEps(words: string): boolean {
  const [before = "", after = ""] = words.split("|");
  if (/\bbasic\b/i.test(before.slice(-60)) && !/dilut|(?<!\()\bloss/i.test(before)) return true;
  return /^\s*(?:per (?:common )?share )?\(?basic\b(?! and )|^\s*per (?:basic )?share[ ,(and]{1,6}\$?\(?\d*\.\d+\)? per (?:dilut|share (?:on a )?(?:fully )?dilut)/i.test(
    after,
  );
}

/** Returns whether "loss" or "lost" comes after all other words for earnings, such as "income" or "profit". */
function isStatedAsLoss(words: string): boolean {
  const last = [
    ...words
      .replace(/\(\s?loss(?:es)?\s?\)/gi, "")
      .matchAll(/\b(?:income|earnings|earned|profit|EPS|loss(?:es)?|lost)\b/gi),
  ].at(-1);
  return last !== undefined && /^los[st]/i.test(last[0]);
}
