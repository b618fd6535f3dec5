import { allFeatureNames, type FeatureName, groupOfFeature } from "./features.ts";
import type { FeatureGroup } from "./frame.ts";
import { beatLogOdds, type Serving } from "./score.ts";
import { SECTORS } from "./sector.ts";
import type { ModelWeights } from "./weights.ts";

type GroupEffect = {
  /** With the group, less with it at its average. */
  logOdds: number;
  /** Of all groups' absolute effects, -100 to 100. */
  share: number;
};

/** Null without data. */
export type Ablation = Record<FeatureGroup, GroupEffect | null>;

/** In the order shown. */
export const featureGroups: readonly FeatureGroup[] = [
  "pastEpsTrends",
  "historicalAccuracy",
  "analystRatings",
  "marketSentiment",
];

/** Always present: alone no data. */
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

export function hasData(group: FeatureGroup, row: Float64Array): boolean {
  return allFeatureNames.some(
    (name, i) => groupOfFeature[i] === group && !alwaysThere.has(name) && !Number.isNaN(row[i] ?? Number.NaN),
  );
}
