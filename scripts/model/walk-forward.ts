import { sigmoid } from "#analysis/model/statistics.ts";
import type { EarningsEvent } from "./events.ts";
import { type Examples, examplesOf } from "./examples.ts";
import { auc, brier, logLoss } from "./metrics.ts";
import { BLEND_TREE_SHARE, fitUntil, logOddsOf, selected, type TrainingSet } from "./train.ts";

export type Contender = "logistic" | "trees" | "blend";
export const contenders: readonly Contender[] = ["logistic", "trees", "blend"];

export type YearResult = {
  year: number;
  n: number;
  beatRate: number;
} & Record<Contender, { auc: number; brier: number; logLoss: number }>;

export type WalkForward = {
  years: YearResult[];
  /** The forecasts of all tested years, in order of time, before calibration. */
  forecasts: { examples: Examples; logOdds: Record<Contender, Float64Array> };
};

/** Trains on everything before each year and tests on that year of the first file, year after year. */
export function walkForward(
  set: TrainingSet,
  events: readonly EarningsEvent[],
  firstYear: number,
  lastYear: number,
  report: (line: string) => void,
): WalkForward {
  const tested = examplesOf(events, (event) => event.reportDate >= `${firstYear}`);
  const years: YearResult[] = [];
  const logOdds = Object.fromEntries(contenders.map((name) => [name, new Float64Array(tested.n)])) as Record<
    Contender,
    Float64Array
  >;
  const last: number[] = [];
  for (let year = firstYear; year <= lastYear; year++) {
    const members = Array.from(tested.labels.keys()).filter((i) =>
      tested.events[i]?.reportDate.startsWith(`${year}`),
    );
    if (members.length === 0) continue;
    const examples = selected(tested, members);
    const scores = logOddsOf(fitUntil(set, `${year}-01-01`), examples);
    const blend = scores.trees.map(
      (value, i) => BLEND_TREE_SHARE * value + (1 - BLEND_TREE_SHARE) * (scores.logistic[i] ?? 0),
    );
    const byContender = { ...scores, blend };
    const labels = examples.labels;
    const figures = contenders.map((name) => {
      members.forEach((to, from) => {
        logOdds[name][to] = byContender[name][from] ?? 0;
      });
      const p = byContender[name].map(sigmoid);
      return [name, { auc: auc(p, labels), brier: brier(p, labels), logLoss: logLoss(p, labels) }];
    });
    const beatRate = labels.reduce((sum, label) => sum + label, 0) / examples.n;
    years.push({
      year,
      n: examples.n,
      beatRate,
      ...(Object.fromEntries(figures) as Pick<YearResult, Contender>),
    });
    last.push(...members);
    report(`${year}: n ${examples.n}, trees AUC ${years.at(-1)?.trees.auc.toFixed(4)}`);
  }
  const examples = selected(tested, last);
  const kept = Object.fromEntries(
    contenders.map((name) => [name, Float64Array.from(last, (i) => logOdds[name][i] ?? 0)]),
  ) as Record<Contender, Float64Array>;
  return { years, forecasts: { examples, logOdds: kept } };
}
