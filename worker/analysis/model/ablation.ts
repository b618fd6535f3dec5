import { type FeatureGroup, featureNames, features } from "./features.ts";
import { beatLogOdds } from "./score.ts";
import type { ModelWeights } from "./weights.ts";

/** What a group of inputs did to the forecast. */
export type GroupEffect = {
  /** Log-odds with the group as it is, minus log-odds with the group at its average. */
  logOdds: number;
  /** The same as a signed percentage of all groups' absolute effects, -100 to 100. */
  share: number;
};

/** Null where the company or the source gave no data for the group. */
export type Ablation = Record<FeatureGroup, GroupEffect | null>;

const groups: readonly FeatureGroup[] = [
  "pastEpsTrends",
  "historicalAccuracy",
  "analystRatings",
  "marketSentiment",
];

/** Inputs that are there whatever the source knows (the calendar, a count of nothing); alone they are no data. */
const alwaysThere = new Set(["reports", "dayOfQuarter", "quarterOfYear", "estimateIsLoss", "estimateSize"]);

/** Replaces each group of inputs by its average in turn and takes the change in log-odds. */
export function ablate(weights: ModelWeights, row: Float64Array): Ablation {
  const whole = beatLogOdds(weights, row);
  const effects = groups.map((group) => {
    if (!hasData(group, row)) return null;
    const without = Float64Array.from(row, (value, i) => {
      const name = featureNames[i];
      return name && features[name].group === group ? (weights.featureMeans[i] ?? value) : value;
    });
    return whole - beatLogOdds(weights, without);
  });
  const total = effects.reduce<number>((sum, effect) => sum + Math.abs(effect ?? 0), 0);
  const entries = groups.map((group, i) => {
    const logOdds = effects[i];
    return [group, logOdds == null ? null : { logOdds, share: total > 0 ? (100 * logOdds) / total : 0 }];
  });
  return Object.fromEntries(entries) as Ablation;
}

function hasData(group: FeatureGroup, row: Float64Array): boolean {
  return featureNames.some(
    (name, i) =>
      features[name].group === group && !alwaysThere.has(name) && !Number.isNaN(row[i] ?? Number.NaN),
  );
}
