import { type Guidance, QUOTE_MAX_LENGTH } from "#contract/company-release.ts";
import { agreedGuidance, isSameSubject } from "./agreed-guidance.ts";
import { type Amount, negated, openEndOf } from "./amounts.ts";
import {
  actionAfter,
  actionFromReplaced,
  actionOf,
  guidanceActionFromPrior,
  readGuidanceWithoutFigures,
} from "./guidance-action.ts";
import { type GuidanceColumn, guidanceColumnsOf } from "./guidance-columns.ts";
import { EXPECTATION_WORDS, headingBefore, isForLater, periodKindOf, periodOf } from "./guidance-period.ts";
import type { TableGuidance } from "./guidance-tables.ts";
import { amountInMainUnit, type Layout, sentenceAround, TITLE } from "./layout.ts";
import { guidanceRowOf } from "./measure-rows.ts";
import { basisAfter, guidedBasis, isOnAdjustedBasis, type Measure } from "./measures.ts";
import { MONTH_NAMES, OF_EARLIER_YEAR } from "./periods.ts";
import { isLaterQuarter, isReportedQuarter } from "./reported-quarter.ts";

/** The most places that are read; no release has a fifth as many. */
const MOST_FOUND = 300;

const WAS = /\b(?:was|were|reported|achieved|totaled|incurred|record(?:ed)?|posted|earned)\b[^;:]{0,70}$/i;
const WAS_REPORTED =
  /^\s*(?:per (?:\w+ ){0,2}share )?(?:reported|earned|recorded|achieved|posted|delivered)\b/i;
const PAST =
  /\b(?:compared (?:to|with)|versus|vs|(?<!\b(?:to|will) )exceed\w*|(?:above|below|than|beat|met|(?<!\bbe )within) (?:the|our|its|prior|previous|\w+ end)|previous(?:ly)?|prior(?! year)|earlier|original(?:ly)?|withdr\w+)\b[^;:]{0,70}$/i;
const HISTORY =
  /\b(?:expects? to report(?! (?:full|fiscal|next))|preliminary (?:\w+ ){0,2}(?:results|revenues?|sales|EPS)|had (?:expected|guided|anticipated)|previously (?:provided|issued|announced|expected)|at the mid-?point of (?:our|its|the)|(?:was|were) (?:in line with|above|below|within|ahead of) (?:our|its|the)|analysts?[’']? (?:consensus|estimates?|expect\w*)|consensus (?:estimates?|of)|Street|FactSet|Refinitiv)\b/i;
const GUIDES_AGAIN = "\\b(?:expect|anticipat|project|now|re-?establish|re-?instat)";
/** Matches guidance that was withdrawn, without new guidance after it. */
const WITHDRAWN = new RegExp(
  `\\bwithdr[ae]w\\w* (?:(?!${GUIDES_AGAIN})[^.;]){0,90}(?:guidance|outlook)\\b(?:(?!${GUIDES_AGAIN})[^;]){0,200}$`,
  "i",
);
/** Matches a result that is compared with guidance, as in "reported EPS at the high end of its guidance range of". */
const MET =
  /\b(?:(?:was|were|reported|achieved|delivered|came in|finished)\b[^.;]{0,90}\b(?:at|above|below|within|near|towards?|of|than)|exceeded|surpassed|beat|topped) (?:the |our |its )(?:[\w’'-]+ ){0,6}(?:guidance|outlook|forecast|expectations)(?: range)?(?: of)? $/i;
/** Matches where a sentence comes from earlier guidance to that of today, or confirms the earlier one. */
const NOW =
  /\band (?:(?:it|we|the company) )?now (?:also )?(?:expects?|anticipates?|forecasts?|projects?|sees?|estimates?)\b|\b(?:reaffirm|reiterat|maintain|affirm|confirm)\w*(?: its| our| the)? (?:previously|prior) (?:provided|issued|announced|disclosed|stated)|\bto (?:a |the |its |our )?(?:new|revised|updated)\b/gi;
/** Matches words before a past figure that the expected one equals. */
const LEVEL_WITH =
  /\b(?:flat|in line|consistent|similar|comparable|equal|unchanged)(?: compared)? (?:with|to|from)\b[^;:]{0,60}$/i;
const FORMER =
  /^\W{0,3}(?:(?:the|our|its|this compares (?:to|with)|the company[’']s) )?(?:prior|previous|earlier|original|former) (?:\w+ ){0,4}(?:guidance|outlook|forecast|expectations?|range|estimates?)(?:, [^,.;$]{1,40},)? (?:was|were|had been|called for|of)\b/i;
/** Matches words before the past figure that growth starts from, as in "from a 2024 adjusted EPS baseline of $3.40". */
const STARTING_POINT = /\bbase(?:line)?(?: (?:year|EPS))? of (?:about |approximately )?$/i;
/** Matches the amount of a whole company before that per share, as in "a net loss of $61 million to $70 million, or". */
const WHOLE_AMOUNT = /\$[\d.,]{1,12} [mb]illion(?: (?:to|and) \$[\d.,]{1,12} [mb]illion)?,? or(?= )/gi;
/** Matches words after a figure that is an effect on the measure, as in "$0.12 negative currency impact". */
const IS_EFFECT =
  /^ (?:per (?:\w+ ){0,2}share )?(?:of )?(?:[\w-]+ ){0,3}(?:impact|effect|benefit|headwind|tailwind|charge|reduction|increase|decrease|improvement|dilution|accretion|gain)s?\b/i;
/** Matches words after a difference, as in "$0.05 to $0.10 above the prior year". */
const IS_ABOVE = /^ (?:per (?:\w+ ){0,2}share )?(?:above|below|higher than|lower than|better than)\b/i;
/** Matches the words of a goal, which is no guidance when it is for a year after the next one. */
const GOAL = /\b(?:targets?|goals?|ambitions?|aspirations?|investor day)\b/i;
const SUPPOSED = /\bif\b[^.;]{0,160}\bwould (?:be|have been)\b[^.;]{0,60}$/i;
const EARLIER_STATEMENT =
  /\b(?:in|on) (January|February|March|April|May|June|July|August|September|October|November|December)\b(?: \d{1,2})?(?:,? 20\d\d)?,? (?:\w+ ){1,4}?(?:provided|issued|announced|guided|gave)\b/i;
/**
 * Returns the guidance in a release: statements about the future of the whole company, without unclear ones.
 * `filed` is the ISO day of the filing.
 */
export function extractGuidance(layout: Layout, filed: string | null, inTables: TableGuidance): Guidance[] {
  const isInTable = ({ at }: Measure) => inTables.tables.some((table) => table.at <= at && at < table.end);
  const items: Guidance[] = [];
  for (const measure of layout.measures) {
    if (items.length > MOST_FOUND) break;
    if (measure.metric !== "other" && !isInTable(measure)) items.push(...guidedBy(layout, measure, filed));
  }
  const agreed = agreedGuidance([...inTables.levels, ...items]);
  const others = readGuidanceWithoutFigures(layout, filed).filter(
    (item) => !agreed.some((own) => isSameSubject(own, item)),
  );
  return [...agreed, ...others];
}

function guidedBy(layout: Layout, measure: Measure, filed: string | null): Guidance[] {
  const { text } = layout;
  const metric = measure.metric === "eps" ? ("eps" as const) : ("revenue" as const);
  const row = guidanceRowOf(layout, measure);
  const [first] = row?.amounts ?? [];
  if (!row || !first) return [];
  const sentence = sentenceAround(layout, first.at - 1);
  const from = Math.max(sentence.from, first.at - 420);
  const whole = text.slice(from, first.at);
  const now = [...whole.matchAll(NOW)].at(-1);
  const lead = now ? whole.slice(now.index + now[0].length) : whole;
  const isOld = [HISTORY, WITHDRAWN, MET, FORMER, SUPPOSED].some((expression) => expression.test(lead));
  if (isOld || isEarlierStatement(lead, filed)) return [];
  const said = whole.replace(
    /\b(?:(?:better|higher|lower|stronger|more|less)[- ])?(?:than|as)[- ](?:we )?expected\b/gi,
    "",
  );
  const isSaid = EXPECTATION_WORDS.test(said);
  const heading = headingBefore(layout, first.at);
  if (!isSaid && !heading) return [];
  const isOnlyUnderHeading = !isSaid && (!first.isRange || first.at - measure.end > 110);
  const isApproximate =
    /(?:approximately|about|roughly|around|at least|up to|(?:to|will) exceed|~)\s?$/i.test(lead);
  if (isOnlyUnderHeading && !(isApproximate && heading)) return [];
  if (!first.isRange && isSaid && !isApproximate && !isPointSaid(said)) return [];
  const near = text
    .slice(Math.max(row.from, first.at - Math.min(lead.length, 90)), first.at)
    // The year before is what growth is measured from, and no earlier guidance.
    .replace(/\b(?:versus|vs\.?|compared (?:to|with)) (?:fiscal (?:year )?)?20\d\d\b/gi, "");
  const after = text.slice(first.end, first.end + 70);
  const isPast = WAS.test(near) || WAS_REPORTED.test(after) || LEVEL_WITH.test(near) || IS_EFFECT.test(after);
  if (IS_ABOVE.test(after) || (!first.isRange && isPast)) return [];
  if (
    /\b(?:including|excluding|includes?|excludes?|of which)\s(?:an? |the )?(?:projected |expected |estimated |anticipated )?(?:approximately |about )?$/i.test(
      near,
    )
  )
    return [];
  if (/\bdespite\b[^,;]{0,40}$/i.test(near) || STARTING_POINT.test(near) || OF_EARLIER_YEAR.test(lead))
    return [];
  if (isOfPart(text, first.at)) return [];
  const read = guidanceColumnsOf(layout, measure, row.amounts);
  const columns = row.to === undefined ? onBothBases(text, measure, read, row.amounts) : read;
  if (!columns) return [];
  return columns.flatMap(({ amount, prior, kind, basis: head }): Guidance[] => {
    if (!prior && !columns[0]?.isTable && PAST.test(near)) return [];
    const period = kind ?? periodOf(layout, first, from, { heading, filed });
    const isLater = period !== null && isLaterQuarter(layout, period);
    const periodKind = isLater ? ("other" as const) : period && periodKindOf(period, filed);
    if (period && isForLater(period, filed) && GOAL.test(lead)) return [];
    const fitting = amountInMainUnit(layout, metric, amount, measure.end);
    if (!period || !periodKind || !fitting || isReportedQuarter(layout, period)) return [];
    // In "$8.60 to $9.10 in adjusted EPS", the name stands behind the figure.
    const name = measure.at > amount.end ? text.slice(amount.end, measure.end) : "";
    const words = (text.slice(row.from, row.to ?? amount.at) + name).replace(WHOLE_AMOUNT, "");
    const afterwards = text.slice(amount.end, amount.end + 160);
    const isLoss =
      /\bloss(?:es)?(?: per (?:\w+ ){0,3}share)?(?: (?:of|between|in the range of|is expected to be))?[^$;]{0,80}$/i.test(
        words,
      ) && !/\(loss\)|income|earnings|profit/i.test(words);
    const signed = isLoss && fitting.low >= 0 ? negated(fitting) : fitting;
    const openEnd = openEndOf(text, amount, lead);
    const { end } = amount;
    const start = Math.max(end - sentence.from < 260 ? sentence.from : row.from, end - QUOTE_MAX_LENGTH);
    const sizedPrior = prior && amountInMainUnit(layout, metric, prior, measure.end);
    return [
      {
        metric,
        basis: guidedBasis(
          text,
          metric,
          words,
          head ?? basisAfter(afterwards) ?? (isOnAdjustedBasis(text, sentence.from) ? "adjusted" : null),
        ),
        period: period.text.slice(0, 120),
        periodKind,
        // A loss of at most an amount is an EPS of at least its negative.
        low: openEnd === "low" && !isLoss ? null : signed.low,
        high: openEnd === "high" || (openEnd === "low" && isLoss) ? null : signed.high,
        currency: amount.currency,
        action:
          actionAfter(afterwards) ??
          actionFromReplaced(layout, amount, { metric, periodKind, isDecline: isLoss && fitting.low >= 0 }) ??
          (sizedPrior
            ? guidanceActionFromPrior(sizedPrior, signed)
            : actionOf(
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

const LIST_OF =
  /\bFor (?:the |our )?((?!Full|Fiscal|First|Second|Third|Fourth|Q\d|FY|The|Our|It)[A-Z][\w&’']+)[^.:;$%]{0,40}, (?:the Company|we) (?:now |currently )?(?:expects?|anticipates?|forecasts?)\b/g;
/** How far a list of expectations reaches, in characters. */
const LIST = 400;

/** Returns whether an amount is in a list headed "For Name, the Company expects", where Name is not the company's. */
function isOfPart(text: string, at: number): boolean {
  const name = [...text.slice(Math.max(0, at - LIST), at).matchAll(LIST_OF)].at(-1)?.[1];
  return name !== undefined && !text.slice(0, TITLE).includes(name);
}

/** Returns whether the sentence refers to guidance that was given in another month than that of the filing. */
function isEarlierStatement(lead: string, filed: string | null): boolean {
  const month = EARLIER_STATEMENT.exec(lead)?.[1];
  return month !== undefined && (filed === null || MONTH_NAMES[Number(filed.slice(5, 7)) - 1] !== month);
}

function onBothBases(
  text: string,
  { metric, at }: Measure,
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
  // In "GAAP and adjusted EPS of $0.72 to $0.76 and $0.68 to $0.72, respectively", each basis has its own.
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

function isPointSaid(lead: string): boolean {
  return /\b(?:expect(?:s|ed|ing)?|anticipat(?:es?|ed|ing)|forecast(?:s|ing)?|project(?:s|ed|ing)|targeting|impl(?:y|ies)|(?:guidance|outlook|targets?|projections?)(?: for [^,.;]{1,40})? (?:of|is|to|at|includes|calls for|remains)|will be|guiding|sees?|estimat(?:es?|ed))\b.{0,110}$/i.test(
    lead,
  );
}
