import { MONTH_NAMES, type Period, periodsIn, quarterIn, yearIn } from "./periods.ts";

/** What the headings of a table column say about its figures. `length` is the kind of its period. */
export type ColumnHeading = {
  length: Period["kind"] | null;
  /** A number that is larger for a later end of the period. Compare only values of the same `kind`. */
  rank: { kind: "day" | "quarter" | "year"; value: number } | null;
  basis: "gaap" | "adjusted" | null;
  /** True for a column without results, such as guidance or a percentage change. */
  isNoResult: boolean;
  /** The period as written if a heading calls the column a forecast, otherwise null. */
  forecast: string | null;
};

const NOT_A_RESULT_WORDS =
  /%|\b(?:change|variance|forecast|guidance|outlook|estimated?|expected|target|budget|increase|decrease|adjustments?|effect|impact|reconciling|low|high|margin|growth|B\/\(?W\)?|Y\/Y|Q\/Q|yoy|qoq)\b/i;
const FORECAST_WORDS = /\b(?:forecast|guidance|outlook|targets?|estimates)\b/i;
/** Matches a word that the caption of a table of results has. */
const RESULTS_TITLE = /\b(?:results|highlights|summary|statements?|ended)\b/i;
/** A heading that calls its column a forecast has fewer characters than this. */
const MAX_FORECAST_HEADING_CHARS = 40;
/** How many characters directly before a table are searched for its period. */
const CAPTION_CHARS = 100;
/** Matches the end of a sentence, but not the dot in "Dec. 31". */
const SENTENCE_END = /(?<=[a-z]{3}|\d)[.!?]["”]? (?=[A-Z(])/;
const MONTH_NAME = new RegExp(
  `\\b(${MONTH_NAMES.map((name) => name.slice(0, 3)).join("|")})[a-z]{0,6}\\b\\.?`,
  "gi",
);
/** Matches a date such as "6/30/25" or "06/30/2025". */
const NUMERIC_DATE = /\b(\d{1,2})\/\d{1,2}\/(?:20)?(\d\d)\b/;
const TWO_DIGIT_YEAR = /(?:Q[1-4] ?(?:FY ?)?|[1-4]Q ?(?:FY ?)?|FY ?|[’'])[’']?(\d\d)(?!\d)/i;

/** Matches a heading that is only a fiscal year, such as "Fiscal 2026" or "FY26". */
const FISCAL_YEAR_ONLY = /^(?:fiscal(?: year)?|FY) ?(?:20)?\d\d$/i;

/** Stands for the headings of a column when they are not known. */
export const UNKNOWN_COLUMN_HEADING: ColumnHeading = {
  length: null,
  rank: null,
  basis: null,
  isNoResult: true,
  forecast: null,
};

/**
 * Returns what the headings of a column say. The period comes from the nearest heading that names one: first the
 * column's own headings, then the headings over the whole table (`titles`), then the caption at the end of `textBefore`.
 */
export function readColumnHeadings(
  heads: readonly string[],
  titles: readonly string[],
  textBefore: string,
): ColumnHeading {
  // Only the sentence directly before the table is its caption, but an outlook may be named shortly before it.
  const nearby = textBefore.slice(-CAPTION_CHARS);
  const caption = nearby.split(SENTENCE_END).at(-1) ?? "";
  const upwards = [...heads.toReversed(), ...titles.toReversed()];
  // In "Second Quarter" over "Fiscal 2026", the heading above says the length and the fiscal year does not.
  const isBelowQuarter = [...titles, ...heads.slice(0, -1)].some(
    (head) => periodKindsIn(head)[0] === "quarter",
  );
  const own = isBelowQuarter && FISCAL_YEAR_ONLY.test(heads.at(-1) ?? "") ? upwards.slice(1) : upwards;
  const kinds = [...own, caption].map(periodKindsIn);
  const [first, second, third] = kinds.find(({ length }) => length > 0) ?? [];
  const forecastHeading = heads.find(
    (head) => head.length < MAX_FORECAST_HEADING_CHARS && FORECAST_WORDS.test(head),
  );
  // In "Fourth quarter fiscal year 2024", the fiscal year is not a second period.
  const isOne = second === undefined || (first === "quarter" && second === "year" && third === undefined);
  return {
    length: isOne ? (first ?? null) : null,
    rank: periodEndOf(upwards) ?? periodEndOf([...upwards, caption]),
    basis:
      basisInHeading(heads.join(" ")) ??
      basisInHeading(titles.filter((title) => title.length < 25).join(" ")),
    isNoResult:
      namesOtherSubject(heads.at(-1)) ||
      heads.some((head) => NOT_A_RESULT_WORDS.test(head)) ||
      (heads.every((head) => periodsIn(head).length === 0) &&
        FORECAST_WORDS.test(`${titles.join(" ")} ${RESULTS_TITLE.test(caption) ? caption : nearby}`)),
    forecast: forecastHeading ? (upwards.flatMap(periodsIn)[0]?.text ?? null) : null,
  };
}

/** Returns the kinds of period that a heading names, such as two for "Fourth Quarter and Full Year". */
function periodKindsIn(head: string): Period["kind"][] {
  // "Three (six, nine) and Six Months Ended" names two lengths, so its figures belong to neither.
  if (/(?:e|ix) and \w+ months/i.test(head)) return ["other", "year"];
  if (/^\W*quarters?\W*$/i.test(head)) return ["quarter"];
  return [...new Set(periodsIn(head).map(({ kind }) => kind))];
}

/** Returns whether a heading names neither a period nor an accounting basis, such as the name of a segment. */
function namesOtherSubject(head: string | undefined): boolean {
  return (
    head !== undefined &&
    /[a-z]{3}/i.test(head) &&
    periodsIn(head).length === 0 &&
    yearOf(head) === null &&
    basisInHeading(head) === null &&
    head.search(MONTH_NAME) < 0 &&
    !/\b(?:actual|amount|reported|total|consolidated|unaudited|ended)\b/i.test(head)
  );
}

/**
 * Returns whether the headings above a figure, the nearest first, are for results and not for guidance: they say "ended"
 * and name no month after that of the filing. `filed` is the ISO day of the filing.
 */
export function hasPeriodEnded(upwards: readonly string[], filed: string | null): boolean {
  const end = periodEndOf(upwards);
  const month = filed ? Number(filed.slice(0, 4)) * 12 + Number(filed.slice(5, 7)) - 1 : 0;
  return upwards.some((head) => /\bended\b/i.test(head)) && (end?.kind !== "day" || end.value <= month);
}

/** Returns when a column's period ends, or null without a year. `upwards` are its headings, nearest first. */
function periodEndOf(upwards: readonly string[]): ColumnHeading["rank"] {
  const date = first(upwards, (head) => NUMERIC_DATE.exec(head));
  if (date) return { kind: "day", value: (2000 + Number(date[2])) * 12 + Number(date[1]) - 1 };
  const year = first(upwards, yearOf);
  if (year === null) return null;
  const month = first(upwards, (head) => [...head.matchAll(MONTH_NAME)].at(-1)?.[1]?.toLowerCase() ?? null);
  if (month !== null) {
    const index = MONTH_NAMES.findIndex((name) => name.toLowerCase().startsWith(month));
    return { kind: "day", value: year * 12 + index };
  }
  const quarter = first(upwards, quarterIn);
  return quarter === null ? { kind: "year", value: year } : { kind: "quarter", value: year * 4 + quarter };
}

/** Returns the first result of `read` that is not null, or null. */
function first<T>(heads: readonly string[], read: (head: string) => T | null): T | null {
  for (const head of heads) {
    const value = read(head);
    if (value !== null) return value;
  }
  return null;
}

/** Returns the year that a heading names, or null when it names none or several four-digit years. */
function yearOf(head: string): number | null {
  const years = new Set([...head.matchAll(/\b(?:19|20)\d\d\b/g)].map(([year]) => Number(year)));
  if (years.size > 1) return null;
  const short = TWO_DIGIT_YEAR.exec(head)?.[1];
  return [...years][0] ?? (short ? 2000 + Number(short) : yearIn(head));
}

/** Returns the accounting basis that a heading names (GAAP or adjusted), or null. */
export function basisInHeading(text: string): ColumnHeading["basis"] {
  if (/\bnon[-‑– ]?gaap\b|\badjusted\b|\bcore\b|\bpro forma\b/i.test(text)) return "adjusted";
  return /\bGAAP\b|\bas reported\b/i.test(text) ? "gaap" : null;
}
