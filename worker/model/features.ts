import { consensusFeatures } from "./consensus-features.ts";
import { type Compute, type FeatureGroup, frameOf } from "./frame.ts";
import type { ForecastInput } from "./history.ts";
import { marketFeatures, sectorFeatures } from "./market-features.ts";
import { recordFeatures } from "./record-features.ts";
import { trendFeatures } from "./trend-features.ts";

/** The features of each group that the transparency bars show. */
const featureGroups = {
  historicalAccuracy: recordFeatures,
  pastEpsTrends: trendFeatures,
  analystRatings: consensusFeatures,
  marketSentiment: { ...marketFeatures, ...sectorFeatures },
} as const satisfies Record<FeatureGroup, Record<string, Compute>>;

type Groups = typeof featureGroups;
export type FeatureName = { [G in keyof Groups]: keyof Groups[G] & string }[keyof Groups];

const all = Object.entries(featureGroups).flatMap(([group, features]) =>
  Object.entries<Compute>(features).map(([name, compute]) => ({
    name: name as FeatureName,
    group: group as FeatureGroup,
    compute,
  })),
);

/** Names in the order of every feature vector; the weights file holds the same list. */
export const featureNames: readonly FeatureName[] = all.map((feature) => feature.name);

/** The group of each feature, in the order of every feature vector. */
export const groupOfFeature: readonly FeatureGroup[] = all.map((feature) => feature.group);

/**
 * The feature vector of a forecast, in the order of `featureNames`; NaN where there is no value. Both the fit and the
 * Worker call this and nothing else. Uses nothing reported on or after `asOf`.
 */
export function featuresOf(input: ForecastInput): Float64Array {
  const frame = frameOf(input);
  return Float64Array.from(all, ({ compute }) => {
    const value = compute(frame);
    return Number.isFinite(value) ? value : Number.NaN;
  });
}
