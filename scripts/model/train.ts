import { featureTiers } from "#contract/rules.ts";
import { DAY_MS } from "#contract/time.ts";
import { ensembleOutputs, type NeuralNetworkEnsemble, networkInputsOf } from "#model/nets.ts";
import { type TreeEnsemble, treeEnsembleLogOdds } from "#model/score.ts";
import { logit } from "#model/statistics.ts";
import { SURPRISE_BINS } from "#model/surprise-bins.ts";
import type { FeatureTier } from "#model/weights.ts";
import { type BoostingOptions, fitTrees, LEAF_UNIT } from "./boosting.ts";
import { LARGE_SURPRISE } from "./events.ts";
import { binExamples } from "./feature-bins.ts";
import type { FitTable } from "./fit-table.ts";
import { fitNet, type NetOptions } from "./net-fit.ts";

/** Older events weigh less, because the base rate drifts. */
const HALF_LIFE_YEARS = 8;
/** The weight for the trees, relative to an exact meet. */
const LARGE_SURPRISE_WEIGHT = 3;
const YEAR_MS = 365.25 * DAY_MS;

export type FitSettings = {
  /** Trees of several seeds are averaged, so that chance differences cancel out. */
  treeSeeds: readonly number[];
  boosting: Omit<BoostingOptions, "seed">;
  netSeeds: readonly number[];
  nets: NetOptions;
  /** The result is the same with any number of threads. */
  threads: number;
};

export const SHIPPED_FIT: FitSettings = {
  treeSeeds: [1, 2],
  boosting: {
    trees: 450,
    depth: 4,
    learningRate: 0.03,
    leafPenalty: 10,
    minLeafWeight: 40,
    rowShare: 0.5,
    featureShare: 0.4,
  },
  netSeeds: [1, 2, 3, 4],
  nets: {
    hidden: [64, 32],
    epochs: 10,
    batch: 256,
    learningRate: 0.002,
    dropout: 0.3,
    decay: 0.001,
    binShare: 0.5,
  },
  threads: 2,
};

export type Fitted = { trees: TreeEnsemble; nets: NeuralNetworkEnsemble; featureMeans: number[] };

/** Tiers by epoch: the whole history in four of ten, and each other tier in two. */
const NET_VIEWS: readonly FeatureTier[] = [
  "full",
  "forty_quarters",
  "full",
  "four_quarters_with_context",
  "four_quarters",
  "full",
  "forty_quarters",
  "four_quarters_with_context",
  "full",
  "four_quarters",
];

/** `until` is an ISO day, excluded. */
export function fitUntil(table: FitTable, until: string, settings: FitSettings): Fitted {
  const end = Date.parse(until);
  const trainingRows: number[] = [];
  for (let i = 0; i < table.n; i++)
    if ((table.days[i] as number) < end && (table.weights[i] as number) > 0) trainingRows.push(i);
  const weights = Float64Array.from(
    trainingRows,
    (i) =>
      (table.weights[i] as number) * 0.5 ** ((end - (table.days[i] as number)) / YEAR_MS / HALF_LIFE_YEARS),
  );
  const trees = fitTreesOn(table, trainingRows, weights, settings);
  const nets = fitNetsOn(table, trainingRows, weights, trees.edges, settings);
  return { trees, nets, featureMeans: meansOf(table, trainingRows, weights) };
}

/** Clear outcomes weigh more, because vendors label every fourth small surprise differently. */
function fitTreesOn(
  table: FitTable,
  trainingRows: readonly number[],
  weights: Float64Array,
  { treeSeeds, boosting }: FitSettings,
): TreeEnsemble {
  const { width } = table;
  const poorer = featureTiers.slice(1);
  const n = 2 * trainingRows.length;
  const rows = new Float64Array(n * width);
  const labels = new Uint8Array(n);
  const raised = new Float64Array(n);
  trainingRows.forEach((event, k) => {
    const featureTier = poorer[k % poorer.length] as FeatureTier;
    for (const [at, source] of [
      [k, table.tiers.full],
      [trainingRows.length + k, table.tiers[featureTier]],
    ] as const) {
      rows.set(source.subarray(event * width, (event + 1) * width), at * width);
      labels[at] = table.labels[event] as number;
      raised[at] = (weights[k] as number) * clearness(table.surprises[event] as number);
    }
  });
  const scale = (2 * total(weights)) / total(raised);
  const treeWeights = raised.map((weight) => weight * scale);
  const beats = total(treeWeights.map((weight, i) => weight * (labels[i] as number)));
  const bias = Number(logit(beats / total(treeWeights)).toFixed(6));
  const binned = binExamples({ n, rows, width });
  return {
    bias,
    leafUnit: LEAF_UNIT / treeSeeds.length,
    edges: binned.map((feature) => feature.edges),
    members: treeSeeds.flatMap((seed) => fitTrees(binned, labels, treeWeights, bias, { ...boosting, seed })),
  };
}

function clearness(surprise: number): number {
  return 1 + (LARGE_SURPRISE_WEIGHT - 1) * Math.min(1, Math.abs(surprise) / LARGE_SURPRISE);
}

function fitNetsOn(
  table: FitTable,
  trainingRows: readonly number[],
  weights: Float64Array,
  edges: readonly (readonly number[])[],
  { netSeeds, nets }: FitSettings,
): NeuralNetworkEnsemble {
  const width = 2 * table.width;
  const inputs = new Map(
    featureTiers.map((featureTier) => {
      const all = new Float32Array(trainingRows.length * width);
      trainingRows.forEach((event, k) => {
        all.set(networkInputsOf(edges, rowOf(table, featureTier, event)), k * width);
      });
      return [featureTier, all] as const;
    }),
  );
  const task = {
    n: trainingRows.length,
    width,
    inputsOf: (event: number, epoch: number) => {
      const featureTier = NET_VIEWS[(7 * event + epoch) % NET_VIEWS.length] as FeatureTier;
      return (inputs.get(featureTier) as Float32Array).subarray(event * width, (event + 1) * width);
    },
    labels: Uint8Array.from(trainingRows, (i) => table.labels[i] as number),
    bins: Uint8Array.from(trainingRows, (i) => table.bins[i] as number),
    binCount: SURPRISE_BINS,
    weights,
  };
  return { members: netSeeds.map((seed) => fitNet(task, nets, seed)) };
}

function meansOf(table: FitTable, trainingRows: readonly number[], weights: Float64Array): number[] {
  return Array.from({ length: table.width }, (_, feature) => {
    let [sum, count] = [0, 0];
    trainingRows.forEach((event, k) => {
      const value = table.tiers.full[event * table.width + feature] as number;
      if (Number.isNaN(value)) return;
      sum += value * (weights[k] as number);
      count += weights[k] as number;
    });
    return count > 0 ? Number((sum / count).toPrecision(6)) : 0;
  });
}

function rowOf({ tiers, width }: FitTable, featureTier: FeatureTier, event: number): Float64Array {
  return tiers[featureTier].subarray(event * width, (event + 1) * width);
}

/** Log-odds before calibration, and bins by event. */
export type Scores = { trees: Float64Array; nets: Float64Array; bins: Float64Array };

export function scoresOf(
  fitted: Fitted,
  table: FitTable,
  featureTier: FeatureTier,
  rows: readonly number[],
): Scores {
  const scores: Scores = {
    trees: new Float64Array(rows.length),
    nets: new Float64Array(rows.length),
    bins: new Float64Array(rows.length * SURPRISE_BINS),
  };
  rows.forEach((event, k) => {
    const row = rowOf(table, featureTier, event);
    const outputs = ensembleOutputs(fitted.nets, networkInputsOf(fitted.trees.edges, row));
    scores.trees[k] = treeEnsembleLogOdds(fitted.trees, row);
    scores.nets[k] = outputs[0] as number;
    scores.bins.set(outputs.subarray(1), k * SURPRISE_BINS);
  });
  return scores;
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
