import { logit, mean, normalUpperTail, round, sigmoid, standardDeviation } from "./statistics.ts";
import type { Platt } from "./weights.ts";

const ITERATIONS = 30;
const LEAST_STEP = 1e-12;

type Recalibration = Platt & { slopeError: number };

/**
 * Fits Platt's scaling (Platt 1999; Cox 1958), a logistic regression of the outcome on the log-odds, by
 * Newton's method. `slopeError` is the standard error of the slope. The fit diverges when the log-odds
 * separate the outcomes completely.
 */
export function fitPlattScaling(
  logOdds: Float64Array,
  labels: Uint8Array,
  weights?: Float64Array,
): Recalibration {
  let slope = 1;
  let intercept = 0;
  let slopeError = Number.NaN;
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    let [g0, g1, h00, h01, h11] = [0, 0, 1e-9, 0, 1e-9];
    logOdds.forEach((x, i) => {
      const weight = weights?.[i] ?? 1;
      const p = sigmoid(intercept + slope * x);
      const residual = weight * ((labels[i] ?? 0) - p);
      const spread = weight * p * (1 - p);
      g0 += residual;
      g1 += residual * x;
      h00 += spread;
      h01 += spread * x;
      h11 += spread * x * x;
    });
    const determinant = h00 * h11 - h01 * h01;
    const [up, steeper] = [(h11 * g0 - h01 * g1) / determinant, (h00 * g1 - h01 * g0) / determinant];
    intercept += up;
    slope += steeper;
    slopeError = Math.sqrt(h00 / determinant);
    if (Math.abs(up) < LEAST_STEP && Math.abs(steeper) < LEAST_STEP) break;
  }
  return { slope, intercept, slopeError };
}

export type SettledForecast = { beatProbability: number; isBeat: boolean };

type CalibrationCheck = {
  n: number;
  beatShare: number;
  meanProbability: number;
  /** The standard error of `beatShare` if all probabilities are right. */
  shareError: number;
  /**
   * The slope of the outcomes on the forecasts' log-odds. Below 1, the forecasts are overconfident; null when
   * there is too little data.
   */
  slope: number | null;
  slopeError: number | null;
};

/** With fewer beats, or fewer reports without a beat, no slope is fitted. */
const MIN_OF_EITHER = 20;
/**
 * With a smaller standard deviation of the log-odds, the forecasts are nearly identical and no slope is
 * fitted.
 */
const LEAST_DEVIATION = 1e-6;

/**
 * Compares the share of beats with the mean forecast (calibration in the large) and fits the calibration
 * slope. Throws RangeError without forecasts.
 */
export function checkCalibration(forecasts: readonly SettledForecast[]): CalibrationCheck {
  const n = forecasts.length;
  if (n === 0) throw new RangeError("no forecast to check");
  const beats = forecasts.filter(({ isBeat }) => isBeat).length;
  const spread = mean(forecasts.map(({ beatProbability: p }) => p * (1 - p)));
  const logOdds = forecasts.map(({ beatProbability }) => logit(beatProbability));
  const isEnough =
    Math.min(beats, n - beats) >= MIN_OF_EITHER && standardDeviation(logOdds) > LEAST_DEVIATION;
  const fit = isEnough
    ? fitPlattScaling(
        Float64Array.from(logOdds),
        Uint8Array.from(forecasts, ({ isBeat }) => Number(isBeat)),
      )
    : null;
  const hasSlope = fit !== null && Number.isFinite(fit.slope) && Number.isFinite(fit.slopeError);
  return {
    n,
    beatShare: beats / n,
    meanProbability: mean(forecasts.map(({ beatProbability }) => beatProbability)),
    shareError: Math.sqrt(spread / n),
    slope: hasSlope ? fit.slope : null,
    slopeError: hasSlope ? fit.slopeError : null,
  };
}

/** Groups with fewer forecasts are not tested and raise no alarm. */
export const MIN_FORECASTS = 100;
/** Settled forecasts that are tested together. A forecast may be in several groups. */
type DriftGroup = { key: string; forecasts: readonly SettledForecast[] };

type DriftFinding = {
  key: string;
  kind: "level" | "slope";
  n: number;
  beatShare: number;
  meanProbability: number;
  slope: number | null;
  /**
   * The probability of a difference at least this large if the true one were just within the tolerance, with
   * Holm's correction for the number of tests.
   */
  pValue: number;
};

/** The calibration of one group. `isTested` is true from `MIN_FORECASTS` forecasts on. */
type DriftCheck = CalibrationCheck & { key: string; isTested: boolean };

/** The highest acceptable probability of any false alarm in one run of the tests, which happens weekly. */
export const FAMILYWISE_ERROR_RATE = 0.002;
const LEVEL_TOLERANCE = 0.03;
/** The tolerated difference between the calibration slope and 1. */
const SLOPE_TOLERANCE = 0.15;

type Test = Omit<DriftFinding, "pValue"> & { p: number };

/**
 * Tests each group for a share of beats or a calibration slope outside the tolerance, and returns all checks
 * and the significant findings. Holm's correction (1979) stays valid when groups overlap.
 */
export function calibrationDriftOf(groups: readonly DriftGroup[]): {
  checks: DriftCheck[];
  findings: DriftFinding[];
} {
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
    if (adjusted > FAMILYWISE_ERROR_RATE) break;
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

/**
 * Returns the two-sided p-value of a difference, if the true one is at most `tolerance`. `error` is the
 * standard error.
 */
function beyond(difference: number, tolerance: number, error: number): number {
  return Math.min(1, 2 * normalUpperTail((Math.abs(difference) - tolerance) / error));
}

/** The mean loss of the tested forecasts before and after the proposed recalibration. */
type BeforeAndAfter = { before: number; after: number };

/** A proposed recalibration. Only a person may apply it, and only to predictions locked later. */
type RecalibrationProposal = Platt & {
  n: number;
  /**
   * How the newest third of the forecasts would have scored with the slope and intercept fitted on the older
   * ones. `gain` is the mean decrease of the log-loss, and `gainError` its standard error.
   */
  tested: { n: number; logLoss: BeforeAndAfter; brier: BeforeAndAfter; gain: number; gainError: number };
};

const MIN_TO_PROPOSE = 300;
/** The fit uses this share of the forecasts, the oldest; the newest third tests it. */
const FITTED_SHARE = 2 / 3;
/** The gain must exceed this many standard errors: the normal quantile of a one-sided 95% test. */
const LEAST_ERRORS = 1.645;

/**
 * Proposes a slope and an intercept that would recalibrate a model version, from its settled forecasts,
 * oldest first. Returns null with fewer than 300 forecasts, or when the newest third shows no significant
 * gain.
 */
export function recalibrationProposal(forecasts: readonly SettledForecast[]): RecalibrationProposal | null {
  if (forecasts.length < MIN_TO_PROPOSE) return null;
  const fitted = Math.floor(FITTED_SHARE * forecasts.length);
  const earlier = plattOf(forecasts.slice(0, fitted));
  const newest = forecasts.slice(fitted);
  const pairs = newest.map(({ beatProbability: before, isBeat }) => {
    const after = sigmoid(earlier.intercept + earlier.slope * logit(before));
    return { before: lossesOf(before, isBeat), after: lossesOf(after, isBeat) };
  });
  const gains = pairs.map(({ before, after }) => before.log - after.log);
  const gain = mean(gains);
  const gainError = standardDeviation(gains) / Math.sqrt(gains.length);
  const isSound = [earlier.slope, earlier.intercept, gain].every(Number.isFinite) && earlier.slope > 0;
  if (!isSound || gain <= LEAST_ERRORS * gainError) return null;
  const scores = (name: "log" | "brier"): BeforeAndAfter => ({
    before: mean(pairs.map(({ before }) => before[name])),
    after: mean(pairs.map(({ after }) => after[name])),
  });
  return {
    ...plattOf(forecasts),
    n: forecasts.length,
    tested: { n: newest.length, logLoss: scores("log"), brier: scores("brier"), gain, gainError },
  };
}

function plattOf(forecasts: readonly SettledForecast[]): Platt {
  const { slope, intercept } = fitPlattScaling(
    Float64Array.from(forecasts, ({ beatProbability }) => logit(beatProbability)),
    Uint8Array.from(forecasts, ({ isBeat }) => Number(isBeat)),
  );
  return { slope: round(slope, 5), intercept: round(intercept, 5) };
}

function lossesOf(probability: number, isBeat: boolean): { log: number; brier: number } {
  return {
    log: -Math.log(Math.max(1e-12, isBeat ? probability : 1 - probability)),
    brier: (probability - Number(isBeat)) ** 2,
  };
}
