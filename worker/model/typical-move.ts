import type { TypicalMove } from "#contract/past-reactions.ts";
import { INTERVAL_COVERAGE } from "./interval-width.ts";
import type { ClassTraits } from "./reference-class.ts";
import { mean, round, shrunkShare } from "./statistics.ts";

/** Of each class of companies, this many of the newest settled reports count. */
const CLASS_REPORTS = 500;
/** Older reports do not count. */
export const MOVE_DAYS = 730;
/** With fewer settled reports in the store, the counts of the fitting data stand in for them. */
export const MIN_MOVE_REPORTS = 200;
/** The wider class counts as this many reports of the narrower one. */
const CLASS_SHRINKAGE = 100;
/** The company's own newest moves that count, and the number of them that its class counts as. */
export const OWN_MOVES = 8;
const OWN_SHRINKAGE = 8;
/** In percent of the share price. A larger move is a split or an error. */
export const GREATEST_MOVE = 80;
type MoveTraits = Pick<ClassTraits, "size" | "sector">;

/** The price change on a report, in percent, with an ISO day. */
export type DatedMove = { day: string; percent: number };
/** The price change on a settled report. `day` is that of the close after it. */
export type SettledMove = DatedMove & MoveTraits & { symbol: string };

/** Reports of a class, the sum of the sizes of their moves in percent, and the days of the first and the last. */
type ClassMoves = { n: number; sum: number; from: string; to: string };
const NO_MOVES: ClassMoves = { n: 0, sum: 0, from: "", to: "" };

/** What settled reports say about the size of moves. */
export type MoveCounts = {
  /** True for the counts of the fitting data, which stand in for settled reports while too few are stored. */
  isOfFit: boolean;
  /** The newest reports of each class, such as "large Technology". */
  classes: Record<string, ClassMoves>;
  /**
   * The mean size of the newest moves over that which the rule gives for them, and the factor on the latter with
   * which 80% of them would have been within the band.
   */
  meanFactor: number;
  coverFactor: number;
};

/** What is stored about the moves of a company's shares on reports. */
export type StoredMoves = {
  /** The counts over all companies, or null while too few reports are settled. */
  counts: MoveCounts | null;
  /** The company's own moves by the day of the report, newest first. */
  own: readonly DatedMove[];
};

export const NO_STORED_MOVES: StoredMoves = { counts: null, own: [] };

/**
 * Counts settled moves, which are newest first and of the last `MOVE_DAYS` days. Returns null when they are too few.
 * The two factors come from the newest reports of all companies, so that the band follows the season.
 */
export function moveCountsFrom(moves: readonly SettledMove[]): MoveCounts | null {
  if (moves.length < MIN_MOVE_REPORTS) return null;
  const classes: MoveCounts["classes"] = {};
  const ofSymbol = new Map<string, number[]>();
  for (const move of moves) {
    const size = Math.abs(move.percent);
    for (const name of new Set([...widestFirst(move), ...widestFirst({ ...move, size: null })].map(nameOf))) {
      const { n, sum, to } = classes[name] ?? { ...NO_MOVES, to: move.day };
      if (n < CLASS_REPORTS) classes[name] = { n: n + 1, sum: sum + size, from: move.day, to };
    }
    const own = ofSymbol.get(move.symbol) ?? [];
    own.push(move.percent);
    ofSymbol.set(move.symbol, own);
  }
  for (const one of Object.values(classes)) one.sum = round(one.sum, 4);
  const seen = new Map<string, number>();
  const sizes = moves.slice(0, CLASS_REPORTS).map((move) => {
    const newer = (seen.get(move.symbol) ?? 0) + 1;
    seen.set(move.symbol, newer);
    const before = ofSymbol.get(move.symbol)?.slice(newer) ?? [];
    return { size: Math.abs(move.percent), expected: expectedSize(classMean(classes, move), before) };
  });
  const expected = mean(sizes.map((one) => one.expected));
  if (!(expected > 0)) return null;
  const ratios = sizes.map(({ size, expected: of }) => size / of).sort((a, b) => a - b);
  const at = Math.min(ratios.length, Math.ceil(INTERVAL_COVERAGE * (ratios.length + 1))) - 1;
  return {
    isOfFit: false,
    classes,
    meanFactor: round(mean(sizes.map(({ size }) => size)) / expected, 4),
    coverFactor: round(ratios[at] as number, 4),
  };
}

/** Returns the typical move of a company on a report. `ownMoves` are its past moves in percent, newest first. */
export function typicalMoveOf(
  traits: MoveTraits,
  ownMoves: readonly number[],
  counts: MoveCounts,
): TypicalMove {
  const own = ownMoves.filter((percent) => Math.abs(percent) <= GREATEST_MOVE).slice(0, OWN_MOVES);
  const expected = expectedSize(classMean(counts.classes, traits), own);
  const counted = widestFirst(traits).findLast((one) => counts.classes[nameOf(one)]) ?? EVERYONE;
  const { n, from, to } = counts.classes[nameOf(counted)] ?? NO_MOVES;
  return {
    ...counted,
    percent: round(expected * counts.meanFactor, 2),
    bandPercent: round(expected * counts.coverFactor, 2),
    own: own.length,
    reports: n,
    from,
    to,
    isOfFit: counts.isOfFit,
  };
}

/** Returns the mean size of the own moves, newest first, in percent, shrunk toward that of the class. */
function expectedSize(ofClass: number, own: readonly number[]): number {
  const counted = own.slice(0, OWN_MOVES);
  const sum = counted.reduce((total, percent) => total + Math.abs(percent), 0);
  return shrunkShare(sum, counted.length, ofClass, OWN_SHRINKAGE);
}

/** Returns the mean size of a class's moves in percent. Each class is shrunk toward the next wider one. */
function classMean(classes: MoveCounts["classes"], traits: MoveTraits): number {
  return widestFirst(traits).reduce((wider, one) => {
    const { n, sum } = classes[nameOf(one)] ?? NO_MOVES;
    return shrunkShare(sum, n, wider, one === EVERYONE ? 0 : CLASS_SHRINKAGE);
  }, 0);
}

const EVERYONE: MoveTraits = { size: null, sector: null };

function widestFirst({ size, sector }: MoveTraits): MoveTraits[] {
  return [EVERYONE, ...(size ? [{ size, sector: null }] : []), ...(sector ? [{ size, sector }] : [])];
}

function nameOf({ size, sector }: MoveTraits): string {
  return sector === null ? (size ?? "all") : `${size ?? "any"} ${sector}`;
}
