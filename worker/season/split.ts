import { median, round } from "#model/statistics.ts";
import type { Sighting, StoredReport } from "./report.ts";

/** Of splits and reverse splits of the last decades. */
const factors = [1.5, 2, 3, 4, 5, 6, 7, 8, 10, 15, 20, 25, 30, 40, 50];
const scales = [1, ...factors.map((shares) => 1 / shares), ...factors];
/** Smaller ones, quoted in cents, fit several scales. */
const MIN_VOTING_EPS = 0.1;
const CENT = 0.01;
const TOLERANCE = 0.02;
/** Each side of a seam. */
export const SEAM_QUARTERS = 4;
/** A usual EPS seldom moves more in a year; the commonest split by 2. */
const MAX_SEAM_STEP = 1.75;

export type Overlap = { known: StoredReport; seen: Sighting };

/** 1 where they agree, a split's share where most moved by it, null where no scale fits. */
export function scaleOf(overlaps: readonly Overlap[]): number | null {
  const votes = new Map<number, number>();
  for (const overlap of overlaps) {
    const scale = scales.find((candidate) => fits(overlap, candidate));
    if (scale !== undefined) votes.set(scale, (votes.get(scale) ?? 0) + 1);
  }
  const [first, second] = [...votes].sort((a, b) => b[1] - a[1]);
  if (!first || (second && second[1] === first[1])) return null;
  return first[0];
}

/** To the cent in which they are quoted. */
function fits({ known, seen }: Overlap, scale: number): boolean {
  const pairs = [
    [known.reportedEps, seen.reportedEps],
    [known.consensusEps, seen.consensusEps],
  ] as const;
  const figures = pairs.flatMap(([before, now]) =>
    before === null || now === null ? [] : [{ before, now }],
  );
  const [reported] = figures;
  if (known.reportedEps === null || seen.reportedEps === null || !reported) return false;
  if (Math.min(Math.abs(reported.before), Math.abs(reported.now)) < MIN_VOTING_EPS) return false;
  return figures.every(({ before, now }) => {
    const scaled = before * scale;
    return Math.abs(now - scaled) <= CENT + TOLERANCE * Math.abs(scaled);
  });
}

export function rescaled(eps: number | null, scale: number): number | null {
  return eps === null ? null : round(eps * scale, 4);
}

/** No report is given on both sides. Newest first. */
export function isSeamSmooth(newer: readonly number[], older: readonly number[]): boolean {
  const usual = (figures: readonly number[]) => median(figures.map(Math.abs));
  const [above, below] = [usual(newer.slice(-SEAM_QUARTERS)), usual(older.slice(0, SEAM_QUARTERS))];
  if (Math.max(above, below) < MIN_VOTING_EPS) return true;
  return above <= MAX_SEAM_STEP * below && below <= MAX_SEAM_STEP * above;
}
