import { type Guidance, QUOTE_MAX_LENGTH } from "#contract/company-release.ts";
import { agreedGuidance, isSameMetricAndPeriod } from "./agreed-guidance.ts";
import { type Amount, negated, openEndOf } from "./amounts.ts";
import {
  actionFromComparison,
  actionFromText,
  actionInWordsAfterFigure,
  priorGuidanceAfter,
  readGuidanceWithoutFigures,
} from "./guidance-action.ts";
import { amountsByColumn, type GuidanceColumn } from "./guidance-columns.ts";
import {
  EXPECTATION_WORDS,
  guidanceHeadingBefore,
  guidedPeriodKindOf,
  isAfterNextYear,
  periodOf,
  TEXT_BEFORE_EXPECTED_FIGURE,
} from "./guidance-period.ts";
import type { TableGuidance } from "./guidance-tables.ts";
import { amountInMainUnit, type Layout, sentenceAround, TITLE_SEARCH_CHARS } from "./layout.ts";
import { basisAfter, guidanceBasis, type MetricName, startsWithAdjustedBasis } from "./metric-names.ts";
import { metricWithAmounts } from "./metric-rows.ts";
import { EARLIER_YEAR_WORDS, MONTH_NAMES } from "./periods.ts";
import { isNeitherReportedNorNextQuarter, isReportedQuarter } from "./reported-quarter.ts";

/** Reading stops when more guidance items than this are found; no known release has a fifth as many. */
const MAX_ITEMS = 300;

const PAST_TENSE_VERB =
  /\b(?:was|were|reported|achieved|totaled|incurred|record(?:ed)?|posted|earned)\b[^;:]{0,70}$/i;
const PAST_TENSE_VERB_AFTER =
  /^\s*(?:per (?:\w+ ){0,2}share )?(?:reported|earned|recorded|achieved|posted|delivered|\((?:previous|prior) year)\b/i;
const PAST_OR_COMPARISON_WORDS =
  /\b(?:compared (?:to|with)|versus|vs|(?<!\b(?:to|will) )exceed\w*|(?:above|below|than|beat|met|(?<!\bbe )within) (?:the|our|its|prior|previous|\w+ end)|previous(?:ly)?|prior(?! year)|earlier|original(?:ly)?|withdr\w+)\b[^;:]{0,70}$/i;
/** Matches words about preliminary results, past expectations or analysts' estimates. */
const NOT_GUIDANCE_WORDS =
  /\b(?:expects? to report(?! (?:full|fiscal|next))|preliminary (?:\w+ ){0,2}(?:results|revenues?|sales|EPS)|had (?:expected|anticipated)|guided|previously (?:provided|issued|announced|expected)|at the mid-?point of (?:our|its|the)|to (?:the )?(?:high|low|upper|lower|top) end of|(?:was|were) (?:in line with|above|below|within|ahead of) (?:our|its|the)|(?:reduction|decrease|increase)s? (?:driven by|reflects?|due to)|analysts?[’']? (?:consensus|estimates?|expect\w*)|consensus (?:estimates?|of)|Street|FactSet|Refinitiv)\b/i;
const NEW_GUIDANCE_WORDS = "\\b(?:expect|anticipat|project|now|re-?establish|re-?instat)";
/** Matches words about guidance that was withdrawn, unless words about new guidance follow. */
const WITHDRAWN_GUIDANCE = new RegExp(
  `\\bwithdr[ae]w\\w* (?:(?!${NEW_GUIDANCE_WORDS})[^.;]){0,90}(?:guidance|outlook)\\b(?:(?!${NEW_GUIDANCE_WORDS})[^;]){0,200}$`,
  "i",
);
/** Matches a result compared with guidance, as in "reported EPS at the high end of its guidance range of". */
const RESULT_VERSUS_GUIDANCE =
  /\b(?:(?:was|were|reported|achieved|delivered|came in|finished)\b[^.;]{0,90}\b(?:at|above|below|within|near|towards?|of|than)|exceeded|surpassed|beat|topped) (?:the |our |its )(?:[\w’'-]+ ){0,6}(?:guidance|outlook|forecast|expectations)(?: range)?(?: of)? $/i;
/** Matches words after which a sentence states current guidance, as in "and now expects" or "to a new". */
const CURRENT_GUIDANCE_START =
  /\band (?:(?:it|we|the company) )?now (?:also )?(?:expects?|anticipates?|forecasts?|projects?|sees?|estimates?)\b|\b(?:reaffirm|reiterat|maintain|affirm|confirm)\w*(?: its| our| the)? (?:previously|prior) (?:provided|issued|announced|disclosed|stated)|\b(?:rais|increas|lower|reduc|narrow|updat|revis)(?:es|ed|ing)(?: its| our| the)? (?:previously|prior)[^.;$%]{1,60} to\b|\bto (?:a |the |its |our )?(?:new|revised|updated)\b/gi;
/** Matches words before a past figure that the expected figure equals, as in "consistent with 2023 EPS of". */
const EQUAL_TO_PAST_WORDS =
  /\b(?:flat|in line|consistent|similar|comparable|equal|unchanged)(?: compared)? (?:with|to|from)\b[^;:]{0,60}$/i;
const EARLIER_GUIDANCE_START =
  /^\W{0,3}(?:this compares (?:to|with) )?(?:(?:the|our|its|the company[’']s) )?(?:prior|previous|earlier|original|former) (?:\w+ ){0,4}(?:guidance|outlook|forecast|expectations?|range|estimates?)(?:, [^,.;$]{1,40},)? (?:was|were|had been|called for|of|for)\b/i;
/** Matches words before the past figure from which growth is measured, as in "a 2024 EPS baseline of". */
const GROWTH_BASE_WORDS = /\bbase(?:line)?(?: (?:year|EPS))? of (?:about |approximately )?$/i;
/** Matches a total before an amount per share, as in "a net loss of $61 million to $70 million, or". */
const TOTAL_BEFORE_PER_SHARE =
  /\$[\d.,]{1,12} [mb]illion(?: (?:to|and) \$[\d.,]{1,12} [mb]illion)?,? or(?= )/gi;
/** Matches words after a figure that is only an effect on EPS or revenue, as in "$0.12 currency impact". */
const EFFECT_WORDS_AFTER =
  /^ (?:per (?:\w+ ){0,2}share )?(?:of )?(?:[\w-]+ ){0,3}(?:impact|effect|benefit|headwind|tailwind|charge|reduction|increase|decrease|improvement|dilution|accretion|gain)s?\b/i;
/** Matches words after a figure that is a difference, as in "$0.05 to $0.10 above the prior year". */
const DIFFERENCE_WORDS_AFTER =
  /^ (?:per (?:\w+ ){0,2}share )?(?:above|below|higher than|lower than|better than)\b/i;
/** Matches words about a goal. A goal for a year after next year is not guidance. */
const GOAL_WORDS = /\b(?:targets?|goals?|ambitions?|aspirations?|investor day)\b/i;
/** Matches words of a hypothetical result, as in "if exchange rates had not changed, EPS would have been". */
const HYPOTHETICAL_WORDS = /\bif\b[^.;]{0,160}\bwould (?:be|have been)\b[^.;]{0,60}$/i;
const MONTH_OF_EARLIER_GUIDANCE = new RegExp(
  `\\b(?:in|on) (${MONTH_NAMES.join("|")})\\b(?: \\d{1,2})?(?:,? 20\\d\\d)?,? (?:\\w+ ){1,4}?(?:provided|issued|announced|guided|gave)\\b`,
  "i",
);
/**
 * Returns the guidance for the whole company in a release, without unclear statements. `filed` is the ISO day of
 * the filing. `inTables` is the guidance already read from tables; the other text of those tables is skipped.
 */
export function extractGuidance(layout: Layout, filed: string | null, inTables: TableGuidance): Guidance[] {
  const isInTable = ({ at }: MetricName) => inTables.tables.some((table) => table.at <= at && at < table.end);
  const items: Guidance[] = [];
  for (const metricName of layout.metricNames) {
    if (items.length > MAX_ITEMS) break;
    if (metricName.metric !== "other" && !isInTable(metricName))
      items.push(...guidanceFor(layout, metricName, filed));
  }
  const agreed = agreedGuidance([...inTables.levels, ...items]);
  const others = readGuidanceWithoutFigures(layout, filed).filter(
    (item) => !agreed.some((own) => isSameMetricAndPeriod(own, item)),
  );
  return [...agreed, ...others];
}

/** Returns the guidance for a metric's name, such as "revenue" or "EPS", in the text. */
function guidanceFor(layout: Layout, metricName: MetricName, filed: string | null): Guidance[] {
  const { text } = layout;
  const metric = metricName.metric === "eps" ? ("eps" as const) : ("revenue" as const);
  const row = metricWithAmounts(layout, metricName);
  const [first] = row?.amounts ?? [];
  if (!row || !first) return [];
  const sentence = sentenceAround(layout, first.at - 1);
  const from = Math.max(sentence.from, first.at - 420);
  const textBefore = text.slice(from, first.at);
  const current = [...textBefore.matchAll(CURRENT_GUIDANCE_START)].at(-1);
  const lead = current ? textBefore.slice(current.index + current[0].length) : textBefore;
  const isOld = [
    NOT_GUIDANCE_WORDS,
    WITHDRAWN_GUIDANCE,
    RESULT_VERSUS_GUIDANCE,
    EARLIER_GUIDANCE_START,
    HYPOTHETICAL_WORDS,
  ].some((expression) => expression.test(lead));
  if (isOld || isEarlierStatement(lead, filed)) return [];
  const statement = textBefore.replace(
    /\b(?:(?:better|higher|lower|stronger|more|less)[- ])?(?:than|as)[- ](?:we )?expected\b/gi,
    "",
  );
  const isExpected = EXPECTATION_WORDS.test(statement);
  const heading = guidanceHeadingBefore(layout, first.at);
  if (!isExpected && !heading) return [];
  const isOnlyUnderHeading = !isExpected && (!first.isRange || first.at - metricName.end > 110);
  const isApproximate =
    /(?:approximately|about|roughly|around|at least|up to|(?:to|will) exceed|~)\s?$/i.test(lead);
  if (isOnlyUnderHeading && !(isApproximate && heading)) return [];
  if (!first.isRange && isExpected && !isApproximate && !TEXT_BEFORE_EXPECTED_FIGURE.test(statement))
    return [];
  const near = text
    .slice(Math.max(row.from, first.at - Math.min(lead.length, 90)), first.at)
    // Words such as "versus 2023" compare with a past year and not with earlier guidance, so they are removed.
    .replace(/\b(?:versus|vs\.?|compared (?:to|with)) (?:fiscal (?:year )?)?20\d\d\b/gi, "");
  const after = text.slice(first.end, first.end + 70);
  const isPast =
    PAST_TENSE_VERB.test(near) ||
    PAST_TENSE_VERB_AFTER.test(after) ||
    EQUAL_TO_PAST_WORDS.test(near) ||
    EFFECT_WORDS_AFTER.test(after);
  if (DIFFERENCE_WORDS_AFTER.test(after) || (!first.isRange && isPast)) return [];
  if (
    /\b(?:including|excluding|includes?|excludes?|of which)\s(?:an? |the )?(?:projected |expected |estimated |anticipated )?(?:approximately |about )?$/i.test(
      near,
    )
  )
    return [];
  if (/\bdespite\b[^,;]{0,40}$/i.test(near) || GROWTH_BASE_WORDS.test(near) || EARLIER_YEAR_WORDS.test(lead))
    return [];
  if (isForPartOfCompany(text, sentence.from, first.at)) return [];
  const read = amountsByColumn(layout, metricName, row.amounts);
  const columns = row.to === undefined ? columnsByBasis(text, metricName, read, row.amounts) : read;
  if (!columns) return [];
  return columns.flatMap(({ amount, prior: priorInColumns, kind, basis: headingBasis }): Guidance[] => {
    const period = kind ?? periodOf(layout, first, from, { heading, filed });
    const isLater = period !== null && isNeitherReportedNorNextQuarter(layout, period);
    const periodKind = isLater ? ("other" as const) : period && guidedPeriodKindOf(period, filed);
    if (period && isAfterNextYear(period, filed) && GOAL_WORDS.test(lead)) return [];
    const fitting = amountInMainUnit(layout, metric, amount, metricName.end);
    if (!period || !periodKind || !fitting || isReportedQuarter(layout, period)) return [];
    const prior = priorInColumns ?? priorGuidanceAfter(layout, amount, { metric, periodKind });
    if (!prior && !columns[0]?.isTable && PAST_OR_COMPARISON_WORDS.test(near)) return [];
    // In "$8.60 to $9.10 in adjusted EPS", the metric's name comes after the figure.
    const name = metricName.at > amount.end ? text.slice(amount.end, metricName.end) : "";
    const words = (text.slice(row.from, row.to ?? amount.at) + name).replace(TOTAL_BEFORE_PER_SHARE, "");
    const afterwards = text.slice(amount.end, amount.end + 160);
    const isLoss =
      /\bloss(?:es)?(?: per (?:\w+ ){0,3}share)?(?: (?:of|between|in the range of|is expected to be))?[^$;]{0,80}$/i.test(
        words,
      ) && !/\(loss\)|income|earnings|profit/i.test(words);
    const isUnsignedLoss = isLoss && fitting.low >= 0;
    const signed = isUnsignedLoss ? negated(fitting) : fitting;
    const openEnd = openEndOf(text, amount, lead);
    const { end } = amount;
    const start = Math.max(end - sentence.from < 260 ? sentence.from : row.from, end - QUOTE_MAX_LENGTH);
    const sizedPrior = prior && amountInMainUnit(layout, metric, prior, metricName.end);
    return [
      {
        metric,
        basis: guidanceBasis(
          text,
          metric,
          words,
          headingBasis ??
            basisAfter(afterwards) ??
            (startsWithAdjustedBasis(text, sentence.from) ? "adjusted" : null),
        ),
        period: period.text.slice(0, 120),
        periodKind,
        // A loss of "up to $0.10" is an EPS of at least -$0.10, so the low end is known and the high end is open.
        low: openEnd === "low" && !isLoss ? null : signed.low,
        high: openEnd === "high" || (openEnd === "low" && isLoss) ? null : signed.high,
        currency: amount.currency,
        action:
          actionInWordsAfterFigure(afterwards) ??
          (sizedPrior
            ? actionFromComparison(isUnsignedLoss ? negated(sizedPrior) : sizedPrior, signed)
            : actionFromText(
                layout,
                { from: sentence.from, at: row.from, to: end },
                { metric, periodKind, year: period.year },
                heading,
              )),
        quote: text.slice(start, end).trimEnd(),
        offset: start,
      },
    ];
  });
}

const PART_LIST_HEADING =
  /\bFor (?:the |our )?((?!Full|Fiscal|First|Second|Third|Fourth|Q\d|FY|The|Our|It)[A-Z][\w&’']+)[^.:;$%]{0,40}, (?:the Company|we) (?:now |currently )?(?:expects?|anticipates?|forecasts?)\b/g;
const COMPANY_EXPECTATION = /\b(?:we|the company) (?:now |currently )?(?:expect|anticipate|forecast)s?\b/i;
/** How many characters before an amount are searched for words such as "For Acme, the Company expects". */
const PART_LIST_CHARS = 400;

/**
 * Returns whether the guidance before an amount is for a part that the headline does not name, as in "For Acme, the Company
 * expects". If the amount's sentence, which starts at the offset `sentence`, has its own "we expect", only that sentence is
 * searched.
 */
function isForPartOfCompany(text: string, sentence: number, at: number): boolean {
  const from = COMPANY_EXPECTATION.test(text.slice(sentence, at))
    ? sentence
    : Math.max(0, at - PART_LIST_CHARS);
  const name = [...text.slice(from, at).matchAll(PART_LIST_HEADING)].at(-1)?.[1];
  return name !== undefined && !text.slice(0, TITLE_SEARCH_CHARS).includes(name);
}

/** Returns whether a sentence is about guidance given in another month, as in "in May, the company provided". */
function isEarlierStatement(lead: string, filed: string | null): boolean {
  const month = MONTH_OF_EARLIER_GUIDANCE.exec(lead)?.[1];
  return month !== undefined && (filed === null || MONTH_NAMES[Number(filed.slice(5, 7)) - 1] !== month);
}

/**
 * Returns a column for each accounting basis if the text names "GAAP and adjusted EPS", otherwise `columns`.
 * Returns null when one of the two amounts is a range and the other is a single figure.
 */
function columnsByBasis(
  text: string,
  { metric, at }: MetricName,
  columns: GuidanceColumn[] | null,
  [first, next]: readonly Amount[],
): GuidanceColumn[] | null {
  const [only, second] = columns ?? [];
  const isBoth =
    metric === "eps" &&
    /\b(?:GAAP|reported)(?: diluted)?(?: EPS)? and (?:adjusted|non[-‑–]GAAP) (?:diluted )?$/i.test(
      text.slice(Math.max(0, at - 50), at),
    );
  if (!only || second || !isBoth) return columns;
  // In "GAAP and adjusted EPS of $0.72 to $0.76 and $0.68 to $0.72, respectively", each basis has its own range.
  if (first && next && /^,? and\s$/i.test(text.slice(first.end, next.at)))
    return next.isRange === first.isRange
      ? [
          { ...only, basis: "gaap" },
          { ...only, amount: next, basis: "adjusted" },
        ]
      : null;
  return [
    { ...only, basis: "gaap" },
    { ...only, basis: "adjusted" },
  ];
}
