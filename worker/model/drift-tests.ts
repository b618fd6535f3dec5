import { type CalibrationCheck, checkCalibration, type SettledForecast } from "./recalibration.ts";
import { normalTail } from "./statistics.ts";

/** Forecasts of a group; the same forecast may be in several. */
type DriftGroup = { key: string; forecasts: readonly SettledForecast[] };

/** How far a group's forecasts are off: their share of beats, or how far apart they are. */
type DriftFinding = {
  key: string;
  kind: "level" | "slope";
  n: number;
  beatShare: number;
  meanProbability: number;
  slope: number | null;
  /** Chance of so great a difference, or a greater one, if the true one were just tolerable; corrected for many tests. */
  pValue: number;
};

/** A group's figures; it is tested from MIN_FORECASTS on. */
type DriftCheck = CalibrationCheck & { key: string; isTested: boolean };

/** With fewer settled forecasts a group is not tested. */
export const MIN_FORECASTS = 100;
/** Chance that a week of forecasts just within what is tolerated raises any alarm. */
export const FAMILY_ERROR = 0.002;
/** A difference of shares up to this is tolerated. */
const LEVEL_TOLERANCE = 0.03;
/** A slope so far from 1 is tolerated. */
const SLOPE_TOLERANCE = 0.15;

type Test = Omit<DriftFinding, "pValue"> & { p: number };

/**
 * Tests each group's calibration in the large and slope for differences beyond the tolerances. Of all tests together at most
 * FAMILY_ERROR raise a false alarm (Holm 1979), however the groups overlap.
 */
export function driftOf(groups: readonly DriftGroup[]): { checks: DriftCheck[]; findings: DriftFinding[] } {
  const checks = groups.flatMap(({ key, forecasts }): DriftCheck[] =>
    forecasts.length === 0
      ? []
      : [{ key, isTested: forecasts.length >= MIN_FORECASTS, ...checkCalibration(forecasts) }],
  );
  const tests = checks.filter(({ isTested }) => isTested).flatMap(testsOf);
  const findings: DriftFinding[] = [];
  let adjusted = 0;
  const byP = tests.toSorted((a, b) => a.p - b.p);
  for (const [rank, { p, ...test }] of byP.entries()) {
    adjusted = Math.max(adjusted, Math.min(1, (byP.length - rank) * p));
    if (adjusted > FAMILY_ERROR) break;
    findings.push({ ...test, pValue: adjusted });
  }
  return { checks, findings };
}

function testsOf(check: DriftCheck): Test[] {
  const { key, n, beatShare, meanProbability, shareError, slope, slopeError } = check;
  const figures = { key, n, beatShare, meanProbability, slope };
  const level = beyond(beatShare - meanProbability, LEVEL_TOLERANCE, shareError);
  const tests: Test[] = [{ ...figures, kind: "level", p: level }];
  if (slope !== null && slopeError !== null)
    tests.push({ ...figures, kind: "slope", p: beyond(slope - 1, SLOPE_TOLERANCE, slopeError) });
  return tests;
}

/** Chance of an estimate so far off, or farther, if the true difference is just tolerable; both directions together. */
function beyond(difference: number, tolerance: number, error: number): number {
  return Math.min(1, 2 * normalTail((Math.abs(difference) - tolerance) / error));
}
