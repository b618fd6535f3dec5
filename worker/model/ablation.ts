import { type FeatureName, featureNames, groupOfFeature } from "./features.ts";
import type { FeatureGroup } from "./frame.ts";
import { beatLogOdds, type Serving } from "./score.ts";
import { SECTORS } from "./sector.ts";
import type { ModelWeights } from "./weights.ts";

/** What a group of inputs did to the forecast. */
type GroupEffect = {
  /** Log-odds with the group as it is, minus log-odds with the group at its average. */
  logOdds: number;
  /** The same as a signed percentage of all groups' absolute effects, -100 to 100. */
  share: number;
};

/** Null where the company or the source gave no data for the group. */
export type Ablation = Record<FeatureGroup, GroupEffect | null>;

/** Every group of inputs, in the order in which they are shown. */
export const featureGroups: readonly FeatureGroup[] = [
  "pastEpsTrends",
  "historicalAccuracy",
  "analystRatings",
  "marketSentiment",
];

/** Inputs that are there whatever the source knows (the calendar, a count of nothing); alone they are no data. */
const alwaysThere: ReadonlySet<FeatureName> = new Set<FeatureName>([
  "reports",
  "estimateIsLoss",
  "estimateSize",
  "isForeign",
  "dayOfQuarter",
  "quarterOfYear",
  "weekday",
  ...SECTORS.map((sector) => `sector: ${sector}` as const),
]);

/** Replaces each group of inputs by its average in turn and takes the change in log-odds. */
export function ablate(weights: ModelWeights, row: Float64Array, serving: Serving): Ablation {
  const whole = beatLogOdds(weights, row, serving);
  const effects = featureGroups.map((group) => {
    if (!hasData(group, row)) return null;
    const without = row.map((value, i) =>
      groupOfFeature[i] === group ? (weights.featureMeans[i] ?? value) : value,
    );
    return whole - beatLogOdds(weights, without, serving);
  });
  const total = effects.reduce<number>((sum, effect) => sum + Math.abs(effect ?? 0), 0);
  const entries = featureGroups.map((group, i) => {
    const logOdds = effects[i];
    return [group, logOdds == null ? null : { logOdds, share: total > 0 ? (100 * logOdds) / total : 0 }];
  });
  return Object.fromEntries(entries) as Ablation;
}

/** Whether the company or its source gave data for a group. */
export function hasData(group: FeatureGroup, row: Float64Array): boolean {
  return featureNames.some(
    (name, i) => groupOfFeature[i] === group && !alwaysThere.has(name) && !Number.isNaN(row[i] ?? Number.NaN),
  );
}
