type PeriodKind = "quarter" | "year" | "other";
export type Period = { kind: PeriodKind; text: string; year: number | null; at: number; end: number };

export const MONTH_NAMES =
  "January February March April May June July August September October November December".split(" ");
const BASIS_WORDS = "core|adjusted|operating|ongoing|non-GAAP|GAAP|diluted";
const METRIC_WORDS = "earnings|EPS|revenues?|net|sales";
const ORDINAL = "(?:first|second|third|fourth|1 ?st|2 ?nd|3 ?rd|4 ?th)";
const MONTH = `(?:${MONTH_NAMES.map((name) => name.slice(0, 3)).join("|")})[a-z]{0,6}\\.?`;
const YEAR = "(?:20\\d\\d|’\\d\\d|'\\d\\d|\\d\\d(?!\\d|%|[.,]\\d))";
const FISCAL_YEAR = `(?:(?:fiscal|calendar|full)[- ]){1,2}(?:year )?(?:FY ?)?${YEAR}|FY ?${YEAR}`;

const OF_YEAR_PHRASE = `(?: (?:(?:of|in) (?:the )?(?:${FISCAL_YEAR}|20\\d\\d|(?:full |fiscal )?year)|${FISCAL_YEAR}|20\\d\\d))`;

const QUARTER_WORDS = [
  `(?:(?:${FISCAL_YEAR}|20\\d\\d),? )?(?:fiscal )?${ORDINAL}[- ](?:fiscal )?quarter(?:'s|’s)?(?:,? (?:(?:of|in|for) )?(?:the )?(?:${FISCAL_YEAR}|20\\d\\d|fiscal year|the year))?`,
  `Q[1-4](?: ?(?:of )?(?:${FISCAL_YEAR}|20\\d\\d|[’']?\\d\\d(?!\\d|%|[.,]\\d)))?`,
  "[1-4]Q ?(?:FY ?)?(?:20)?[’']?(?:\\d\\d(?!\\d|%))?",
  "(?:first )?(?:three|3)[- ]months?(?: ended| ending)?",
  "(?:12|13|14|twelve|thirteen|fourteen)[- ]weeks?",
  `${MONTH}(?: 20\\d\\d)? quarter`,
  "(?:current|ongoing|next|following|upcoming|coming|present|fiscal|the|this|quarter|20\\d\\d) quarter",
  "quarters? end(?:ed|ing)",
].join("|");
const OTHER_PERIOD_WORDS = [
  `(?:(?:six|nine|6|9)[- ]months?|(?:two|three|four) quarters)${OF_YEAR_PHRASE}?`,
  "half[- ]year|month of|next (?:twelve|12) months",
  "(?:24|26|27|28|36|39|40)[- ]weeks?|(?:twenty|thirty|forty)-\\w+[- ]weeks?",
  `(?:(?:first|second|back)[- ]half|remainder|rest|balance)${OF_YEAR_PHRASE}`,
  "(?:first|second|back)[- ]half",
  `(?:H[12]|[12]H)(?! ?\\w*quarter)(?: (?:of )?(?:${FISCAL_YEAR}|20\\d\\d))?`,
  "year[- ]to[- ]date|YTD",
  "[69]M(?= ?(?:FY ?)?(?:20)?\\d\\d(?!\\d))",
  "long[- ]term",
  "multi[- ]year",
].join("|");
const FULL_YEAR_WORDS = [
  `${FISCAL_YEAR}|year 20\\d\\d`,
  "(?<!\\b(?:earlier|later?|early) )(?:current|this|coming|next|upcoming) (?:fiscal |calendar )?year\\b(?![’'-])",
  "(?:full|fiscal|calendar)[- ](?:fiscal[- ])?year",
  "(?:twelve|12)[- ]months?(?: period)?",
  "(?:52|53)[- ]weeks?|fifty-\\w+[- ]weeks?",
  "years? end(?:ed|ing)",
  "annual(?= (?:net |total )?(?:revenues?|sales|earnings|EPS|income|loss) (?:increased|decreased|grew|rose|declined|fell|was|were)\\b| (?:\\w+ ){0,3}(?:guidance|outlook|forecast)\\b)",
  "(?<=\\b(?:expects?|expected|anticipates?|forecasts?|projects?|estimates?|our|its|for) )annual(?= (?:net |total |diluted |adjusted )*(?:revenues?|sales|earnings|EPS)\\b)",
  `(?<!\\d,? |\\b(?:${MONTH}|of|to|from|fiscal|year|quarter) )20\\d\\d(?=:)`,
  "(?<=\\b(?:for|in|of) the (?:entire )?)year\\b(?![- ](?:ago|earlier|over))",
  `(?<=\\b(?:for|in|during|of|ahead to|our|its|the|selected|update|updated|updates|reaffirms?|raises?|lowers?|maintains?|reiterates?|narrows?|provides?|full-year|imply|implies|expects?|expect|initiates?|issues?|introduces?) )20\\d\\d(?!\\d|[.,]\\d|-)`,
  `(?<!20\\d\\d |\\d, )20\\d\\d(?= (?:(?:financial|business|annual|full|updated|revised|current|initial|${BASIS_WORDS}|${METRIC_WORDS}) ){0,4}(?:guidance|outlook|targets?|expectations)\\b)`,
  `(?<!20\\d\\d |\\d, )20\\d\\d(?= (?:(?:financial|earnings|business|full|EPS|expected|updated|revised|current|total|consolidated|net|${BASIS_WORDS}) ){0,3}(?:EPS|earnings|revenues?|sales|income)\\b)`,
].join("|");
const PERIOD_WORDS = new RegExp(
  `(?:\\b|(?<=[a-z])(?=Q[1-4] 20))(?:(?<quarter>${QUARTER_WORDS})|(?<other>${OTHER_PERIOD_WORDS})|(?<year>${FULL_YEAR_WORDS}))`,
  "gi",
);

export function yearIn(period: string): number | null {
  const digits = /20(\d\d)/.exec(period)?.[1] ?? /(?:FY ?|fiscal |[’'])(\d\d)(?!\d)/i.exec(period)?.[1];
  return digits ? 2000 + Number(digits) : null;
}

const QUARTER_NUMBERS = [
  "first|1 ?st|Q1|1Q",
  "second|2 ?nd|Q2|2Q",
  "third|3 ?rd|Q3|3Q",
  "fourth|4 ?th|Q4|4Q",
].map((words) => new RegExp(`\\b(?:${words})`, "i"));

/** Returns the number of the quarter that a text names, from 1 to 4, or null when the text names none. */
export function quarterIn(text: string): number | null {
  const index = QUARTER_NUMBERS.findIndex((expression) => expression.test(text));
  return index < 0 ? null : index + 1;
}

export function periodsIn(text: string): Period[] {
  return [...text.matchAll(PERIOD_WORDS)].map((match) => {
    const [whole] = match;
    const kind: PeriodKind = match.groups?.quarter ? "quarter" : match.groups?.other ? "other" : "year";
    return {
      kind,
      text: whole.trim(),
      year: yearIn(whole),
      at: match.index,
      end: match.index + whole.length,
    };
  });
}

/** Matches words before the figure of an earlier year, as in "up 12% from 2016 adjusted net income of". */
export const EARLIER_YEAR_WORDS =
  /\b(?:from|over|than|versus|vs\.?|against|compared (?:to|with)) (?:the |its |our )?(?:(?:first|second|third|fourth)[- ]quarter (?:of )?)?(?:(?:fiscal|full|calendar)[- ](?:year )?)?(?:19|20)\d\d\b[^,;$]{0,80}\bof (?:about |approximately )?$/i;
