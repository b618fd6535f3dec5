import { addErrors, type ErrorSums, errorsOf, NO_ERRORS } from "./brier.ts";
import type { ScoredPrediction } from "./scored-prediction.ts";

/** Published, so that anyone can repeat the intervals. */
export const bootstrapRule = {
  draws: 2_000,
  drawsOverTime: 400,
  seed: 20_261_122,
  level: 0.95,
  /** Fewer say too little of how days differ. */
  minDays: 10,
} as const;

export type Interval = { low: number; high: number };

/** Marsaglia's xorshift32: any language repeats it. */
export function drawsFrom(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.floor(((state >>> 0) / 2 ** 32) * below);
  };
}

/** The middle 95%: the 51st and the 1,950th of 2,000. */
export function middleOf(drawn: Float64Array): Interval {
  const sorted = drawn.toSorted();
  const tail = Math.floor(((1 - bootstrapRule.level) / 2) * sorted.length);
  return { low: sorted[tail] as number, high: sorted[sorted.length - 1 - tail] as number };
}

export function byDay(predictions: readonly ScoredPrediction[]): ScoredPrediction[][] {
  const days = Map.groupBy(predictions, ({ day }) => day);
  return [...days.keys()].sort().map((day) => days.get(day) ?? []);
}

/** Whole days are drawn: a day's companies share its news. Null with too few. */
export function skillIntervals(
  predictions: readonly ScoredPrediction[],
  draws: number = bootstrapRule.draws,
): { base: Interval; alwaysBeat: Interval } | null {
  const days = byDay(predictions).map(errorsOf);
  if (days.length < bootstrapRule.minDays) return null;
  const draw = drawsFrom(bootstrapRule.seed);
  const base = new Float64Array(draws);
  const alwaysBeat = new Float64Array(draws);
  for (let i = 0; i < draws; i++) {
    let sums: ErrorSums = NO_ERRORS;
    for (let k = 0; k < days.length; k++) sums = addErrors(sums, days[draw(days.length)] as ErrorSums);
    base[i] = drawnSkill(sums.model, sums.base);
    alwaysBeat[i] = drawnSkill(sums.model, sums.alwaysBeat);
  }
  return { base: middleOf(base), alwaysBeat: middleOf(alwaysBeat) };
}

/** A reference without error counts as no skill, or as the worst if the model erred. */
function drawnSkill(sum: number, referenceSum: number): number {
  if (referenceSum > 0) return 1 - sum / referenceSum;
  return sum === 0 ? 0 : Number.NEGATIVE_INFINITY;
}
