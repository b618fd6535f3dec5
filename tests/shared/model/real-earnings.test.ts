import { existsSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { shippedWeights } from "#analysis/model/weights.ts";
import { evaluate } from "../../../scripts/model/evaluate.ts";

const folder = "../shared/earnings";
const weights = shippedWeights();
const whole = { from: "0000-01-01", to: "9999-12-31", historyDepth: Number.POSITIVE_INFINITY, weights };

/**
 * The shipped weights saw these files, so that these figures are no test of skill (the model card's walk-forward table
 * is), and say nothing of calibration; they catch a feature that means something else in the Worker than it did in the fit.
 */
describe.skipIf(!existsSync(folder))("the shipped model on the real earnings it was fitted on", () => {
  it("reads a whole file in seconds and finds what the fit found", { timeout: 40_000 }, () => {
    const started = performance.now();
    const result = evaluate(`${folder}/us-eps-1993-2020.csv`, { ...whole, from: "2019-01-01" });
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(result.n).toBe(6138);
    expect(result.badRows).toEqual([]);
    expect(result.auc).toBeGreaterThan(0.72);
    expect(result.brier).toBeLessThan(0.1935);
    expect(result.auc - result.baselines.trailing8.auc).toBeGreaterThan(0.03);
    const rates = (["low", "medium", "high", "very_high"] as const).map(
      (level) => result.byConfidence[level].hitRate ?? 0,
    );
    expect(rates).toEqual([...rates].sort((a, b) => a - b));
    expect((rates[3] ?? 0) - (rates[0] ?? 0)).toBeGreaterThan(0.1);
  });

  it("still ranks with the four quarters of a live source", { timeout: 40_000 }, () => {
    const file = `${folder}/us-eps-1993-2020.csv`;
    const live = evaluate(file, { ...whole, from: "2019-01-01", historyDepth: 4 });
    expect(live.auc).toBeGreaterThan(0.705);
    expect(live.auc - live.baselines.trailing8.auc).toBeGreaterThan(0.03);
  });

  it("keeps its weights small", () => {
    expect(statSync("worker/analysis/model/weights.json").size).toBeLessThanOrEqual(300_000);
  });
});
