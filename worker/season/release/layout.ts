import { type Amount, amountsIn, withoutRoundingError } from "./amounts.ts";
import { type Measure, measuresIn } from "./measures.ts";
import type { ReleaseDocument } from "./parse-release.ts";
import { type Period, periodsIn } from "./periods.ts";
import type { Table } from "./plain-tables.ts";
import { type Grid, gridsOf } from "./table-grid.ts";

/** A release's text with the amounts, measures and periods in it, each in the order of their positions. */
export type Layout = {
  text: string;
  amounts: readonly Amount[];
  measures: readonly Measure[];
  periods: readonly Period[];
  /** The positions where sentences and list items begin. */
  starts: readonly number[];
  tables: readonly Table[];
  grids: readonly Grid[];
};

const READ_LENGTH = 250_000;
/** The company's name stands in this many characters at the beginning of the text. */
export const TITLE = 80;
/** The signs before the items of a list, as a class of a regular expression. */
export const BULLETS = "[•▪●◦○‣∙■∎◆►➢\\uf000-\\uf0ff]";

const BOUNDARY = new RegExp(
  `(?<!\\b[A-Z]|\\bInc|\\bCorp|\\bCo|\\bvs|\\bapprox|\\bNo|\\bLtd)[.!?]["”’)]?\\s(?=["“(]?[A-Z•▪●·0-9–-])|(?<=[a-z\\d])\\.(?=[A-Z][a-z]+ )|${BULLETS}|\\s[·o§*-]\\s(?=[A-Z])|_{4,}|\\s--\\s(?!\\$?\\d)`,
  "g",
);

/**
 * Finds the parts of a text that the readers use. Only its first READ_LENGTH characters count; the longest
 * release known has half as many.
 */
export function layoutOf(document: ReleaseDocument): Layout {
  const text = document.text.slice(0, READ_LENGTH);
  const tables = document.tables.filter(({ end }) => end <= text.length);
  return {
    text,
    amounts: amountsIn(text),
    measures: measuresIn(text),
    periods: periodsIn(text),
    starts: [
      ...new Set([
        0,
        ...document.blocks,
        ...[...text.matchAll(BOUNDARY)].map((match) => match.index + match[0].length),
      ]),
    ].toSorted((a, b) => a - b),
    tables,
    grids: gridsOf({ text, tables }),
  };
}

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

/** Returns the last sentences and list items before the one at a position, the nearest one first. */
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

/** Returns the items that begin in [from, to). */
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
 * Returns the unit that the text last stated before a position, such as a million for "in millions", or null.
 */
function statedScale(text: string, at: number): number | null {
  const before = text.slice(Math.max(0, at - 4_000), at);
  const units = [
    ...before.matchAll(
      /(?:\b(?:in|USD?) |\$ ?|[(;] ?)(?:(?:US|U\.S\.)?\$? ?|dollars? in )(billions|millions|thousands)\b/gi,
    ),
  ];
  let last = units.length - 1;
  // In "(In millions, except number of shares, which are in thousands)", the first unit is that of money.
  while (last > 0 && !/[).]/.test(before.slice(units[last - 1]?.index, units[last]?.index))) last--;
  const said = units[last];
  if (!said && /\(\$ ?(?:1,?)?000['’]?s?\)|\bin \$?000['’]?s\b|\b000['’]s\b/i.test(before)) return 1e3;
  const word = said?.[1]?.toLowerCase();
  return word === "billions" ? 1e9 : word === "millions" ? 1e6 : word === "thousands" ? 1e3 : null;
}

/** Matches what may stand between a name and its figure in a table's row: footnotes and the previous column. */
const ROW_GAP = /^[\s\d().$—–-]{0,24}$/;
const MOST_EPS = 500;
const MOST_WHOLE_EPS = 20;
const LEAST_REVENUE = 1e4;
/** Matches what is counted in "3.4 million tons", which is no money. */
const OF_THINGS =
  /^ (?:(?:metric|short|net|paying|active|diluted) )?(?:tons?|tonnes|units|homes|barrels|ounces|pounds|gallons|shares|square|vehicles|customers|subscribers|members|users|people|devices|cases)\b/i;

/**
 * Returns the amount in the currency's main unit, or null when its size does not fit the metric. `named` is the
 * position where the metric's name ends.
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
    const isRow = ROW_GAP.test(layout.text.slice(named, amount.at));
    const isPlain = amount.hasCurrency || amount.scale !== null || isRow;
    // EPS is written with its cents; a large whole number is another row's.
    if (
      amount.scale === null &&
      Math.abs(amount.low) > MOST_WHOLE_EPS &&
      !/\.\d\d/.test(layout.text.slice(amount.at, amount.end))
    )
      return null;
    if (!isPlain || Math.max(Math.abs(amount.low), Math.abs(amount.high)) * unit > MOST_EPS) return null;
    return scaled(amount, unit);
  }
  const isWhole = amount.hasCurrency && Math.abs(amount.low) >= 1e5;
  // In a table's row, where the figure directly follows its name, the table's unit counts. A sentence writes a
  // large figure out.
  const isRow = ROW_GAP.test(layout.text.slice(named, amount.at));
  const table = isRow || !isWhole ? statedScale(layout.text, amount.at) : 1;
  // A row of a table whose unit is not found may be in thousands, so it gives no figure.
  const scale = amount.scale ?? table;
  if (!amount.hasCurrency && OF_THINGS.test(layout.text.slice(amount.end, amount.end + 24))) return null;
  if (scale === null || scale < 1 || amount.low * scale < LEAST_REVENUE) return null;
  return scaled(amount, scale);
}

function scaled(amount: Amount, unit: number): Amount {
  return {
    ...amount,
    low: withoutRoundingError(amount.low * unit),
    high: withoutRoundingError(amount.high * unit),
  };
}
