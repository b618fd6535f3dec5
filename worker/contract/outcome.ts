import { isTossUp } from "./rules.ts";

type Ended = { isCorrect: boolean | null; actualResult?: "beat" | "miss" | null } | null;

/** Carries the meaning where color is not seen. */
const verdicts = {
  right: { word: "right", badge: "Right", sign: "✓", tone: "positive" },
  wrong: { word: "wrong", badge: "Wrong", sign: "✗", tone: "negative" },
  tossUp: { word: "a toss-up", badge: "Toss-up", sign: "≈", tone: "neutral" },
  settled: { word: "settled", badge: "Settled", sign: "", tone: "neutral" },
} as const;

/** `probability` is of a beat or of the predicted side, 0 to 1: the verdict is the same. */
export function outcomeOf(ended: Ended, probability: number | null) {
  const verdict = verdicts[verdictOf(ended?.isCorrect ?? null, probability)];
  return {
    ...verdict,
    yours: `your prediction was ${verdict.word}`,
    reported: ended?.actualResult ? ` a ${ended.actualResult}` : "",
  };
}

function verdictOf(isCorrect: boolean | null, probability: number | null): keyof typeof verdicts {
  if (isCorrect === null) return "settled";
  if (probability !== null && isTossUp(probability)) return "tossUp";
  return isCorrect ? "right" : "wrong";
}

export function tossUpNote(probability: number): string {
  return isTossUp(probability) ? ", a toss-up" : "";
}
