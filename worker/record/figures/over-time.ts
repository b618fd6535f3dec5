import type { SkillPoint } from "#contract/figures.ts";
import { MIN_SETTLED_FOR_SKILL, ROLLING_PREDICTIONS } from "#contract/rules.ts";
import { DAY_MS, isoDay } from "#contract/time.ts";
import { bootstrapRule } from "./bootstrap.ts";
import { scoreOf } from "./score.ts";
import type { ScoredPrediction } from "./scored-prediction.ts";

/** Three years. */
const MOST_WEEKS = 156;

/** The Sunday (ISO, UTC) that ends the week. */
function weekEnd(ms: number): string {
  const at = new Date(ms);
  return isoDay(ms + ((7 - at.getUTCDay()) % 7) * DAY_MS);
}

/** Ties are broken by what their scores depend on. */
function bySettlement(a: ScoredPrediction, b: ScoredPrediction): number {
  return (
    a.settledAt - b.settledAt ||
    (a.day < b.day ? -1 : Number(a.day > b.day)) ||
    a.probability - b.probability ||
    a.baseRate - b.baseRate ||
    Number(a.isBeat) - Number(b.isBeat)
  );
}

export function skillOverTime(predictions: readonly ScoredPrediction[]): SkillPoint[] {
  const sorted = predictions.toSorted(bySettlement);
  const ends = new Map(sorted.map(({ settledAt }, i) => [weekEnd(settledAt), i + 1]));
  return [...ends].slice(-MOST_WEEKS).flatMap(([week, end]) => {
    const window = sorted.slice(Math.max(0, end - ROLLING_PREDICTIONS), end);
    if (window.length < MIN_SETTLED_FOR_SKILL) return [];
    const { n, score } = scoreOf(window, bootstrapRule.drawsOverTime);
    return score ? [{ week, n, skill: score.skill, interval: score.skillInterval }] : [];
  });
}
