import { type Figures, groupings } from "#contract/figures.ts";
import { MIN_SETTLED_FOR_SKILL } from "#contract/rules.ts";
import { bootstrapRule } from "./bootstrap.ts";
import { discriminationOf } from "./discrimination.ts";
import { groupsBy } from "./groups.ts";
import { skillOverTime } from "./over-time.ts";
import { reliabilityOf } from "./reliability.ts";
import { scoreOf } from "./score.ts";
import type { ScoredPrediction } from "./scored-prediction.ts";

/** Pure, in any order of the predictions. */
export function figuresOf(predictions: readonly ScoredPrediction[]): Figures {
  const { draws, seed, level } = bootstrapRule;
  return {
    ...scoreOf(predictions),
    bins: reliabilityOf(predictions),
    discrimination: discriminationOf(predictions, predictions.length >= MIN_SETTLED_FOR_SKILL),
    overTime: skillOverTime(predictions),
    groups: groupings.map((by) => ({ by, groups: groupsBy(by, predictions) })),
    bootstrap: { draws, seed, level },
  };
}
