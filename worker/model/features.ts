import {
  clip,
  type FeatureFrame,
  type FeatureFunction,
  type FeatureGroup,
  frameOf,
  isAboutOneYearBefore,
  orNaN,
  yearAgoQuarter,
  yearAgoReportedEps,
} from "./frame.ts";
import type { ForecastInput } from "./history.ts";
import { marketFeatures, sectorFeatures } from "./market-features.ts";
import { recordFeatures } from "./record-features.ts";
import { type PastConsensus, REVISION_DAYS } from "./revisions.ts";
import { mean } from "./statistics.ts";
import { trendFeatures } from "./trend-features.ts";

/**
 * In EPS currency units. A smaller change of the consensus does not count as a revision, because it may only
 * come from a source's rounding.
 */
const LEAST_CHANGE = 0.005;

/**
 * Features of how the consensus changed before the report. The shipped weights do not use them, because the
 * stored consensus covers too few years to fit them.
 */
const revisionFeatures = {
  consensusDrift30: ({ input, level }) => clip(driftOver(input, 30) / level, 1),
  consensusDrift90: ({ input, level }) => clip(driftOver(input, 90) / level, 1),
  revisionsUpShare: ({ input }) => {
    const changes = stepsOf(input).filter(({ change }) => Math.abs(change) >= LEAST_CHANGE);
    return changes.length === 0
      ? Number.NaN
      : changes.filter(({ change }) => change > 0).length / changes.length;
  },
  /**
   * A lower bound of the days since the last change of the consensus: the longest of the `REVISION_DAYS` over
   * which the consensus has not changed.
   */
  daysSinceRevision: ({ input }) => {
    const steps = stepsOf(input);
    const last = steps.findIndex(({ change }) => Math.abs(change) >= LEAST_CHANGE);
    if (steps.length === 0) return Number.NaN;
    return last === 0 ? 0 : (steps[last < 0 ? steps.length - 1 : last - 1]?.days ?? Number.NaN);
  },
} as const satisfies Record<string, FeatureFunction>;

function driftOver({ upcoming, revisions }: ForecastInput, days: keyof PastConsensus): number {
  return upcoming.epsEstimate - (revisions?.[days] ?? Number.NaN);
}

/**
 * Returns the changes of the consensus between successive `REVISION_DAYS`, newest first, up to the first day
 * for which no consensus was stored.
 */
function stepsOf({ upcoming, revisions }: ForecastInput): { days: number; change: number }[] {
  const steps: { days: number; change: number }[] = [];
  let later = upcoming.epsEstimate;
  for (const days of REVISION_DAYS) {
    const earlier = revisions?.[days] ?? null;
    if (earlier === null) break;
    steps.push({ days, change: later - earlier });
    later = earlier;
  }
  return steps;
}

const CENT = 0.01;
const SEASONAL_CHANGES = 8;

const consensusFeatures = {
  growthToYearAgo: (frame) =>
    orNaN(yearAgoReportedEps(frame), (actual) => clip((frame.estimate - actual) / frame.level, 2)),
  growthToYearAgoToScatter: (frame) =>
    orNaN(yearAgoReportedEps(frame), (actual) => clip((frame.estimate - actual) / seasonalScatter(frame), 4)),
  growthToLast: ({ actuals, estimate, level }) =>
    orNaN(actuals[0], (q) => clip((estimate - q.actual) / level, 2)),
  growthToMean4: ({ actuals, estimate, level }) =>
    actuals.length === 0
      ? Number.NaN
      : clip((estimate - mean(actuals.slice(0, 4).map((q) => q.actual))) / level, 2),
  growthToYearAgoEstimate: (frame) =>
    orNaN(yearAgoQuarter(frame), (q) => clip((frame.estimate - q.estimate) / frame.level, 2)),
  growthToEstimates4: ({ scored, estimate, level }) =>
    scored.length === 0
      ? Number.NaN
      : clip((estimate - mean(scored.slice(0, 4).map((q) => q.estimate))) / level, 2),
  seasonalGrowth: (frame) => {
    const before = yearAgoReportedEps(frame);
    const last = frame.actuals[0]?.actual;
    const beforeLast = frame.actuals[4]?.actual;
    if (before === undefined || last === undefined || beforeLast === undefined) return Number.NaN;
    return clip((frame.estimate - before - (last - beforeLast)) / frame.level, 2);
  },
  estimateSize: ({ estimate }) => Math.log(Math.abs(estimate) + CENT),
  estimateIsLoss: ({ estimate }) => Number(estimate < 0),
  estimateToLevel: ({ actuals, estimate, level }) =>
    actuals.length === 0 ? Number.NaN : clip(estimate / level, 3),
} as const satisfies Record<string, FeatureFunction>;

/**
 * Returns the root mean square of the recent year-over-year changes of EPS, plus a cent. Returns NaN with
 * fewer than three changes.
 */
function seasonalScatter(frame: FeatureFrame): number {
  const changes = seasonalChanges(frame);
  if (changes.length < 3) return Number.NaN;
  return Math.sqrt(mean(changes.map((change) => change * change))) + CENT;
}

/** Returns the year-over-year changes of the EPS of the last eight quarters, newest first. */
function seasonalChanges({ actuals }: FeatureFrame): number[] {
  return actuals.slice(0, SEASONAL_CHANGES).flatMap((quarter, i) => {
    const before = actuals[i + 4];
    return before && isAboutOneYearBefore(before.reportDate, quarter.reportDate)
      ? [quarter.actual - before.actual]
      : [];
  });
}

/** The features by group. Each group is one of the transparency bars on the page of an analysis. */
const featureGroups = {
  historicalAccuracy: recordFeatures,
  pastEpsTrends: trendFeatures,
  analystRatings: consensusFeatures,
  marketSentiment: { ...marketFeatures, ...sectorFeatures },
} as const satisfies Record<FeatureGroup, Record<string, FeatureFunction>>;

type Groups = typeof featureGroups & { revisions: typeof revisionFeatures };
export type FeatureName = { [G in keyof Groups]: keyof Groups[G] & string }[keyof Groups];

type Feature = { name: FeatureName; group: FeatureGroup; compute: FeatureFunction };

const inGroup = (group: FeatureGroup, features: Record<string, FeatureFunction>): Feature[] =>
  Object.entries(features).map(([name, compute]) => ({ name: name as FeatureName, group, compute }));

const fitted = Object.entries(featureGroups).flatMap(([group, features]) =>
  inGroup(group as FeatureGroup, features),
);
const all = [...fitted, ...inGroup("analystRatings", revisionFeatures)];

/** The features that the shipped weights use, in the order of feature vectors and of the weights file. */
export const featureNames: readonly FeatureName[] = fitted.map(({ name }) => name);

/**
 * `featureNames` followed by the revision features. Weights were fitted either on `featureNames` or on all of
 * these.
 */
export const allFeatureNames: readonly FeatureName[] = all.map(({ name }) => name);

export const groupOfFeature: readonly FeatureGroup[] = all.map(({ group }) => group);

/**
 * Returns the values of the first `count` features of `allFeatureNames`, with NaN for a missing value. The
 * fit and the Worker both call it. It ignores quarters that were reported on or after `asOf`.
 */
export function featuresOf(input: ForecastInput, count: number = featureNames.length): Float64Array {
  const frame = frameOf(input);
  return Float64Array.from(all.slice(0, count), ({ compute }) => {
    const value = compute(frame);
    return Number.isFinite(value) ? value : Number.NaN;
  });
}
