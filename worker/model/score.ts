import { allFeatureNames, type FeatureName, groupOfFeature } from "./features.ts";
import type { FeatureGroup } from "./frame.ts";
import type { ForecastInput, LabelFamily } from "./history.ts";
import { ensembleOutputs, networkInputsOf } from "./nets.ts";
import { SECTORS } from "./sector.ts";
import { type FeatureTier, featureTierOf, type ModelWeights, type TierWeights } from "./weights.ts";

/**
 * What the score depends on besides the features: `featureTier` and `family` choose the calibration, `trend` is
 * the share's trend against the market, from -1 to 1, and `shift` is the log-odds that the day adds to forecasts
 * without the market's context.
 */
export type ScoringContext = { featureTier: FeatureTier; family: LabelFamily; trend: number; shift: number };

export function scoringContextOf(input: ForecastInput): ScoringContext {
  const { family, trend, contextShift } = input;
  return { featureTier: featureTierOf(input), family, trend, shift: contextShift?.logOdds ?? 0 };
}

/**
 * `logOdds` are the calibrated log-odds of a beat. `binScores` are the networks' scores of the surprise bins,
 * before the softmax.
 */
type Score = { logOdds: number; binScores: Float64Array };

export function scoreOf(
  weights: ModelWeights,
  row: Float64Array,
  { featureTier, family, trend, shift }: ScoringContext,
): Score {
  const { trees, nets, treeShare, tiers } = weights;
  const outputs = ensembleOutputs(nets, networkInputsOf(trees.edges, row));
  const { calibration, trendWeight } = tiers[featureTier];
  const { slope, intercept } = calibration[family];
  const blended = treeShare * treeEnsembleLogOdds(trees, row) + (1 - treeShare) * (outputs[0] as number);
  const logOdds = intercept + slope * (blended + trendWeight * trend) + shift;
  return { logOdds, binScores: outputs.subarray(1) };
}

export function beatLogOdds(weights: ModelWeights, row: Float64Array, serving: ScoringContext): number {
  return scoreOf(weights, row, serving).logOdds;
}

type SizeWeights = Pick<ModelWeights, "tails"> & {
  tiers: Record<FeatureTier, Pick<TierWeights, "binFactors" | "powers">>;
};

export function sizeWeightsOf(
  { tiers, tails }: SizeWeights,
  { featureTier, family }: Pick<ScoringContext, "featureTier" | "family">,
) {
  const { binFactors, powers } = tiers[featureTier];
  return { binFactors, power: powers[family], tails };
}

/**
 * A complete tree of depth d, stored level by level: 2^d - 1 splits and 2^d leaves. A value up to the split's
 * edge, or a missing one, goes left; a split on feature -1 sends everything left.
 */
export type Tree = {
  feature: number[];
  /** For each split, the index of its edge in the feature's list of edges. */
  edge: number[];
  /** What each leaf adds to the log-odds, in multiples of `leafUnit`. */
  leaves: number[];
};

/**
 * An ensemble of boosted trees, whose leaves add up to log-odds. Trees refer to edges by index and have
 * integer leaves, which keeps the weights file small.
 */
export type TreeEnsemble = { bias: number; leafUnit: number; edges: number[][]; members: Tree[] };

/** All trees one after the other in flat arrays, which are evaluated ten times as fast as nested ones. */
type FlatTrees = { depth: number; feature: Int16Array; atMost: Float64Array; leaves: Int32Array };

const flatTrees = new WeakMap<TreeEnsemble, FlatTrees>();

/** Returns the log-odds of a beat according to the trees, which must all have the same depth. */
export function treeEnsembleLogOdds(trees: TreeEnsemble, row: Float64Array): number {
  const flat = flatTrees.get(trees) ?? flattened(trees);
  const { depth, feature, atMost, leaves } = flat;
  const leafCount = 1 << depth;
  let sum = 0;
  for (let split = 0, leaf = 0; leaf < leaves.length; split += leafCount - 1, leaf += leafCount) {
    let node = 0;
    for (let level = 0; level < depth; level++) {
      const goesRight = (row[feature[split + node] as number] as number) > (atMost[split + node] as number);
      node = 2 * node + (goesRight ? 2 : 1);
    }
    sum += leaves[leaf + node - leafCount + 1] as number;
  }
  return trees.bias + trees.leafUnit * sum;
}

function flattened(trees: TreeEnsemble): FlatTrees {
  const { edges, members } = trees;
  const flat = {
    depth: Math.log2(members[0]?.leaves.length ?? 1),
    feature: Int16Array.from(members.flatMap((tree) => tree.feature)),
    atMost: Float64Array.from(
      members.flatMap((tree) =>
        tree.feature.map((feature, node) => edges[feature]?.[tree.edge[node] ?? 0] ?? 0),
      ),
    ),
    leaves: Int32Array.from(members.flatMap((tree) => tree.leaves)),
  };
  flatTrees.set(trees, flat);
  return flat;
}

type GroupEffect = {
  /** The forecast's log-odds minus those with the group's features at their averages. */
  logOdds: number;
  /** The signed effect in percent of the sum of all groups' absolute effects, from -100 to 100. */
  share: number;
};

/** The effect of each feature group, which is null when the group has no data. */
export type Ablation = Record<FeatureGroup, GroupEffect | null>;

/** The feature groups, in the order in which they are shown. */
export const featureGroups: readonly FeatureGroup[] = [
  "pastEpsTrends",
  "historicalAccuracy",
  "analystRatings",
  "marketSentiment",
];

/**
 * Features that are known even without past reports or market data. A group that has only these counts as
 * having no data.
 */
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

export function ablate(weights: ModelWeights, row: Float64Array, serving: ScoringContext): Ablation {
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
