import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { confidenceOf } from "#analysis/model/confidence.ts";
import { featureNames } from "#analysis/model/features.ts";
import { beatLogOdds } from "#analysis/model/score.ts";
import { sigmoid } from "#analysis/model/statistics.ts";
import { checkedWeights, type ModelWeights } from "#analysis/model/weights.ts";
import type { Confidence } from "#contract/prediction.ts";
import { confidenceLevels } from "#contract/rules.ts";
import { runCommand, tellBadRows } from "./command.ts";
import { type BadRow, HistoryError, readEvents } from "./events.ts";
import { type Examples, examplesOf, FULL_DEPTH } from "./examples.ts";
import {
  accuracy,
  auc,
  type Bin,
  brier,
  calibrationError,
  deciles,
  largeSurpriseAccuracy,
  logLoss,
} from "./metrics.ts";

const levels = confidenceLevels.toReversed();

type Baseline = { auc: number; brier: number; logLoss: number; accuracy: number };

export type Evaluation = {
  modelVersion: string;
  n: number;
  beatRate: number;
  auc: number;
  brier: number;
  brierBaseRate: number;
  logLoss: number;
  ece: number;
  accuracy: number;
  accuracyLargeSurprise: number;
  deciles: Bin[];
  byConfidence: Record<Confidence, { n: number; hitRate: number | null; meanProbability: number | null }>;
  baselines: { baseRate: Baseline; trailing8: Baseline };
  badRows: BadRow[];
};

/** Scores the events of a file between two days, each from earlier rows of that file alone. Throws HistoryError. */
export function evaluate(
  file: string,
  {
    from,
    to,
    historyDepth,
    weights,
  }: { from: string; to: string; historyDepth: number; weights: ModelWeights },
): Evaluation {
  const { events, badRows } = readEvents(file);
  const examples = examplesOf(events, (event) => event.reportDate >= from && event.reportDate <= to, {
    ...FULL_DEPTH,
    quarters: historyDepth,
  });
  if (examples.n === 0) throw new HistoryError(`${file} has no event from ${from} to ${to}`);
  const { labels } = examples;
  const baseRates = column(examples, "marketBeatRate").map((rate) =>
    Number.isNaN(rate) ? weights.baseRate : rate,
  );
  const hasPast = column(examples, "reports").map((reports) => Number(reports > 0));
  const probabilities = Float64Array.from({ length: examples.n }, (_, i) =>
    hasPast[i] ? sigmoid(beatLogOdds(weights, rowOf(examples, i))) : (baseRates[i] ?? weights.baseRate),
  );
  const trailing = column(examples, "beatRate8").map((rate, i) =>
    Number.isNaN(rate) ? (baseRates[i] ?? 0) : rate,
  );
  const bins = deciles(probabilities, labels);
  return {
    modelVersion: weights.version,
    n: examples.n,
    beatRate: labels.reduce((sum, label) => sum + label, 0) / examples.n,
    auc: auc(probabilities, labels),
    brier: brier(probabilities, labels),
    brierBaseRate: brier(baseRates, labels),
    logLoss: logLoss(probabilities, labels),
    ece: calibrationError(bins),
    accuracy: accuracy(probabilities, labels),
    accuracyLargeSurprise: largeSurpriseAccuracy(examples.events, probabilities, labels),
    deciles: bins,
    byConfidence: byConfidence(examples, probabilities, weights),
    baselines: { baseRate: baseline(baseRates, labels), trailing8: baseline(trailing, labels) },
    badRows,
  };
}

function baseline(probabilities: Float64Array, labels: Uint8Array): Baseline {
  return {
    auc: auc(probabilities, labels),
    brier: brier(probabilities, labels),
    logLoss: logLoss(probabilities, labels),
    accuracy: accuracy(probabilities, labels),
  };
}

function byConfidence(
  examples: Examples,
  probabilities: Float64Array,
  weights: ModelWeights,
): Evaluation["byConfidence"] {
  const reports = column(examples, "reports").map((value) => Math.round(Math.expm1(value)));
  const level = Array.from(probabilities, (p, i) => confidenceOf(weights, p, reports[i] ?? 0));
  const entries = levels.map((name) => {
    const members = level.flatMap((own, i) => (own === name ? [i] : []));
    const n = members.length;
    const hits = members.filter((i) => (probabilities[i] ?? 0) >= 0.5 === Boolean(examples.labels[i])).length;
    const called = members.reduce(
      (sum, i) => sum + Math.max(probabilities[i] ?? 0, 1 - (probabilities[i] ?? 0)),
      0,
    );
    return [name, { n, hitRate: n ? hits / n : null, meanProbability: n ? called / n : null }];
  });
  return Object.fromEntries(entries) as Evaluation["byConfidence"];
}

function rowOf({ rows, width }: Examples, i: number): Float64Array {
  return rows.subarray(i * width, (i + 1) * width);
}

function column(examples: Examples, name: (typeof featureNames)[number]): Float64Array {
  const at = featureNames.indexOf(name);
  return Float64Array.from(
    { length: examples.n },
    (_, i) => examples.rows[i * examples.width + at] ?? Number.NaN,
  );
}

function main(): void {
  const { values } = parseArgs({
    options: {
      history: { type: "string" },
      from: { type: "string", default: "0000-01-01" },
      to: { type: "string", default: "9999-12-31" },
      "history-depth": { type: "string" },
      weights: { type: "string", default: "worker/analysis/model/weights.json" },
      json: { type: "boolean", default: false },
    },
  });
  if (!values.history)
    throw new HistoryError(
      "usage: npm run -s model:evaluate -- --history FILE --from DATE --to DATE [--history-depth N] [--json]",
    );
  const depth =
    values["history-depth"] === undefined ? Number.POSITIVE_INFINITY : Number(values["history-depth"]);
  if (!(depth >= 0)) throw new HistoryError("--history-depth takes a number of quarters");
  const weights = checkedWeights(JSON.parse(readFileSync(values.weights, "utf8")));
  const result = evaluate(values.history, { from: values.from, to: values.to, historyDepth: depth, weights });
  tellBadRows(values.history, result.badRows);
  if (values.json) console.log(JSON.stringify(result));
  else printTable(result);
}

function printTable({
  deciles: bins,
  byConfidence: byLevel,
  baselines,
  badRows,
  ...figures
}: Evaluation): void {
  console.table(figures);
  console.table(bins);
  console.table(byLevel);
  console.table(baselines);
  if (badRows.length > 0) console.log(`${badRows.length} bad rows skipped`);
}

if (import.meta.main) runCommand(main);
