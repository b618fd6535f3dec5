import type { Amount } from "./amounts.ts";
import { itemsBetween, type Layout } from "./layout.ts";
import type { Period } from "./periods.ts";

/** How far above a row its heads are looked for, in characters. */
const HEADS = 3_000;
/** Matches what stands between the heads of two columns: dates and words such as "ended". */
const BETWEEN_HEADS = /^[^.;:$%]{0,45}$/;
const BETWEEN_CELLS = /^[\s$]*$/;

/**
 * Returns which of a row's figures is the newest quarter's, in a table that has lost its columns and has a
 * quarter and a longer period side by side. Returns "unknown" when the heads do not tell, and null when they
 * are of one length, so that the nearest head decides.
 */
export function quarterColumn(layout: Layout, at: number, row: readonly Amount[]): number | "unknown" | null {
  const cells = cellsOf(layout, row);
  // A title above the heads may name the same periods.
  const heads = headsBefore(layout, at).slice(-cells);
  const last = heads.at(-1);
  if (!last || new Set(heads.map(({ kind }) => kind)).size < 2) return null;
  const quarter = heads.findIndex(({ kind }) => kind === "quarter");
  if (quarter < 0 || heads.filter(({ kind }) => kind === "quarter").length > 1) return "unknown";
  if (cells % heads.length !== 0) return quarter === 0 ? null : "unknown";
  const each = cells / heads.length;
  const years = [...layout.text.slice(last.end, at).matchAll(/\b20\d\d\b/g)].map(([year]) => Number(year));
  const own =
    years.length >= cells ? years.slice(quarter * each, (quarter + 1) * each) : years.slice(0, each);
  const newest = own.indexOf(Math.max(...own));
  if (each === 1) return quarter;
  return own.length === each && newest === own.lastIndexOf(own[newest] ?? 0)
    ? quarter * each + newest
    : "unknown";
}

/** Returns the last run of periods before a row that stand side by side. */
function headsBefore({ text, periods }: Layout, at: number): Period[] {
  const before = itemsBetween(periods, Math.max(0, at - HEADS), at);
  let first = before.length - 1;
  while (first > 0 && BETWEEN_HEADS.test(text.slice(before[first - 1]?.end, before[first]?.at))) first--;
  return before.slice(Math.max(0, first));
}

/** Counts the figures that follow each other with nothing between them. */
function cellsOf({ text }: Layout, row: readonly Amount[]): number {
  const end = row.findIndex(
    (amount, i) => i > 0 && !BETWEEN_CELLS.test(text.slice(row[i - 1]?.end, amount.at)),
  );
  return end < 0 ? row.length : end;
}
