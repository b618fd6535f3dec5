import { type Logistic, logisticLogOdds } from "#analysis/model/logistic.ts";
import { logit } from "#analysis/model/statistics.ts";
import { type Trees, treesLogOdds } from "#analysis/model/trees.ts";
import { DAY_MS } from "#worker/time.ts";
import { type BoostingOptions, fitTrees, LEAF_UNIT } from "./boosting.ts";
import { type EarningsEvent, LARGE_SURPRISE } from "./events.ts";
import { type Depth, type Examples, examplesOf, FULL_DEPTH } from "./examples.ts";
import { binExamples } from "./feature-bins.ts";
import { fitLogistic } from "./logistic-fit.ts";

/** Events before this day are sparse and of another age (half as many beats, estimates rounded to the cent or worse). */
const FIRST_DAY = "2004-01-01";
/** An event this many years before the newest counts half: the base rate drifts. */
const HALF_LIFE_YEARS = 8;
/** Weight of the events of further files: another vendor's companies, mostly small caps. */
const FURTHER_FILE_WEIGHT = 0.5;
/** What a large surprise weighs for the trees, against one for an exact meet. */
const LARGE_SURPRISE_WEIGHT = 3;
/** A surprise relative to an estimate of a cent or none says nothing; it is taken relative to this much. */
const LEAST_ESTIMATE = 0.02;
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

/** Examples with the day (milliseconds) and the weight of each. */
export type TrainingSet = { examples: Examples; dates: Float64Array; weights: Float64Array };

export type Fitted = { logistic: Logistic; trees: Trees };

/** The views in which every event is learnt, so that the model knows what to make of little, and their weights. */
const VIEWS: readonly { depth: Depth | ((row: number) => Depth); weight: number }[] = [
  { depth: FULL_DEPTH, weight: 1 },
  { depth: { ...FULL_DEPTH, quarters: LIVE_QUARTERS }, weight: 1 },
  { depth: liveDepth, weight: 0.5 },
];

/** What a live source alone shows: four quarters, not the market, not the days of past reports, of every other the coming day. */
function liveDepth(row: number): Depth {
  return { quarters: LIVE_QUARTERS, hasContext: false, hasPastDays: false, hasReportDay: row % 2 === 0 };
}

/**
 * The examples of several files in every view. A company's events count from the first file that has it, so that no
 * report is learnt from two vendors.
 */
export function trainingSet(files: readonly (readonly EarningsEvent[])[]): TrainingSet {
  const seen = new Set<string>();
  const parts: { examples: Examples; weight: number }[] = [];
  files.forEach((events, i) => {
    const isNew = (event: EarningsEvent) => event.reportDate >= FIRST_DAY && !seen.has(event.symbol);
    const fileWeight = i === 0 ? 1 : FURTHER_FILE_WEIGHT;
    for (const { depth, weight } of VIEWS)
      parts.push({ examples: examplesOf(events, isNew, depth), weight: fileWeight * weight });
    for (const event of events) seen.add(event.symbol);
  });
  const examples = concatenated(parts.map((part) => part.examples));
  return {
    examples,
    dates: Float64Array.from(examples.events, (event) => Date.parse(event.reportDate)),
    weights: Float64Array.from(parts.flatMap((part) => Array<number>(part.examples.n).fill(part.weight))),
  };
}

/**
 * Fits both models on the events before the day `until` (exclusive, ISO). The trees heed clear outcomes more, the
 * logistic model all alike; calibration brings their blend back to the share of beats among all.
 */
export function fitUntil(set: TrainingSet, until: string, { seeds, boosting }: FitSettings): Fitted {
  const end = Date.parse(until);
  const chosen = Array.from(set.dates.keys()).filter((i) => (set.dates[i] ?? 0) < end);
  const examples = selected(set.examples, chosen);
  const weights = Float64Array.from(chosen, (i) => {
    const years = (end - (set.dates[i] ?? 0)) / (365.25 * DAY_MS);
    return (set.weights[i] ?? 0) * 0.5 ** (years / HALF_LIFE_YEARS);
  });
  const treeWeights = byClearness(weights, examples.events);
  const bias = Number(logit(weightedShare(examples.labels, treeWeights)).toFixed(6));
  const binned = binExamples(examples);
  const trees: Trees = {
    bias,
    leafUnit: LEAF_UNIT / seeds.length,
    edges: binned.map((feature) => feature.edges),
    members: seeds.flatMap((seed) =>
      fitTrees(binned, examples.labels, treeWeights, bias, { ...boosting, seed }),
    ),
  };
  return { logistic: fitLogistic(examples, weights, LOGISTIC_PENALTY), trees };
}

/**
 * Raises the weights by how clear the outcomes are, and keeps their sum: on a small surprise the label is half chance (of
 * the reports within a percent of the consensus, the two vendors call every fourth differently), so that a weight rises
 * in proportion to the surprise, up to that of a large one.
 */
function byClearness(weights: Float64Array, events: readonly EarningsEvent[]): Float64Array {
  const raised = weights.map((weight, i) => weight * (events[i] ? clearness(events[i]) : 1));
  const scale = total(weights) / total(raised);
  return raised.map((weight) => weight * scale);
}

function clearness({ epsActual, epsEstimate }: EarningsEvent): number {
  const surprise = Math.abs(epsActual - epsEstimate) / Math.max(LEAST_ESTIMATE, Math.abs(epsEstimate));
  return 1 + (LARGE_SURPRISE_WEIGHT - 1) * Math.min(1, surprise / LARGE_SURPRISE);
}

function weightedShare(labels: Uint8Array, weights: Float64Array): number {
  return total(weights.map((weight, i) => weight * (labels[i] ?? 0))) / total(weights);
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
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
export function selected(examples: Examples, chosen: readonly number[]): Examples {
  const { width } = examples;
  const rows = new Float64Array(chosen.length * width);
  chosen.forEach((from, to) => {
    rows.set(examples.rows.subarray(from * width, (from + 1) * width), to * width);
  });
  return {
    n: chosen.length,
    width,
    rows,
    labels: Uint8Array.from(chosen, (i) => examples.labels[i] ?? 0),
    events: chosen.flatMap((i) => examples.events[i] ?? []),
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
