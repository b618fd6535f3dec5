import { MONTH_NAMES, type Period, periodsIn, quarterIn, yearIn } from "./periods.ts";

/** What the heads above a column of a table say about its figures. */
export type ColumnHead = {
  length: Period["kind"] | null;
  /** Grows with the end of the column's period. Only days, or only numbered quarters, can be compared. */
  rank: { kind: "day" | "quarter" | "year"; value: number } | null;
  basis: "gaap" | "adjusted" | null;
  /** True for guidance and for changes, which are no results. */
  isNoResult: boolean;
  /** The period as written when the head calls the column a forecast, otherwise null. */
  forecast: string | null;
};

const NO_RESULT =
  /%|\b(?:change|variance|forecast|guidance|outlook|estimated?|expected|target|budget|increase|decrease|adjustments?|effect|impact|reconciling|low|high|margin|growth|B\/\(?W\)?|Y\/Y|Q\/Q|yoy|qoq)\b/i;
const AHEAD = /\b(?:forecast|guidance|outlook|targets?|estimates)\b/i;
/** The head of a column is at most this many characters long. */
const MOST_HEAD = 40;
/** How many characters before a table name its period. */
const CAPTION = 100;
const MONTH = new RegExp(
  `\\b(${MONTH_NAMES.map((name) => name.slice(0, 3)).join("|")})[a-z]{0,6}\\b\\.?`,
  "gi",
);
/** Matches a date such as "6/30/25" or "06/30/2025". */
const NUMERIC_DATE = /\b(\d{1,2})\/\d{1,2}\/(?:20)?(\d\d)\b/;
const SHORT_YEAR = /(?:Q[1-4] ?(?:FY ?)?|[1-4]Q ?(?:FY ?)?|FY ?|[’'])[’']?(\d\d)(?!\d)/i;

/** A column whose heads the table does not show. */
export const UNKNOWN_HEAD: ColumnHead = {
  length: null,
  rank: null,
  basis: null,
  isNoResult: true,
  forecast: null,
};

/**
 * Reads the heads above a column, then those over the whole table, and for its length also the caption. The
 * nearest one that says something counts.
 */
export function columnHeadOf(
  heads: readonly string[],
  titles: readonly string[],
  caption: string,
): ColumnHead {
  const upwards = [...heads.toReversed(), ...titles.toReversed()];
  const kinds = [...upwards, caption.slice(-CAPTION)].map(kindsIn);
  const [first, second, third] = kinds.find(({ length }) => length > 0) ?? [];
  const ahead = heads.find((head) => head.length < MOST_HEAD && AHEAD.test(head));
  // In "Fourth quarter fiscal year 2024", the year only dates the quarter.
  const isOne = second === undefined || (first === "quarter" && second === "year" && third === undefined);
  return {
    length: isOne ? (first ?? null) : null,
    rank: rankOf(upwards) ?? rankOf([...upwards, caption.slice(-CAPTION)]),
    basis: basisOfHead(heads.join(" ")) ?? basisOfHead(titles.filter((title) => title.length < 25).join(" ")),
    isNoResult:
      isOfSomethingElse(heads.at(-1)) ||
      heads.some((head) => NO_RESULT.test(head)) ||
      (heads.every((head) => periodsIn(head).length === 0) &&
        AHEAD.test(`${titles.join(" ")} ${caption.slice(-CAPTION)}`)),
    forecast: ahead ? (upwards.flatMap(periodsIn)[0]?.text ?? null) : null,
  };
}

/** Returns the lengths of the periods that a head names. "Three and Twelve Months Ended" names several. */
function kindsIn(head: string): Period["kind"][] {
  if (/\b(?:three|six|nine)(?: months)? and (?:six|nine|twelve) months\b/i.test(head))
    return ["other", "year"];
  return [...new Set(periodsIn(head).map(({ kind }) => kind))];
}

/** Returns whether the nearest head names neither a period nor a basis, such as that of a segment. */
function isOfSomethingElse(head: string | undefined): boolean {
  return (
    head !== undefined &&
    /[a-z]{3}/i.test(head) &&
    periodsIn(head).length === 0 &&
    yearOf(head) === null &&
    basisOfHead(head) === null &&
    head.search(MONTH) < 0 &&
    !/\b(?:actual|amount|reported|total|consolidated|unaudited|ended)\b/i.test(head)
  );
}

/** Returns the end of a column's period by its heads, the nearest one first, or null when they do not name it. */
export function rankOf(upwards: readonly string[]): ColumnHead["rank"] {
  const date = first(upwards, (head) => NUMERIC_DATE.exec(head));
  if (date) return { kind: "day", value: (2000 + Number(date[2])) * 12 + Number(date[1]) - 1 };
  const year = first(upwards, yearOf);
  if (year === null) return null;
  const month = first(upwards, (head) => [...head.matchAll(MONTH)].at(-1)?.[1]?.toLowerCase() ?? null);
  if (month !== null) {
    const index = MONTH_NAMES.findIndex((name) => name.toLowerCase().startsWith(month));
    return { kind: "day", value: year * 12 + index };
  }
  const quarter = first(upwards, quarterIn);
  return quarter === null ? { kind: "year", value: year } : { kind: "quarter", value: year * 4 + quarter };
}

function first<T>(heads: readonly string[], read: (head: string) => T | null): T | null {
  for (const head of heads) {
    const value = read(head);
    if (value !== null) return value;
  }
  return null;
}

/** Returns the only year of a head, because a head of two years does not say which is the column's. */
function yearOf(head: string): number | null {
  const years = new Set([...head.matchAll(/\b(?:19|20)\d\d\b/g)].map(([year]) => Number(year)));
  if (years.size > 1) return null;
  const short = SHORT_YEAR.exec(head)?.[1];
  return [...years][0] ?? (short ? 2000 + Number(short) : yearIn(head));
}

/** Returns the basis that a head names. */
export function basisOfHead(text: string): ColumnHead["basis"] {
  if (/\bnon[-‑– ]?gaap\b|\badjusted\b|\bcore\b|\bpro forma\b/i.test(text)) return "adjusted";
  return /\bGAAP\b|\bas reported\b/i.test(text) ? "gaap" : null;
}
