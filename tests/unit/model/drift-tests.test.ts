import { describe, expect, it } from "vitest";
import {
  calibrationDriftOf,
  FAMILYWISE_ERROR_RATE,
  MIN_FORECASTS,
  recalibrationProposal,
  type SettledForecast,
} from "#model/recalibration.ts";
import { logit, normalUpperTail, sigmoid } from "#model/statistics.ts";
import { randomFrom } from "../../../scripts/model/random.ts";

/**
 * Makes forecasts between 40% and 95% whose outcomes follow the probabilities that `truth` makes of their log-odds.
 */
function settled(n: number, seed: number, truth: (logOdds: number) => number = (x) => x): SettledForecast[] {
  const random = randomFrom(seed);
  return Array.from({ length: n }, () => {
    const beatProbability = 0.4 + 0.55 * random();
    return { beatProbability, isBeat: random() < sigmoid(truth(logit(beatProbability))) };
  });
}

/** Makes a season of eleven sectors, and of all of them together. */
function season(seed: number, truth?: (logOdds: number) => number) {
  const sectors = Array.from({ length: 11 }, (_, i) => ({
    key: `sector ${i}`,
    forecasts: settled(150 + 20 * i, 100 * seed + i, truth),
  }));
  return [{ key: "", forecasts: sectors.flatMap(({ forecasts }) => forecasts) }, ...sectors];
}

/** Makes `n` forecasts of 70%, of which this share beat. */
const exactly = (n: number, share: number) =>
  Array.from({ length: n }, (_, i) => ({ beatProbability: 0.7, isBeat: i < share * n }));

describe("the weekly tests of calibration", () => {
  it("have the chance of a normal deviate", () => {
    expect(normalUpperTail(0)).toBeCloseTo(0.5, 8);
    expect(normalUpperTail(1.959964)).toBeCloseTo(0.025, 6);
    expect(normalUpperTail(4)).toBeCloseTo(3.167e-5, 7);
    expect(normalUpperTail(-1)).toBeCloseTo(0.841345, 6);
  });

  it("find a level that is off, with the chance of it corrected for all tests", () => {
    const { findings, checks } = calibrationDriftOf([{ key: "", forecasts: exactly(1000, 0.6) }]);
    // (0.1 - 0.03) / sqrt(0.21 / 1000) is 4.83. Forecasts that are all alike have no slope, so this is the only
    // test.
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ key: "", kind: "level", n: 1000, beatShare: 0.6 });
    expect(findings[0]?.pValue).toBeCloseTo(2 * normalUpperTail(0.07 / Math.sqrt(0.21 / 1000)), 12);
    expect(checks).toHaveLength(1);
    const [level] = calibrationDriftOf([
      { key: "", forecasts: exactly(1000, 0.6) },
      { key: "Energy", forecasts: exactly(1000, 0.7) },
    ]).findings;
    expect(level?.pValue).toBeCloseTo(4 * normalUpperTail(0.07 / Math.sqrt(0.21 / 1000)), 12);
  });

  it("find forecasts that are too sure, and a sector that alone is off", () => {
    const tooSure = calibrationDriftOf([
      { key: "", forecasts: settled(6000, 3, (x) => 0.45 * x + 0.5) },
    ]).findings;
    expect(tooSure.map(({ kind }) => kind)).toContain("slope");
    const groups = season(1).map(({ key, forecasts }) =>
      key === "sector 4" ? { key, forecasts: exactly(300, 0.45) } : { key, forecasts },
    );
    expect(calibrationDriftOf(groups).findings.map(({ key, kind }) => `${key} ${kind}`)).toEqual([
      "sector 4 level",
    ]);
  });

  it("say nothing of too few, of none, and of what is tolerated", () => {
    expect(MIN_FORECASTS).toBe(100);
    expect(calibrationDriftOf([{ key: "", forecasts: exactly(99, 0) }]).findings).toEqual([]);
    expect(calibrationDriftOf([{ key: "", forecasts: exactly(99, 0) }]).checks[0]).toMatchObject({
      isTested: false,
    });
    expect(calibrationDriftOf([{ key: "", forecasts: exactly(100, 0) }]).findings).toHaveLength(1);
    expect(calibrationDriftOf([{ key: "", forecasts: [] }])).toEqual({ checks: [], findings: [] });
    expect(calibrationDriftOf([{ key: "", forecasts: exactly(100_000, 0.675) }]).findings).toEqual([]);
  });

  it("raise no alarm in 300 calibrated seasons, and one in each that drifted", () => {
    expect(FAMILYWISE_ERROR_RATE).toBe(0.002);
    const seeds = Array.from({ length: 300 }, (_, i) => i + 1);
    const alarms = seeds.filter((seed) => calibrationDriftOf(season(seed)).findings.length > 0);
    expect(alarms).toEqual([]);
    const drifted = seeds.slice(0, 50);
    const raised = drifted.filter(
      (seed) => calibrationDriftOf(season(seed, (x) => x - 0.6)).findings.length > 0,
    );
    expect(raised).toHaveLength(50);
  });
});

describe("a proposed recalibration", () => {
  it("has the change that undoes the drift, and what it gave on the newest third", () => {
    const proposal = recalibrationProposal(settled(6000, 11, (x) => 0.7 * x - 0.4));
    expect(proposal?.slope).toBeCloseTo(0.7, 1);
    expect(proposal?.intercept).toBeCloseTo(-0.4, 1);
    expect(proposal?.n).toBe(6000);
    expect(proposal?.tested.n).toBe(2000);
    const { logLoss, brier, gain, gainError } = proposal?.tested ?? expect.fail();
    expect(logLoss.before - logLoss.after).toBeCloseTo(gain, 12);
    expect(brier.after).toBeLessThan(brier.before);
    expect(gain).toBeGreaterThan(1.645 * gainError);
  });

  it("is not made of calibrated forecasts, of too few, or of a drift that has passed", () => {
    expect(recalibrationProposal(settled(6000, 12))).toBeNull();
    expect(recalibrationProposal(settled(299, 13, (x) => x - 1.5))).toBeNull();
    expect(recalibrationProposal(settled(300, 13, (x) => x - 1.5))).not.toBeNull();
    const passed = [...settled(3000, 14, (x) => x - 1), ...settled(1500, 15)];
    expect(recalibrationProposal(passed)).toBeNull();
  });
});
