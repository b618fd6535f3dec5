import {
  type Figures,
  type GroupFigures,
  type Grouping,
  groupings,
  type ReliabilityBin,
  type Score,
  type SeasonFigures,
  type SkillPoint,
} from "#contract/figures.ts";
import {
  CALIBRATION_BINS,
  companySizes,
  confidenceLevels,
  isTossUp,
  MIN_SETTLED_FOR_PERCENTAGE,
  MIN_SETTLED_FOR_SKILL,
  ROLLING_PREDICTIONS,
} from "#contract/rules.ts";
import { DAY_MS, isoDay } from "#contract/time.ts";
import { wilsonInterval } from "#model/statistics.ts";
import { bootstrapRule, consistencyBand, skillIntervals } from "./bootstrap.ts";
import { brierOf, errorsOf, PROBABILITY_UNITS, type ScoredPrediction, skillOf } from "./brier.ts";
import { discriminationOf } from "./discrimination.ts";

/** Computes all published figures of a set of settled predictions. The order of `predictions` does not matter. */
export function figuresOf(predictions: readonly ScoredPrediction[]): Figures {
  const { draws, seed, level } = bootstrapRule;
  return {
    ...scoreOf(predictions),
    tossUps: tossUpsOf(predictions),
    bins: reliabilityOf(predictions),
    discrimination: discriminationOf(predictions, predictions.length >= MIN_SETTLED_FOR_SKILL),
    overTime: skillOverTime(predictions),
    seasons: seasonsOf(predictions),
    groups: groupings.map((by) => ({ by, groups: groupsBy(by, predictions) })),
    bootstrap: { draws, seed, level },
  };
}

function tossUpsOf(predictions: readonly ScoredPrediction[]): Figures["tossUps"] {
  const members = predictions.filter(({ probability }) => isTossUp(probability / PROBABILITY_UNITS));
  return { n: members.length, correct: members.filter(({ isCorrect }) => isCorrect).length };
}

/** Returns the calibration bin of a probability. The last bin includes 100%. */
function binOf(probability: number): number {
  return Math.min(CALIBRATION_BINS - 1, Math.floor((probability * CALIBRATION_BINS) / PROBABILITY_UNITS));
}

function reliabilityOf(predictions: readonly ScoredPrediction[]): ReliabilityBin[] {
  const bins = Map.groupBy(predictions, ({ probability }) => binOf(probability));
  return Array.from({ length: CALIBRATION_BINS }, (_, bin) => {
    const members = bins.get(bin) ?? [];
    const n = members.length;
    const beats = members.filter(({ isBeat }) => isBeat).length;
    const counts = { from: bin / CALIBRATION_BINS, to: (bin + 1) / CALIBRATION_BINS, n, beats };
    if (n < MIN_SETTLED_FOR_PERCENTAGE) return { ...counts, shares: null };
    const sum = members.reduce((total, { probability }) => total + probability, 0);
    const band = consistencyBand(members.map(({ probability }) => probability / PROBABILITY_UNITS));
    const shares = {
      predicted: sum / n / PROBABILITY_UNITS,
      observed: beats / n,
      bandLow: band.low / n,
      bandHigh: band.high / n,
      ...wilsonInterval(beats, n),
    };
    return { ...counts, shares };
  });
}

function seasonsOf(predictions: readonly ScoredPrediction[]): SeasonFigures[] {
  const quarterOf = ({ day }: ScoredPrediction) =>
    `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
  return [...Map.groupBy(predictions, quarterOf)]
    .toSorted(([nameA], [nameB]) => (nameA < nameB ? -1 : 1))
    .map(([quarter, members]) => ({
      quarter,
      n: members.length,
      correct: members.filter(({ isCorrect }) => isCorrect).length,
      beats: members.filter(({ isBeat }) => isBeat).length,
    }));
}

const UNKNOWN = "Unknown";
const MOST_GROUPS = 60;

const daySpans = [
  { key: "0", until: 0 },
  { key: "1", until: 1 },
  { key: "2-7", until: 7 },
  { key: "8-30", until: 30 },
  { key: "31+", until: Number.POSITIVE_INFINITY },
] as const;

const keysOf: Record<Grouping, (prediction: ScoredPrediction) => string> = {
  sector: ({ sector }) => sector ?? UNKNOWN,
  size: ({ size }) => size ?? UNKNOWN,
  confidence: ({ confidence }) => confidence,
  daysBefore: ({ daysBefore }) =>
    daysBefore === null ? UNKNOWN : (daySpans.find(({ until }) => daysBefore <= until)?.key ?? UNKNOWN),
  model: ({ modelVersion }) => modelVersion,
};

const orders: Partial<Record<Grouping, readonly string[]>> = {
  size: companySizes,
  confidence: confidenceLevels.toReversed(),
  daysBefore: daySpans.map(({ key }) => key),
};

function groupsBy(grouping: Grouping, predictions: readonly ScoredPrediction[]): GroupFigures[] {
  const groups = Map.groupBy(predictions, keysOf[grouping]);
  const order = [...(orders[grouping] ?? []), UNKNOWN];
  const place = (key: string) => order.indexOf(key) + 1 || (orders[grouping] ? order.length + 1 : 0);
  return [...groups]
    .map(([key, members]) => ({ key, ...scoreOf(members) }))
    .sort((a, b) => place(a.key) - place(b.key) || b.n - a.n || (a.key < b.key ? -1 : 1))
    .slice(0, MOST_GROUPS);
}

/** The number of weeks that the skill over time shows: three years. */
const MOST_WEEKS = 156;

/** Returns the Sunday (ISO day, UTC) that ends the week of a time. */
function weekEnd(ms: number): string {
  const at = new Date(ms);
  return isoDay(ms + ((7 - at.getUTCDay()) % 7) * DAY_MS);
}

/**
 * Orders predictions by the time of settlement. Ties are broken by the values that scores depend on, so that
 * everyone who recomputes the figures gets the same order.
 */
function bySettlement(a: ScoredPrediction, b: ScoredPrediction): number {
  return (
    a.settledAt - b.settledAt ||
    (a.day < b.day ? -1 : Number(a.day > b.day)) ||
    a.probability - b.probability ||
    a.baseRate - b.baseRate ||
    Number(a.isBeat) - Number(b.isBeat)
  );
}

function skillOverTime(predictions: readonly ScoredPrediction[]): SkillPoint[] {
  const sorted = predictions.toSorted(bySettlement);
  const ends = new Map(sorted.map(({ settledAt }, i) => [weekEnd(settledAt), i + 1]));
  return [...ends].slice(-MOST_WEEKS).flatMap(([week, end]) => {
    const window = sorted.slice(Math.max(0, end - ROLLING_PREDICTIONS), end);
    if (window.length < MIN_SETTLED_FOR_SKILL) return [];
    const { n, score } = scoreOf(window, bootstrapRule.drawsOverTime);
    return score ? [{ week, n, skill: score.skill, interval: score.skillInterval }] : [];
  });
}

function scoreOf(
  predictions: readonly ScoredPrediction[],
  draws: number = bootstrapRule.draws,
): Omit<GroupFigures, "key"> {
  const n = predictions.length;
  const correct = predictions.filter(({ isCorrect }) => isCorrect).length;
  const beats = predictions.filter(({ isBeat }) => isBeat).length;
  return {
    n,
    correct,
    beats,
    score: n < MIN_SETTLED_FOR_SKILL ? null : scoreWithIntervals(predictions, draws),
  };
}

function scoreWithIntervals(predictions: readonly ScoredPrediction[], draws: number): Score {
  const { n, model, base, alwaysBeat } = errorsOf(predictions);
  const intervals = skillIntervals(predictions, draws);
  return {
    brier: brierOf(model, n),
    baseBrier: brierOf(base, n),
    alwaysBeatBrier: brierOf(alwaysBeat, n),
    skill: skillOf(model, base),
    skillInterval: intervals && finite(intervals.base),
    beatSkill: skillOf(model, alwaysBeat),
    beatSkillInterval: intervals && finite(intervals.alwaysBeat),
  };
}

/**
 * Returns null for an interval with an infinite bound. The skill against "always beat" is minus infinity in a
 * draw without a miss.
 */
function finite(interval: { low: number; high: number }): { low: number; high: number } | null {
  return Number.isFinite(interval.low) && Number.isFinite(interval.high) ? interval : null;
}
