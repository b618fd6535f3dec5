import { describe, expect, it } from "vitest";
import { sigmoid } from "#analysis/model/statistics.ts";
import { checkedWeights } from "#analysis/model/weights.ts";
import type { EarningsEvent } from "../../../scripts/model/events.ts";
import { examplesOf } from "../../../scripts/model/examples.ts";
import { fitModel } from "../../../scripts/model/fit-model.ts";
import { auc } from "../../../scripts/model/metrics.ts";
import { fitUntil, logOddsOf, trainingSet } from "../../../scripts/model/train.ts";
import { aMarket, quickFit, withShuffledOutcomes } from "./market-of-companies.ts";

const SPLIT = "2012-01-01";

/** AUC of both models on the years after those they were fitted on. */
function aucAfterFit(events: EarningsEvent[]): { logistic: number; trees: number } {
  const fitted = fitUntil(trainingSet([events]), SPLIT, quickFit);
  const later = examplesOf(events, (event) => event.reportDate >= SPLIT);
  const scores = logOddsOf(fitted, later);
  return {
    logistic: auc(scores.logistic.map(sigmoid), later.labels),
    trees: auc(scores.trees.map(sigmoid), later.labels),
  };
}

describe("fitting", () => {
  it("learns which companies beat", () => {
    const { logistic, trees } = aucAfterFit(aMarket({ companies: 60 }));
    expect(logistic).toBeGreaterThan(0.62);
    expect(trees).toBeGreaterThan(0.62);
  });

  it("learns nothing from outcomes dealt out at random", () => {
    const market = aMarket({ companies: 250 });
    const { logistic, trees } = aucAfterFit(withShuffledOutcomes(market, 11));
    expect(Math.abs(logistic - 0.5)).toBeLessThan(0.02);
    expect(Math.abs(trees - 0.5)).toBeLessThan(0.02);
  });

  it("gives the same weights and card to the byte, which the Worker takes", () => {
    const market = aMarket({ companies: 20 });
    const [once, again] = [0, 1].map(() => fitModel([market], () => undefined, quickFit));
    expect(JSON.stringify(again)).toBe(JSON.stringify(once));
    const weights = checkedWeights(JSON.parse(JSON.stringify(once?.weights)));
    expect(JSON.stringify(weights)).toBe(JSON.stringify(once?.weights));
    expect(weights.fittedUntil).toBe(market.at(-1)?.reportDate);
  });

  it("tells the walk-forward years one after the other, each with its own reports only", () => {
    const market = aMarket({ companies: 12 });
    const lines: string[] = [];
    fitModel([market], (line) => lines.push(line), quickFit);
    const lastYear = Number(market.at(-1)?.reportDate.slice(0, 4));
    const expected = Array.from({ length: 8 }, (_, i) => {
      const year = lastYear - 7 + i;
      return `${year}: n ${market.filter((event) => event.reportDate.startsWith(`${year}`)).length}`;
    });
    expect(lines.map((line) => line.split(",")[0])).toEqual(expected);
  });
});
