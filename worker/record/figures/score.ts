import type { GroupFigures, Score } from "#contract/figures.ts";
import { MIN_SETTLED_FOR_SKILL } from "#contract/rules.ts";
import { bootstrapRule, skillIntervals } from "./bootstrap.ts";
import { brierOf, errorsOf, skillOf } from "./brier.ts";
import type { ScoredPrediction } from "./scored-prediction.ts";

export function scoreOf(
  predictions: readonly ScoredPrediction[],
  draws: number = bootstrapRule.draws,
): Omit<GroupFigures, "key"> {
  const n = predictions.length;
  const correct = predictions.filter(({ isCorrect }) => isCorrect).length;
  const beats = predictions.filter(({ isBeat }) => isBeat).length;
  return { n, correct, beats, score: n < MIN_SETTLED_FOR_SKILL ? null : enoughFor(predictions, draws) };
}

function enoughFor(predictions: readonly ScoredPrediction[], draws: number): Score {
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

/** "Always beat" without a miss: no end. */
function finite(interval: { low: number; high: number }): { low: number; high: number } | null {
  return Number.isFinite(interval.low) && Number.isFinite(interval.high) ? interval : null;
}
