import { calibrate } from "./calibrate.ts";
import type { EarningsEvent } from "./events.ts";
import { type Examples, examplesOf } from "./examples.ts";
import { auc } from "./metrics.ts";
import { type FitSettings, fitUntil, logOddsOf, selected, type TrainingSet } from "./train.ts";

export type Contender = "logistic" | "trees" | "blend";
export const contenders: readonly Contender[] = ["logistic", "trees", "blend"];

/** Where the rows of one tested year lie: from, inclusive, to, exclusive. */
export type TestedYear = { year: number; from: number; to: number };

export type WalkForward = {
  years: TestedYear[];
  /** Share of the trees in the blend's log-odds, the best of a few by log-loss in the newest years; the rest is the logistic model's. */
  treeShare: number;
  /** The forecasts of all tested years, in order of time, before calibration. */
  examples: Examples;
  logOdds: Record<Contender, Float64Array>;
};

const TREE_SHARES = [0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
/** Newest tested years that the blend is chosen on: with more to learn from, the trees gain on the logistic model. */
const BLEND_YEARS = 4;

/** Trains on everything before each year and tests on that year of the first file, year after year. */
export function walkForward(
  set: TrainingSet,
  events: readonly EarningsEvent[],
  [firstYear, lastYear]: readonly [number, number],
  settings: FitSettings,
  report: (line: string) => void,
): WalkForward {
  const examples = examplesOf(
    events,
    ({ reportDate }) => reportDate >= `${firstYear}` && reportDate < `${lastYear + 1}`,
  );
  const logistic = new Float64Array(examples.n);
  const trees = new Float64Array(examples.n);
  const years = yearsOf(examples);
  for (const { year, from, to } of years) {
    const part = selected(examples, rowNumbers(from, to));
    const scores = logOddsOf(fitUntil(set, `${year}-01-01`, settings), part);
    logistic.set(scores.logistic, from);
    trees.set(scores.trees, from);
    report(`${year}: n ${part.n}, trees AUC ${auc(scores.trees, part.labels).toFixed(4)}`);
  }
  const blendOf = (share: number) =>
    trees.map((value, i) => share * value + (1 - share) * (logistic[i] ?? 0));
  const recent = years.at(-BLEND_YEARS)?.from ?? 0;
  const recentLabels = examples.labels.subarray(recent);
  const lossOf = (share: number) => calibrate(blendOf(share).subarray(recent), recentLabels).loss;
  const treeShare = TREE_SHARES.reduce((a, b) => (lossOf(b) < lossOf(a) ? b : a));
  const logOdds = { logistic, trees, blend: blendOf(treeShare) };
  return { years, treeShare, examples, logOdds };
}

function yearsOf({ events }: Examples): TestedYear[] {
  const parts: TestedYear[] = [];
  events.forEach(({ reportDate }, i) => {
    const year = Number(reportDate.slice(0, 4));
    const last = parts.at(-1);
    if (last?.year === year) last.to = i + 1;
    else parts.push({ year, from: i, to: i + 1 });
  });
  return parts;
}

function rowNumbers(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
