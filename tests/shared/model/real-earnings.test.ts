import { existsSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { featureTiers } from "#contract/rules.ts";
import { type FeatureTier, shippedWeights } from "#model/weights.ts";
import { evaluate } from "../../../scripts/model/evaluate.ts";

const folder = "../shared/earnings";
const weights = shippedWeights();
const whole = { from: "2019-01-01", to: "2023-12-31", weights };
const sp500 = `${folder}/sp500-yahoo-1999-2025.csv`;
const everyFile = [
  "analysts-2015-2023",
  "reactions-2016-2023",
  "russell3000-seasons-2021-2024",
  "sp500-yahoo-1999-2025",
  "sp900-2022-2024",
  "us-eps-1993-2020",
  "us-eps-2012-2018",
  "us-eps-2021-2023",
];

/**
 * The shipped weights saw these files, so these figures are no test of skill (the model card's walk-forward tables
 * are) and say nothing about calibration. They detect a feature that means something else in the Worker than it did
 * in the fit.
 */
describe.skipIf(!existsSync(folder))("the shipped model on the real earnings it was fitted on", () => {
  it("reads a whole file in seconds and finds what the fit found", { timeout: 40_000 }, () => {
    const started = performance.now();
    const result = evaluate(`${folder}/us-eps-1993-2020.csv`, whole);
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(result.n).toBe(6101);
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
    const live = evaluate(sp500, { ...whole, historyDepth: 4 });
    expect(live.tiers.four_quarters_with_context).toBe(live.n);
    expect(live.auc).toBeGreaterThan(0.7);
    expect(live.auc - live.baselines.trailing8.auc).toBeGreaterThan(0.03);
  });

  it("measures each feature tier, the richer the better", { timeout: 90_000 }, () => {
    const aucOf = (featureTier: FeatureTier) => evaluate(sp500, { ...whole, featureTier }).auc;
    expect(aucOf("full")).toBeGreaterThan(aucOf("forty_quarters"));
    expect(aucOf("forty_quarters")).toBeGreaterThan(aucOf("four_quarters"));
    expect(aucOf("four_quarters_with_context")).toBeGreaterThan(aucOf("four_quarters"));
  });

  it.each([2019, 2020, 2021, 2022, 2023])(
    "in %i the reference class alone has a lower Brier score than the constant",
    { timeout: 40_000 },
    (year) => {
      const { baselines } = evaluate(sp500, { from: `${year}-01-01`, to: `${year}-12-31`, weights });
      expect(baselines.class.brier).toBeLessThan(baselines.constant.brier);
    },
  );

  it.each(everyFile)("reads %s with all its columns", { timeout: 60_000 }, (file) => {
    const { n, badRows } = evaluate(`${folder}/${file}.csv`, {
      from: "2018-10-01",
      to: "2023-12-31",
      weights,
    });
    expect(n).toBeGreaterThan(500);
    expect(badRows.length).toBeLessThan(n / 100);
  });

  it.each(featureTiers)(
    "reads all eight files as one history in the feature tier %s",
    { timeout: 120_000 },
    (featureTier) => {
      const files = everyFile.map((file) => `${folder}/${file}.csv`);
      const season = { from: "2022-10-01", to: "2022-12-31", weights, featureTier };
      const ofClass = evaluate(files, { ...season, baseRate: "class" });
      expect(ofClass.n).toBe(2578);
      // A company with at most four quarters is served like one that shows no more, whatever the feature tier.
      const short =
        featureTier === "forty_quarters"
          ? "four_quarters"
          : featureTier === "full"
            ? "four_quarters_with_context"
            : featureTier;
      expect(ofClass.tiers[featureTier] + (short === featureTier ? 0 : ofClass.tiers[short])).toBe(2578);
      expect(ofClass.brierBaseRate).toBe(ofClass.baselines.class.brier);
      expect(Math.abs(ofClass.intervalCoverage - 0.8)).toBeLessThan(0.04);
      expect(ofClass.pinballGain).toBeGreaterThan(0);
    },
  );

  it.each([2019, 2020, 2021, 2022])(
    "in %i the 80%% interval holds 78 to 82%% of the S&P 500's outcomes, its width following the newest reports",
    { timeout: 40_000 },
    (year) => {
      const { intervalCoverage } = evaluate(sp500, { from: `${year}-01-01`, to: `${year}-12-31`, weights });
      expect(intervalCoverage).toBeGreaterThan(0.78);
      expect(intervalCoverage).toBeLessThan(0.82);
    },
  );

  it("keeps its weights small", () => {
    expect(statSync("worker/model/weights.json").size).toBeLessThanOrEqual(500_000);
  });
});
