import { describe, expect, it } from "vitest";
import { checkCalibration, fitPlattScaling, type SettledForecast } from "#model/recalibration.ts";
import { logit, sigmoid } from "#model/statistics.ts";
import { driftOverMonths } from "../../../scripts/model/drift.ts";
import type { EarningsEvent } from "../../../scripts/model/events.ts";
import { randomFrom } from "../../../scripts/model/random.ts";

/**
 * Makes forecasts between 30% and 90% whose outcomes follow the probabilities that `truth` makes of their log-odds.
 */
function forecastsWith(n: number, truth: (logOdds: number) => number): SettledForecast[] {
  const random = randomFrom(7);
  return Array.from({ length: n }, () => {
    const beatProbability = 0.3 + 0.6 * random();
    return { beatProbability, isBeat: random() < sigmoid(truth(logit(beatProbability))) };
  });
}

describe("calibration in the large and slope", () => {
  it("find a slope of one and no difference where forecasts are right", () => {
    const check = checkCalibration(forecastsWith(20_000, (x) => x));
    expect(Math.abs(check.beatShare - check.meanProbability)).toBeLessThan(3 * check.shareError);
    expect(Math.abs((check.slope ?? 0) - 1)).toBeLessThan(3 * (check.slopeError ?? 0));
    expect(check.shareError).toBeCloseTo(0.0033, 3);
  });

  it("give the slope that the outcomes were made with, within its standard error", () => {
    const check = checkCalibration(forecastsWith(20_000, (x) => 0.2 + 0.5 * x));
    expect(Math.abs((check.slope ?? 0) - 0.5)).toBeLessThan(3 * (check.slopeError ?? 0));
    expect(check.slopeError).toBeLessThan(0.03);
  });

  it("agree with the regression on a table that can be worked out by hand", () => {
    // One of four beats at log-odds 0 and three of four at log-odds 1, so the intercept is ln(1/3) and the slope 2
    // ln 3.
    const { slope, intercept, slopeError } = fitPlattScaling(
      Float64Array.of(0, 0, 0, 0, 1, 1, 1, 1),
      Uint8Array.of(1, 0, 0, 0, 1, 1, 1, 0),
    );
    expect(intercept).toBeCloseTo(-Math.log(3), 6);
    expect(slope).toBeCloseTo(2 * Math.log(3), 6);
    // The variance of a difference of two log-odds is the sum of the inverse counts.
    expect(slopeError).toBeCloseTo(Math.sqrt(1 / 1 + 1 / 3 + 1 / 3 + 1 / 1), 6);
  });

  it("give no slope with few outcomes of one kind", () => {
    const check = checkCalibration(Array(500).fill({ beatProbability: 0.9, isBeat: true }));
    expect(check).toMatchObject({ n: 500, beatShare: 1, slope: null, slopeError: null });
  });
});

describe("the drift of months", () => {
  const day = (month: number) =>
    `${2010 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}-15`;
  const months = (slopes: readonly number[]) =>
    slopes.flatMap((slope, month) =>
      forecastsWith(4000, (x) => slope * x).map((forecast) => ({
        ...forecast,
        event: { reportDate: day(month) } as EarningsEvent,
      })),
    );

  it("is what months differ by beyond chance", () => {
    const { months: n, slope, slopeRange } = driftOverMonths(months([0.7, 1.3, 0.7, 1.3, 0.7, 1.3]));
    expect(n).toBe(6);
    expect(slope).toBeGreaterThan(0.25);
    expect(slope).toBeLessThan(0.35);
    expect(slopeRange).toBeCloseTo(1.96 * slope, 3);
    expect(driftOverMonths(months([1, 1, 1])).slope).toBeLessThan(0.1);
    const shifted = [0.4, -0.4, 0.4, -0.4].flatMap((shift, month) =>
      forecastsWith(4000, (x) => x + shift).map((forecast) => ({
        ...forecast,
        event: { reportDate: day(month) } as EarningsEvent,
      })),
    );
    // Near 60%, 0.4 of log-odds are 0.09 of a share.
    expect(driftOverMonths(shifted).share).toBeCloseTo(0.085, 2);
    expect(driftOverMonths(shifted).shareRange).toBeCloseTo(1.96 * driftOverMonths(shifted).share, 3);
    expect(driftOverMonths(months([1, 1, 1])).share).toBeLessThan(0.01);
  });
});
