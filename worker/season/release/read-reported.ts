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
import { basisAfter, basisIn, isOnAdjustedBasis, type Measure } from "./measures.ts";
import { OF_EARLIER_YEAR, periodsIn } from "./periods.ts";
import { isOfReportedQuarter, placesAfter, placesBefore } from "./reported-places.ts";
import { isReportedQuarter } from "./reported-quarter.ts";
import { UNKNOWN_HEAD } from "./table-heads.ts";

const AHEAD =
  /\b(?:expect(?:s|ing)?|anticipat\w+|forecast(?:s|ing)?|project(?:s|ed)?|guidance|outlook|targets?|will be|estimated to|(?:is|are) expected|impl(?:y|ies))\b/i;
const NOT_NOW =
  /\b(?:compared? (?:to|with)|versus|vs\.?|prior[- ]year|year[- ]ago|last year|a year earlier|prior (?:quarter|period)|same (?:quarter|period)|consensus|impact|charges?|benefit|discontinued operations|dividends?|distributions?|book value|repurchase[ds]?|price|FFO|funds from operations|cash flow|related to|negatively|favorab\w+|unfavorab\w+)\b[^;•]{0,90}$|\b(?:excluding|includ\w+) [^,(]{0,60}$/i;
/** Matches a change in dollars before the same change per share, as in "by $24 million, or 3 cents per share". */
const CHANGED_BY = /\bby \$?[\d.,]{1,12} (?:million|billion),? or (?:about |approximately )?$/i;
/** Matches words after a change, as in "revenue was $29 million (2.9 percent) lower". */
const IS_CHANGE = /^ (?:\([^()]{1,20}\) )?(?:lower|higher|less|more)\b/i;
/** Matches words before a measure whose figure is a change, as in "The decrease in revenue was due to $9.7 million". */
const CHANGE_OF =
  /\b(?:increase|decrease|decline|growth|rise|drop|reduction|change)s? in (?:(?:the|our|its|total|net|operating|\w+ly) ){0,3}$/i;
/** Matches words before a figure that a change has led to, as in "an increase in revenue to $30 million". */
const LED_TO = /(?<!\bdue )\bto (?:about |approximately )?$/i;
/** Matches income before an EPS that is only a part of net income, as in "net investment income of $13 million, or". */
const PART_OF_INCOME =
  /\bnet (?:investment|interest|fee|rental) (?:income|earnings|loss)(?: \(NII\))?(?:(?!\b(?:income|earnings|loss|EPS)\b)[^;•]){0,80}$/i;
/** Matches words after an EPS that make it a part of net income, as in "$0.08 per share from results of". */
const OF_A_PART =
  /^\d?,? (?:per (?:\w+ ){0,2}share\d?,? )?(?:from (?:(?:the|its|our) )?(?!continuing|total|operations|prior|previous|last|same|comparable|corresponding|year|first|second|third|fourth|fiscal|earnings|net|income|loss|an? )[a-z]|(?:related|attributable|due) to (?!common|ordinary|shareholders|stockholders|the (?:company|parent))|associated with|resulting from)/i;
/** Matches words before a part of net income, as in "Net income included losses of $49 million, or". */
const INCLUDED =
  /\b(?:income|earnings|loss)\d?(?: (?:for|in) [^,.;]{1,40})? includ(?:ed|es) (?:(?!\b(?:was|were|totaled)\b)[^;•]){0,200}$/i;
const FROM = /\b(?:from|against|by|than|over|above|below)\s(?:an?\s)?$/i;

const EXCLUDING_IS =
  /^ (?:\(\w+\) )?(?:excluding|before) [^.;,$]{1,80} (?:was|were|(?:increased|decreased|grew|rose|declined|fell) to)\s$/i;

/** Matches what is excluded from an EPS that follows, as in "excluding restructuring charges, diluted EPS was". */
const EXCLUDED =
  /\b(?:excluding|adjusting for|without|before) [^,;.$]{3,70}, (?:the company[’']s |our )?(?:(?:adjusted|net|diluted) ){0,3}(?:earnings |income |loss )?(?:(?:was|were) \$?[\d.]{1,8} )?$/i;

/** `isContinuing` is true for EPS from continuing operations alone. */
export type StatedFigure = ReportedFigure & { isTable: boolean; isDiluted: boolean; isContinuing: boolean };

/** Returns the figures that sentences state, and those of tables in texts that have lost their tables' form. */
export function statementsIn(layout: Layout): StatedFigure[] {
  const cells = layout.grids
    .flatMap(({ rows }) => rows.flatMap(({ figures }) => figures))
    .filter(({ head }) => head !== UNKNOWN_HEAD);
  const figures = layout.measures.map((measure) =>
    measure.metric === "other" ? [] : stated(layout, measure),
  );
  // Two names may belong to one figure, as in "EPS of $1.20 per share". The later one counts.
  const keyOf = ({ metric, offset, quote }: StatedFigure) => `${metric} ${offset + quote.length}`;
  const own = [...new Map(figures.flatMap((all) => [...Map.groupBy(all, keyOf)])).values()].flat();
  return own.filter(({ offset, quote }) => {
    const last = offset + quote.length - 1;
    const cell = cells[lastBefore(cells, last, ({ at }) => at)];
    return !cell || last >= cell.end;
  });
}

function stated(layout: Layout, measure: Measure): StatedFigure[] {
  const metric = measure.metric === "eps" ? ("eps" as const) : ("revenue" as const);
  const { text } = layout;
  const before = placesBefore(layout, measure);
  // In "$7.05 per diluted share ($1.10 per ADS)", the name is the unit of the figure before it.
  const isUnit = before.length > 0 && text.startsWith("per", measure.at);
  const places = isUnit ? before : [...placesAfter(layout, measure), ...before];
  return places.flatMap(({ amount, from, basis, isOfQuarter = false }): StatedFigure[] => {
    const level = movedTo(text, amount);
    const fitting = level && amountInMainUnit(layout, metric, level, isOfQuarter ? amount.at : measure.end);
    if (!fitting) return [];
    const sentence = sentenceAround(layout, amount.at);
    const clause = text.slice(Math.max(sentence.from, amount.at - 260), amount.at);
    if (isUnderOutlook(layout, sentence.from)) return [];
    const lead = afterHeadline(layout, clause.slice(clause.lastIndexOf(": ") + 1));
    const near = ownClause(text.slice(Math.max(from, amount.at - 140), amount.at), amount.at - measure.at);
    const follows = text.slice(amount.end, amount.end + 70);
    const isExcluded = EXCLUDED.test(text.slice(Math.max(sentence.from, from - 100), measure.at));
    const isSecondBasis = isExcluded || EXCLUDING_IS.test(text.slice(measure.end, amount.at));
    if (
      AHEAD.test(lead) ||
      (NOT_NOW.test(near) && !isSecondBasis) ||
      (FROM.test(near) && !amount.isRange) ||
      CHANGED_BY.test(near) ||
      IS_CHANGE.test(follows) ||
      /\bdue to\b/i.test(text.slice(measure.end, amount.at)) ||
      OF_EARLIER_YEAR.test(near) ||
      (metric === "eps" && (PART_OF_INCOME.test(near) || INCLUDED.test(clause) || OF_A_PART.test(follows))) ||
      (CHANGE_OF.test(text.slice(Math.max(0, measure.at - 60), measure.at)) &&
        !LED_TO.test(text.slice(measure.end, amount.at)))
    )
      return [];
    const words = text.slice(from, amount.at);
    const ownBasis =
      basisIn(words) === "plain" && isOnAdjustedBasis(text, sentence.from) ? "adjusted" : basisIn(words);
    const isNamedDiluted = /dilut/i.test(text.slice(measure.at, measure.end));
    if (metric === "eps" && !isNamedDiluted && isUndiluted(`${words}|${follows}`)) return [];
    const isTable = amount.scale === null && metric === "revenue" ? Math.abs(amount.low) < 1e5 : false;
    if (!isOfQuarter && !isOfReportedQuarter(layout, measure, amount, isTable)) return [];
    const start = Math.max(
      amount.end - sentence.from < 260 ? sentence.from : from,
      amount.end - QUOTE_MAX_LENGTH,
    );
    const value = metric === "eps" && isLoss(words) ? -Math.abs(fitting.low) : fitting.low;
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

/** An item stands at most this many sentences below its title, and a title has at most this many characters. */
const ITEMS_BELOW = 8;
const LONGEST_TITLE = 80;
const LONGEST_ITEM = 200;
/** Matches the title of a list of guidance. Other words show a headline of results and guidance. */
const OUTLOOK_TITLE =
  /^(?!.*\b(?:results?|reports?|raises?|lowers?|reaffirms?|provides?|updates?|announces?)\b)[^.;$%]*\b(?:outlook|guidance|expectations|forecast)\b[^.;$%]{0,40}$/i;

/** Returns whether the sentence that begins at a position is in a list titled as guidance, as "Fourth Quarter Outlook". */
function isUnderOutlook(layout: Layout, at: number): boolean {
  for (const { from, to } of sentencesBefore(layout, at, ITEMS_BELOW)) {
    const title = layout.text.slice(from, to).trim();
    if (title.length > LONGEST_ITEM) return false;
    const isTitle = title.length <= LONGEST_TITLE && !/[.!?,;]$/.test(title);
    if (isTitle && itemsBetween(layout.amounts, from, to).length === 0) return OUTLOOK_TITLE.test(title);
  }
  return false;
}

const MOVED_FROM =
  /\b(?:(?<up>up|rose|grew|increased|improved|climbed)|down|fell|declined|decreased|dropped)\b[^.;$]{0,40}\bfrom $/i;

/** Returns the second figure of "rose 12%, from $98.0 million to $109.8 million". A range is no figure otherwise. */
function movedTo(text: string, amount: Amount): Amount | null {
  if (!amount.isRange) return amount;
  const moved = MOVED_FROM.exec(text.slice(Math.max(0, amount.at - 60), amount.at));
  if (!moved) return null;
  const value = moved.groups?.up ? amount.high : amount.low;
  return { ...amount, low: value, high: value, isRange: false };
}

/**
 * Drops the words up to the end of a comparison, such as "compared with $1.38 a year earlier, and". The last
 * `tail` characters are never dropped.
 */
function ownClause(words: string, tail: number): string {
  const own = [...words.matchAll(/, (?:and|with|while) |; /g)].findLast(
    ({ index, 0: joint }) => tail >= 0 && index + joint.length <= words.length - tail,
  );
  return own ? words.slice(own.index + own[0].length) : words;
}

/**
 * Matches where a headline ends without a period, as after "Outlook" in "Affirms Full-Year Outlook Third
 * quarter net sales of".
 */
const TITLE_ENDS =
  /\b(?:Guidance|Outlook|Forecast|Targets|Expectations|GUIDANCE|OUTLOOK)\s(?=(?:[A-Z][a-z-]+ ){0,2}(?:Q[1-4]|[Qq]uarter|[1-4]Q))/;

/**
 * Drops a headline that ends without a period from the beginning of a clause, as in "Raises EPS Guidance to
 * $9.10 to $9.20 Third quarter EPS was".
 */
function afterHeadline(layout: Layout, clause: string): string {
  const title = TITLE_ENDS.exec(clause);
  const [quarter] = title ? periodsIn(clause.slice(title.index + title[0].length)) : [];
  if (title && quarter && isReportedQuarter(layout, quarter))
    return clause.slice(title.index + title[0].length);
  const end = [...clause.matchAll(/\d\.\d{1,2} (?=[A-Z][a-z])/g)].at(-1);
  const own = end ? clause.slice(end.index + end[0].length) : "";
  return /\b(?:was|were|totaled)\b/.test(own) ? own : clause;
}

function isUndiluted(words: string): boolean {
  const [before = "", after = ""] = words.split("|");
  if (/\bbasic\b/i.test(before.slice(-60)) && !/dilut|(?<!\()\bloss/i.test(before)) return true;
  return /^\s*per (?:basic )?share[ ,(and]{1,6}\$?\(?\d*\.\d+\)? per (?:dilut|share (?:on a )?(?:fully )?dilut)/i.test(
    after,
  );
}

function isLoss(words: string): boolean {
  const last = [
    ...words
      .replace(/\(\s?loss(?:es)?\s?\)/gi, "")
      .matchAll(/\b(?:income|earnings|earned|profit|EPS|loss(?:es)?|lost)\b/gi),
  ].at(-1);
  return last !== undefined && /^los[st]/i.test(last[0]);
}
