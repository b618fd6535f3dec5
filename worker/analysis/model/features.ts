import { daysBetween, type ForecastInput, isBeat, type PastQuarter, toCents } from "./history.ts";
import { decayedShare, mean, median, shrunkShare, standardDeviation } from "./statistics.ts";

/** The groups of inputs that the transparency bars show. */
export type FeatureGroup = "pastEpsTrends" | "historicalAccuracy" | "analystRatings" | "marketSentiment";

/** Share of beats that little history is drawn towards; about the long-run average of the fitting data. */
const PRIOR = 0.62;
/** Pseudo-reports that the prior counts for. */
const PRIOR_WEIGHT = 4;
const USUAL_GAP_DAYS = 91;

type Quarter = { reportDate: string; estimate: number; actual: number; surprise: number; isBeat: boolean };

/** What the features are computed from: past quarters newest first, in cents, with the company's own EPS level. */
type Frame = {
  /** Quarters with an estimate. */
  scored: Quarter[];
  /** Actual EPS of all past quarters, newest first. */
  actuals: { reportDate: string; actual: number }[];
  estimate: number;
  /** Usual size of the company's quarterly EPS; bounded below so that tiny EPS do not blow up ratios. */
  level: number;
  input: ForecastInput;
};

type Feature = { group: FeatureGroup; compute: (frame: Frame) => number };

const f = (group: FeatureGroup, compute: Feature["compute"]): Feature => ({ group, compute });

/** Every feature by name. NaN means that the company's history or the source gives no value. */
export const features = {
  beatRate4: f("historicalAccuracy", ({ scored }) => beatShare(scored.slice(0, 4))),
  beatRate8: f("historicalAccuracy", ({ scored }) => beatShare(scored.slice(0, 8))),
  beatRateAll: f("historicalAccuracy", ({ scored }) => beatShare(scored)),
  beatRateRecent: f("historicalAccuracy", ({ scored }) =>
    scored.length === 0
      ? Number.NaN
      : decayedShare(
          scored.map((q) => q.isBeat),
          3,
          PRIOR,
          1.5,
        ),
  ),
  beatRateSlow: f("historicalAccuracy", ({ scored }) =>
    scored.length === 0
      ? Number.NaN
      : decayedShare(
          scored.map((q) => q.isBeat),
          8,
          PRIOR,
          2,
        ),
  ),
  signTest: f("historicalAccuracy", ({ scored }) => signTest(scored)),
  bigBeatRate: f("historicalAccuracy", (frame) => bigSurpriseShare(frame, 1, 0.3)),
  bigMissRate: f("historicalAccuracy", (frame) => bigSurpriseShare(frame, -1, 0.15)),
  meetRate: f("historicalAccuracy", ({ scored }) =>
    scored.length === 0
      ? Number.NaN
      : shrunkShare(scored.filter((q) => q.surprise === 0).length, scored.length, 0.1, 3),
  ),
  smallBeatRate: f("historicalAccuracy", ({ scored }) =>
    scored.length === 0
      ? Number.NaN
      : shrunkShare(
          scored.filter((q) => q.surprise > 0 && q.surprise <= 0.021).length,
          scored.length,
          0.2,
          3,
        ),
  ),
  smallMissRate: f("historicalAccuracy", ({ scored }) =>
    scored.length === 0
      ? Number.NaN
      : shrunkShare(
          scored.filter((q) => q.surprise <= 0 && q.surprise >= -0.021).length,
          scored.length,
          0.2,
          3,
        ),
  ),
  streak: f("historicalAccuracy", ({ scored }) => streakOf(scored)),
  reports: f("historicalAccuracy", ({ actuals }) => Math.log1p(actuals.length)),
  beatYearAgo: f("historicalAccuracy", (frame) => given(yearAgo(frame), (q) => Number(q.isBeat))),

  surprise1: f("pastEpsTrends", (frame) => scaledSurprise(frame, 0)),
  surprise2: f("pastEpsTrends", (frame) => scaledSurprise(frame, 1)),
  surprise3: f("pastEpsTrends", (frame) => scaledSurprise(frame, 2)),
  surprise4: f("pastEpsTrends", (frame) => scaledSurprise(frame, 3)),
  surpriseMean4: f("pastEpsTrends", (frame) => meanSurprise(frame, 4)),
  surpriseMean8: f("pastEpsTrends", (frame) => meanSurprise(frame, 8)),
  surpriseMedian: f("pastEpsTrends", ({ scored, level }) =>
    scored.length === 0 ? Number.NaN : clip(median(scored.slice(0, 12).map((q) => q.surprise)) / level, 1),
  ),
  surpriseDecayed: f("pastEpsTrends", (frame) => decayedSurprise(frame)),
  acceleration: f("pastEpsTrends", ({ scored, level }) => {
    const [last, ...before] = scored.slice(0, 4).map((q) => q.surprise);
    return last === undefined || before.length < 3 ? Number.NaN : clip((last - mean(before)) / level, 1);
  }),
  surpriseCents1: f("pastEpsTrends", ({ scored }) => given(scored[0], (q) => clip(q.surprise, 0.3))),
  surpriseCents4: f("pastEpsTrends", ({ scored }) =>
    scored.length === 0 ? Number.NaN : clip(mean(scored.slice(0, 4).map((q) => q.surprise)), 0.3),
  ),
  surpriseToScatter: f("pastEpsTrends", ({ scored }) => surpriseToScatter(scored)),
  lastToScatter: f("pastEpsTrends", ({ scored }) => lastToScatter(scored)),
  surpriseScatter: f("pastEpsTrends", ({ scored, level }) =>
    scored.length < 3
      ? Number.NaN
      : Math.min(2, standardDeviation(scored.slice(0, 8).map((q) => q.surprise)) / level),
  ),
  surpriseYearAgo: f("pastEpsTrends", (frame) =>
    given(yearAgo(frame), (q) => clip(q.surprise / frame.level, 1)),
  ),
  epsScatter: f("pastEpsTrends", ({ actuals, level }) =>
    actuals.length < 3
      ? Number.NaN
      : Math.min(3, standardDeviation(actuals.slice(0, 8).map((q) => q.actual)) / level),
  ),
  growthLast: f("pastEpsTrends", ({ actuals, level }) => {
    const [last] = actuals;
    const before = actuals[4];
    return last && before ? clip((last.actual - before.actual) / level, 2) : Number.NaN;
  }),
  lossShare: f("pastEpsTrends", ({ actuals }) =>
    actuals.length === 0
      ? Number.NaN
      : actuals.slice(0, 8).filter((q) => q.actual < 0).length / Math.min(8, actuals.length),
  ),

  growthToYearAgo: f("analystRatings", (frame) =>
    given(yearAgoActual(frame), (actual) => clip((frame.estimate - actual) / frame.level, 2)),
  ),
  growthToLast: f("analystRatings", ({ actuals, estimate, level }) =>
    given(actuals[0], (q) => clip((estimate - q.actual) / level, 2)),
  ),
  growthToMean4: f("analystRatings", ({ actuals, estimate, level }) =>
    actuals.length === 0
      ? Number.NaN
      : clip((estimate - mean(actuals.slice(0, 4).map((q) => q.actual))) / level, 2),
  ),
  growthToYearAgoEstimate: f("analystRatings", (frame) =>
    given(yearAgo(frame), (q) => clip((frame.estimate - q.estimate) / frame.level, 2)),
  ),
  seasonalGrowth: f("analystRatings", (frame) => {
    const before = yearAgoActual(frame);
    const last = frame.actuals[0]?.actual;
    const beforeLast = frame.actuals[4]?.actual;
    if (before === undefined || last === undefined || beforeLast === undefined) return Number.NaN;
    return clip((frame.estimate - before - (last - beforeLast)) / frame.level, 2);
  }),
  estimateSize: f("analystRatings", ({ estimate }) => Math.log(Math.abs(estimate) + 0.01)),
  estimateIsLoss: f("analystRatings", ({ estimate }) => Number(estimate < 0)),
  estimateToLevel: f("analystRatings", ({ actuals, estimate, level }) =>
    actuals.length === 0 ? Number.NaN : clip(estimate / level, 3),
  ),

  marketBeatRate: f("marketSentiment", ({ input }) => input.context.marketBeatRate ?? Number.NaN),
  seasonBeatRate: f("marketSentiment", ({ input }) => input.context.seasonBeatRate ?? Number.NaN),
  industryBeatRate: f("marketSentiment", ({ input }) => contextShare(input, "industry", 20)),
  peersBeatRate: f("marketSentiment", ({ input }) => contextShare(input, "peersThisSeason", 5)),
  dayOfQuarter: f("marketSentiment", ({ input }) => dayOfQuarter(input.upcoming.reportDate)),
  quarterOfYear: f("marketSentiment", ({ input }) =>
    Math.floor((Number(input.upcoming.reportDate.slice(5, 7)) - 1) / 3),
  ),
  daysSinceLast: f("marketSentiment", ({ input, actuals }) =>
    given(actuals[0], (q) => Math.min(200, daysBetween(q.reportDate, input.upcoming.reportDate))),
  ),
  lateness: f("marketSentiment", (frame) => lateness(frame)),
} as const satisfies Record<string, Feature>;

export type FeatureName = keyof typeof features;

/** Names in the order of every feature vector; the weights file holds the same list. */
export const featureNames = Object.keys(features) as FeatureName[];

/**
 * The feature vector of a forecast, in the order of `featureNames`; NaN where there is no value. Both the fit and the
 * Worker call this and nothing else. Uses nothing reported on or after `asOf`.
 */
export function featuresOf(input: ForecastInput): Float64Array {
  const frame = frameOf(input);
  return Float64Array.from(featureNames, (name) => {
    const value = features[name].compute(frame);
    return Number.isFinite(value) ? value : Number.NaN;
  });
}

function frameOf(input: ForecastInput): Frame {
  const known = input.past
    .filter((quarter) => quarter.reportDate < input.asOf && Number.isFinite(quarter.epsActual))
    .sort((a, b) => (a.reportDate < b.reportDate ? 1 : a.reportDate > b.reportDate ? -1 : 0));
  const estimate = toCents(input.upcoming.epsEstimate);
  const actuals = known.map((quarter) => ({
    reportDate: quarter.reportDate,
    actual: toCents(quarter.epsActual),
  }));
  const sizes = [...actuals.slice(0, 8).map((quarter) => Math.abs(quarter.actual)), Math.abs(estimate)];
  return {
    scored: known.flatMap(scoredQuarter),
    actuals,
    estimate,
    level: Math.max(0.05, median(sizes)),
    input,
  };
}

function scoredQuarter(quarter: PastQuarter): Quarter[] {
  if (quarter.epsEstimate === null || !Number.isFinite(quarter.epsEstimate)) return [];
  const estimate = toCents(quarter.epsEstimate);
  const actual = toCents(quarter.epsActual);
  const surprise = toCents(actual - estimate);
  return [{ reportDate: quarter.reportDate, estimate, actual, surprise, isBeat: isBeat(actual, estimate) }];
}

function beatShare(quarters: Quarter[]): number {
  if (quarters.length === 0) return Number.NaN;
  return shrunkShare(
    quarters.filter((quarter) => quarter.isBeat).length,
    quarters.length,
    PRIOR,
    PRIOR_WEIGHT,
  );
}

/** Beats in a row as a positive number, others in a row as a negative one, at most eight. */
function streakOf(scored: Quarter[]): number {
  const [first] = scored;
  if (!first) return Number.NaN;
  const end = scored.findIndex((quarter) => quarter.isBeat !== first.isBeat);
  const length = Math.min(8, end === -1 ? scored.length : end);
  return first.isBeat ? length : -length;
}

/** Beats minus misses over the root of the reports: how sure it is that the company beats more often than not. */
function signTest(scored: Quarter[]): number {
  if (scored.length < 2) return Number.NaN;
  const balance = scored.reduce((sum, quarter) => sum + Math.sign(quarter.surprise), 0);
  return balance / Math.sqrt(scored.length);
}

/** Share of the last twelve surprises of more than a tenth of the company's EPS, upwards or downwards. */
function bigSurpriseShare({ scored, level }: Frame, direction: 1 | -1, prior: number): number {
  const recent = scored.slice(0, 12);
  if (recent.length === 0) return Number.NaN;
  const big = recent.filter((quarter) => direction * quarter.surprise > 0.1 * level).length;
  return shrunkShare(big, recent.length, prior, 3);
}

/** Mean surprise in units of the EPS level, each quarter counting a fifth less than the next, tempered by half a zero. */
function decayedSurprise({ scored, level }: Frame): number {
  if (scored.length === 0) return Number.NaN;
  let sum = 0;
  let total = 0.5;
  scored.slice(0, 16).forEach((quarter, age) => {
    const weight = 0.5 ** (age / 3);
    sum += weight * clip(quarter.surprise / level, 0.5);
    total += weight;
  });
  return sum / total;
}

function scaledSurprise({ scored, level }: Frame, index: number): number {
  return given(scored[index], (quarter) => clip(quarter.surprise / level, 1));
}

function meanSurprise({ scored, level }: Frame, count: number): number {
  if (scored.length === 0) return Number.NaN;
  return mean(scored.slice(0, count).map((quarter) => clip(quarter.surprise / level, 1)));
}

/** Mean surprise in units of its own scatter: steady small beats count as much as rare large ones. */
function surpriseToScatter(scored: Quarter[]): number {
  const surprises = scored.slice(0, 8).map((quarter) => quarter.surprise);
  if (surprises.length < 2) return Number.NaN;
  return clip(mean(surprises) / (standardDeviation(surprises) + 0.01), 4);
}

function lastToScatter(scored: Quarter[]): number {
  const surprises = scored.slice(0, 8).map((quarter) => quarter.surprise);
  const [last] = surprises;
  if (last === undefined || surprises.length < 3) return Number.NaN;
  return clip(last / (standardDeviation(surprises) + 0.01), 4);
}

/** The quarter reported about a year before the coming report. */
function yearAgo({ scored, input }: Frame): Quarter | undefined {
  return scored.find((quarter) => isYearBefore(quarter.reportDate, input.upcoming.reportDate));
}

function yearAgoActual({ actuals, input }: Frame): number | undefined {
  return actuals.find((quarter) => isYearBefore(quarter.reportDate, input.upcoming.reportDate))?.actual;
}

function isYearBefore(day: string, reportDate: string): boolean {
  return Math.abs(daysBetween(day, reportDate) - 4 * USUAL_GAP_DAYS) <= 40;
}

/** Days by which the report comes later than a year ago; companies with bad news tend to report late. */
function lateness(frame: Frame): number {
  const before = frame.actuals.find((quarter) =>
    isYearBefore(quarter.reportDate, frame.input.upcoming.reportDate),
  );
  return given(before, (quarter) =>
    clip(daysBetween(quarter.reportDate, frame.input.upcoming.reportDate) - 4 * USUAL_GAP_DAYS, 40),
  );
}

/** A rate of other companies, drawn towards the market's by `weight` pseudo-reports. */
function contextShare(input: ForecastInput, name: "industry" | "peersThisSeason", weight: number): number {
  const counts = input.context[name];
  if (!counts) return Number.NaN;
  return shrunkShare(counts.beats, counts.n, input.context.marketBeatRate ?? PRIOR, weight);
}

/** Days into the calendar quarter: the early reporters differ from the late. */
function dayOfQuarter(day: string): number {
  const date = new Date(`${day}T00:00:00Z`);
  const start = Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3, 1);
  return (date.getTime() - start) / 86_400_000;
}

function given<T>(item: T | undefined, read: (item: T) => number): number {
  return item === undefined ? Number.NaN : read(item);
}

function clip(value: number, bound: number): number {
  return Math.min(bound, Math.max(-bound, value));
}
