import { type Amount, amountsIn, withoutRoundingError } from "./amounts.ts";
import { type MetricName, metricNamesIn } from "./metric-names.ts";
import type { ReleaseDocument } from "./parse-release.ts";
import { type Period, periodsIn } from "./periods.ts";
import type { Table } from "./plain-tables.ts";
import { figureTablesOf, type Grid } from "./table-grid.ts";

/**
 * A release's text with the amounts, metric names (such as "revenue" or "EPS") and periods found in it, each
 * list in the order of the text.
 */
export type Layout = {
  text: string;
  amounts: readonly Amount[];
  metricNames: readonly MetricName[];
  periods: readonly Period[];
  /** The character offsets where sentences, paragraphs and list items start. */
  starts: readonly number[];
  tables: readonly Table[];
  grids: readonly Grid[];
};

const MAX_TEXT_LENGTH = 250_000;
/** How many characters at the start of the text are searched for the company's name. */
export const TITLE_SEARCH_CHARS = 80;
/** The bullet characters that start list items, as a character class of a regular expression. */
export const BULLETS = "[•▪●◦○‣∙■∎◆►➢\\uf000-\\uf0ff]";

const SENTENCE_BOUNDARY = new RegExp(
  `(?<!\\b[A-Z]|\\bInc|\\bCorp|\\bCo|\\bvs|\\bapprox|\\bNo|\\bLtd)[.!?]["”’)]?\\s(?=["“(]?[A-Z•▪●·0-9–-])|(?<=[a-z\\d])\\.(?=[A-Z][a-z]+ )|${BULLETS}|\\s[·o§*-]\\s(?=[A-Z])|_{4,}|\\s--\\s(?!\\$?\\d)`,
  "g",
);

/**
 * Finds the amounts, metric names, periods, sentences and tables of a release. Reads only the first MAX_TEXT_LENGTH
 * characters; the longest known release has half as many.
 */
export function layoutOf(document: ReleaseDocument): Layout {
  const text = document.text.slice(0, MAX_TEXT_LENGTH);
  const tables = document.tables.filter(({ end }) => end <= text.length);
  return {
    text,
    amounts: amountsIn(text),
    metricNames: metricNamesIn(text, document.blocks),
    periods: periodsIn(text),
    starts: [
      ...new Set([
        0,
        ...document.blocks,
        ...[...text.matchAll(SENTENCE_BOUNDARY)].map((match) => match.index + match[0].length),
      ]),
    ].toSorted((a, b) => a - b),
    tables,
    grids: figureTablesOf({ text, tables }),
  };
}

/** Returns the index of the last item at or before an offset, or -1. The list must be sorted by offset. */
export function lastBefore<T>(list: readonly T[], at: number, positionOf: (item: T) => number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = list[middle];
    if (item !== undefined && positionOf(item) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export function sentenceAround({ starts, text }: Layout, at: number): { from: number; to: number } {
  const i = lastBefore(starts, at, (start) => start);
  return { from: starts[i] ?? 0, to: starts[i + 1] ?? text.length };
}

/** Returns up to `count` sentences before the one that contains the offset `at`, the nearest one first. */
export function sentencesBefore(
  { starts }: Layout,
  at: number,
  count: number,
): { from: number; to: number }[] {
  const own = lastBefore(starts, at, (start) => start);
  return starts
    .slice(Math.max(0, own - count), own)
    .map((from, i, before) => ({ from, to: before[i + 1] ?? starts[own] ?? from }))
    .toReversed();
}

/** Returns the items that start at or after the offset `from` and before the offset `to`. */
export function itemsBetween<T extends { at: number }>(list: readonly T[], from: number, to: number): T[] {
  const items: T[] = [];
  for (let i = lastBefore(list, from - 1, ({ at }) => at) + 1; i < list.length; i++) {
    const item = list[i];
    if (item === undefined || item.at >= to) break;
    items.push(item);
  }
  return items;
}

/**
 * Returns the factor of the unit that the text last states before an offset, such as 1e6 for "in millions".
 * Returns null when the text states none.
 */
function statedScale(text: string, at: number): number | null {
  const before = text.slice(Math.max(0, at - 4_000), at);
  const units = [
    ...before.matchAll(
      /(?:\b(?:in|USD?) |\$ ?|[(;] ?)(?:(?:US|U\.S\.)?\$? ?|dollars? in )(billions|millions|thousands)\b/gi,
    ),
  ];
  let last = units.length - 1;
  // In "(In millions, except number of shares, which are in thousands)", only the first unit applies to money.
  while (last > 0 && !/[).]/.test(before.slice(units[last - 1]?.index, units[last]?.index))) last--;
  const stated = units[last];
  if (!stated && /\(\$ ?(?:1,?)?000['’]?s?\)|\bin \$?000['’]?s\b|\b000['’]s\b/i.test(before)) return 1e3;
  if (!stated && /\(\$ ?MM?\)/.test(before)) return 1e6;
  const word = stated?.[1]?.toLowerCase();
  return word === "billions" ? 1e9 : word === "millions" ? 1e6 : word === "thousands" ? 1e3 : null;
}

/** Matches the text between a name and its figure in a table row: footnote marks and the previous column. */
const TEXT_BEFORE_ROW_FIGURE = /^[\s\d().$—–-]{0,24}$/;
const MAX_EPS = 500;
const MAX_EPS_WITHOUT_CENTS = 20;
const MIN_REVENUE = 1e4;
const MAX_REVENUE = 1e13;
/** Revenue may be above MAX_REVENUE in these currencies. */
const CURRENCIES_OF_SMALL_UNITS: ReadonlySet<string> = new Set(["KRW", "JPY", "IDR"]);
/** Matches words after a number that is not money, such as "tons" in "3.4 million tons". */
const COUNTED_THINGS =
  /^ (?:(?:metric|short|net|paying|active|diluted) )?(?:tons?|tonnes|units|homes|barrels|ounces|pounds|gallons|shares|square|vehicles|customers|subscribers|members|users|people)\b/i;

/**
 * Returns an amount in the main unit of its currency, such as dollars. Returns null when its unit is not known or
 * its kind or size does not fit the metric. `named` is the character offset where the metric's name ends.
 */
export function amountInMainUnit(
  layout: Layout,
  metric: "eps" | "revenue",
  amount: Amount,
  named: number,
): Amount | null {
  if (amount.kind !== "money") return null;
  if (metric === "eps") {
    if (amount.scale !== null && amount.scale > 1) return null;
    const unit = amount.scale ?? 1;
    const isRow = TEXT_BEFORE_ROW_FIGURE.test(layout.text.slice(named, amount.at));
    const isPlain = amount.hasCurrency || amount.scale !== null || isRow;
    // EPS is written with cents, so a large number without cents belongs to another row.
    if (
      amount.scale === null &&
      Math.abs(amount.low) > MAX_EPS_WITHOUT_CENTS &&
      !/\.\d\d/.test(layout.text.slice(amount.at, amount.end))
    )
      return null;
    if (!isPlain || Math.max(Math.abs(amount.low), Math.abs(amount.high)) * unit > MAX_EPS) return null;
    return scaled(amount, unit);
  }
  const isWhole = amount.hasCurrency && Math.abs(amount.low) >= 1e5;
  // In a table row, where the figure directly follows its name, the stated unit applies. In a sentence, a large
  // figure such as "$1,250,000" is already in dollars.
  const isRow = TEXT_BEFORE_ROW_FIGURE.test(layout.text.slice(named, amount.at));
  const statedUnit = isRow || !isWhole ? statedScale(layout.text, amount.at) : 1;
  // A figure without a known unit may be in thousands, so it is not used. "41,002,253" cannot be in millions.
  const isInUnits =
    statedUnit !== null &&
    amount.low * statedUnit > MAX_REVENUE &&
    !CURRENCIES_OF_SMALL_UNITS.has(amount.currency);
  const scale = amount.scale ?? (isInUnits ? 1 : statedUnit);
  if (!amount.hasCurrency && amount.scale === null && !isRow) return null;
  if (!amount.hasCurrency && COUNTED_THINGS.test(layout.text.slice(amount.end, amount.end + 24))) return null;
  if (scale === null || scale < 1 || amount.low * scale < MIN_REVENUE) return null;
  return scaled(amount, scale);
}

function scaled(amount: Amount, unit: number): Amount {
  return {
    ...amount,
    low: withoutRoundingError(amount.low * unit),
    high: withoutRoundingError(amount.high * unit),
  };
}
