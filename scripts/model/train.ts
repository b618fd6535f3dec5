import { type Logistic, logisticLogOdds } from "#analysis/model/logistic.ts";
import { logit } from "#analysis/model/statistics.ts";
import { type Trees, treesLogOdds } from "#analysis/model/trees.ts";
import { type BoostingOptions, fitTrees, LEAF_UNIT } from "./boosting.ts";
import type { EarningsEvent } from "./events.ts";
import { type Depth, type Examples, examplesOf } from "./examples.ts";
import { binExamples } from "./feature-bins.ts";
import { fitLogistic } from "./logistic-fit.ts";

/** Events before this day are sparse and of another age (half as many beats, estimates rounded to the cent or worse). */
const FIRST_DAY = "2004-01-01";
/** An event this many years before the newest counts half: the base rate drifts. */
const HALF_LIFE_YEARS = 8;
/** Weight of the events of further files: another vendor's companies, mostly small caps. */
const FURTHER_FILE_WEIGHT = 0.5;
const LIVE_QUARTERS = 4;
const LOGISTIC_PENALTY = 20;

export type FitSettings = {
  /** Trees of several seeds are averaged: their chance differences cancel out. */
  seeds: readonly number[];
  boosting: Omit<BoostingOptions, "seed">;
};

export const SHIPPED_FIT: FitSettings = {
  seeds: [1, 2, 3, 4, 5],
  boosting: {
    trees: 150,
    depth: 5,
    learningRate: 0.07,
    leafPenalty: 10,
    minLeafWeight: 40,
    rowShare: 0.7,
    featureShare: 0.5,
  },
};

export type TrainingSet = { examples: Examples; dates: Float64Array; fileWeights: Float64Array };

export type Fitted = { logistic: Logistic; trees: Trees };

/**
 * What a live source shows: four quarters; for every other row neither the market's reports nor the days of past ones,
 * for every fourth not the day of the coming report either.
 */
function liveDepth(row: number): Depth {
  return {
    quarters: LIVE_QUARTERS,
    hasContext: row % 2 === 0,
    hasPastDays: row % 2 === 0,
    hasReportDay: row % 4 !== 3,
  };
}

/**
 * The examples of several files. A company's events count from the first file that has it, so that no report is learnt
 * twice. Each event stands twice: with its whole history, and as a live source shows it, so that the model knows what to
 * make of little.
 */
export function trainingSet(files: readonly (readonly EarningsEvent[])[]): TrainingSet {
  const seen = new Set<string>();
  const parts: { examples: Examples; weight: number }[] = [];
  files.forEach((events, i) => {
    const isNew = (event: EarningsEvent) => event.reportDate >= FIRST_DAY && !seen.has(event.symbol);
    const weight = i === 0 ? 1 : FURTHER_FILE_WEIGHT;
    parts.push({ examples: examplesOf(events, isNew), weight });
    parts.push({ examples: examplesOf(events, isNew, liveDepth), weight });
    for (const event of events) seen.add(event.symbol);
  });
  const examples = concatenated(parts.map((part) => part.examples));
  return {
    examples,
    dates: Float64Array.from(examples.events, (event) => Date.parse(event.reportDate)),
    fileWeights: Float64Array.from(parts.flatMap((part) => Array<number>(part.examples.n).fill(part.weight))),
  };
}

/** Fits both models on the events before the day `until` (exclusive, ISO). */
export function fitUntil(set: TrainingSet, until: string, { seeds, boosting }: FitSettings): Fitted {
  const end = Date.parse(until);
  const kept = Array.from(set.dates.keys()).filter((i) => (set.dates[i] ?? 0) < end);
  const examples = selected(set.examples, kept);
  const weights = Float64Array.from(kept, (i) => {
    const years = (end - (set.dates[i] ?? 0)) / (365.25 * 86_400_000);
    return (set.fileWeights[i] ?? 0) * 0.5 ** (years / HALF_LIFE_YEARS);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const beats = weights.reduce((sum, weight, i) => sum + weight * (examples.labels[i] ?? 0), 0);
  const bias = Number(logit(beats / total).toFixed(6));
  const binned = binExamples(examples);
  const trees: Trees = {
    bias,
    leafUnit: LEAF_UNIT / seeds.length,
    edges: binned.map((feature) => feature.edges),
    members: seeds.flatMap((seed) => fitTrees(binned, examples.labels, weights, bias, { ...boosting, seed })),
  };
  return { logistic: fitLogistic(examples, weights, LOGISTIC_PENALTY), trees };
}

/** Log-odds of every example by each model, before calibration. */
export function logOddsOf(
  fitted: Fitted,
  examples: Examples,
): { logistic: Float64Array; trees: Float64Array } {
  const row = (i: number) => examples.rows.subarray(i * examples.width, (i + 1) * examples.width);
  const each = (score: (row: Float64Array) => number) =>
    Float64Array.from({ length: examples.n }, (_, i) => score(row(i)));
  return {
    logistic: each((values) => logisticLogOdds(fitted.logistic, values)),
    trees: each((values) => treesLogOdds(fitted.trees, values)),
  };
}

/** The examples of these row numbers, in their order. */
export function selected(examples: Examples, kept: readonly number[]): Examples {
  const { width } = examples;
  const rows = new Float64Array(kept.length * width);
  kept.forEach((from, to) => {
    rows.set(examples.rows.subarray(from * width, (from + 1) * width), to * width);
  });
  return {
    n: kept.length,
    width,
    rows,
    labels: Uint8Array.from(kept, (i) => examples.labels[i] ?? 0),
    events: kept.flatMap((i) => examples.events[i] ?? []),
  };
}

function concatenated(parts: readonly Examples[]): Examples {
  const width = parts[0]?.width ?? 0;
  const n = parts.reduce((sum, part) => sum + part.n, 0);
  const rows = new Float64Array(n * width);
  const labels = new Uint8Array(n);
  let at = 0;
  for (const part of parts) {
    rows.set(part.rows, at * width);
    labels.set(part.labels, at);
    at += part.n;
  }
  return { n, width, rows, labels, events: parts.flatMap((part) => part.events) };
}
