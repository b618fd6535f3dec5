import type { Transparency } from "#contract/analysis.ts";
import type { ContributionPoints } from "#contract/prediction.ts";
import { featuresOf, groupOfFeature } from "./features.ts";
import type { FeatureGroup } from "./frame.ts";
import type { ForecastInput } from "./history.ts";
import { type Ablation, ablate, beatLogOdds, featureGroups, hasData, scoringContextOf } from "./score.ts";
import { round, sigmoid } from "./statistics.ts";
import { type ModelWeights, shippedWeights } from "./weights.ts";

/**
 * What each feature group adds to P(beat), where 0.05 is 5 percentage points. `start` and all groups sum to
 * P(beat).
 */
export type Contributions = {
  /** P(beat) with every feature group at its average. */
  start: number;
  /**
   * A feature group is null when it has no data, and `trend` is null when the share's trend is 0 or unknown.
   */
  groups: Record<FeatureGroup | "trend", number | null>;
};

/**
 * Splits P(beat) among the feature groups by Shapley values: a group's value is the mean change of P(beat)
 * when its real features replace their averages, over all orders of the groups. It evaluates the model at
 * most 32 times.
 */
export function contributionsOf(
  input: ForecastInput,
  weights: ModelWeights = shippedWeights(),
): Contributions {
  const row = featuresOf(input, weights.features.length);
  const serving = scoringContextOf(input);
  const present = [
    ...featureGroups.filter((group) => hasData(group, row)),
    ...(input.trend === 0 ? [] : (["trend"] as const)),
  ];
  const scores = Array.from({ length: 2 ** present.length }, (_, subset) => {
    const isAsItIs = (group: FeatureGroup | "trend") => {
      const at = present.indexOf(group);
      return at < 0 || (subset & (1 << at)) !== 0;
    };
    const mixed = row.map((value, i) =>
      isAsItIs(groupOfFeature[i] as FeatureGroup) ? value : (weights.featureMeans[i] ?? value),
    );
    const trend = isAsItIs("trend") ? input.trend : 0;
    return sigmoid(beatLogOdds(weights, mixed, { ...serving, trend }));
  });
  const groups = ([...featureGroups, "trend"] as const).map((group) => {
    const at = present.indexOf(group);
    return [group, at < 0 ? null : shapleyValue(scores, at, present.length)];
  });
  return { start: scores[0] as number, groups: Object.fromEntries(groups) as Contributions["groups"] };
}

/**
 * Returns the Shapley value of the group at index `at`. `scores` holds P(beat) for each subset of the groups;
 * bit i of its index says whether group i has its real features.
 */
function shapleyValue(scores: readonly number[], at: number, players: number): number {
  const bit = 1 << at;
  return scores.reduce((sum, score, subset) => {
    if ((subset & bit) !== 0) return sum;
    const joined = bitsOf(subset);
    const weight = (factorial(joined) * factorial(players - joined - 1)) / factorial(players);
    return sum + weight * ((scores[subset | bit] as number) - score);
  }, 0);
}

function bitsOf(subset: number): number {
  return subset === 0 ? 0 : (subset & 1) + bitsOf(subset >> 1);
}

function factorial(n: number): number {
  return n <= 1 ? 1 : n * factorial(n - 1);
}

/**
 * Returns the effect of each feature group on the log-odds. It evaluates the model up to five times, so only
 * analyses use it, not the forecasts of the whole calendar.
 */
export function ablationOf(input: ForecastInput, weights: ModelWeights = shippedWeights()): Ablation {
  return ablate(weights, featuresOf(input, weights.features.length), scoringContextOf(input));
}

export function transparencyOf(ablation: Ablation): Transparency {
  const share = (effect: { share: number } | null) => (effect ? round(effect.share, 1) : null);
  const logOdds = (effect: { logOdds: number } | null) => (effect ? round(effect.logOdds, 4) : null);
  return {
    epsTrendsScore: share(ablation.pastEpsTrends),
    marketSentimentScore: share(ablation.marketSentiment),
    analystRatingsImpact: share(ablation.analystRatings),
    historicalAccuracyWeight: share(ablation.historicalAccuracy),
    logOdds: {
      epsTrends: logOdds(ablation.pastEpsTrends),
      marketSentiment: logOdds(ablation.marketSentiment),
      analystRatings: logOdds(ablation.analystRatings),
      historicalAccuracy: logOdds(ablation.historicalAccuracy),
    },
  };
}

/** Converts contributions to percentage points with one decimal. */
export function pointsOf({ start, groups }: Contributions): ContributionPoints {
  const points = (share: number | null) => (share === null ? null : round(100 * share, 1));
  return {
    start: round(100 * start, 1),
    epsTrends: points(groups.pastEpsTrends),
    marketSentiment: points(groups.marketSentiment),
    analystRatings: points(groups.analystRatings),
    historicalAccuracy: points(groups.historicalAccuracy),
    trend: points(groups.trend),
  };
}
