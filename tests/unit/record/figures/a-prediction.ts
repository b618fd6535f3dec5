import { drawsFrom } from "#record/figures/bootstrap.ts";
import type { ScoredPrediction } from "#record/figures/brier.ts";

/** Makes a settled prediction. Fields that a test does not name have ordinary values. */
export function aPrediction(given: Partial<ScoredPrediction> = {}): ScoredPrediction {
  const { probability = 7_000, isBeat = true } = given;
  return {
    probability,
    baseRate: 6_500,
    isBeat,
    isCorrect: probability >= 5_000 === isBeat,
    day: "2026-11-02",
    settledAt: Date.parse("2026-11-03T12:00:00Z"),
    sector: "Technology",
    size: "large",
    confidence: "high",
    modelVersion: "2026.1",
    daysBefore: 1,
    ...given,
  };
}

/**
 * Makes `n` invented predictions on this many days whose probabilities are right. They are the same in every run.
 */
export function aSeason(n: number, days: number): ScoredPrediction[] {
  const draw = drawsFrom(7);
  return Array.from({ length: n }, (_, i) => {
    const probability = 3_000 + draw(6_900);
    const day = new Date(Date.parse("2026-01-05") + (i % days) * 86_400_000).toISOString().slice(0, 10);
    return aPrediction({
      probability,
      isBeat: draw(10_000) < probability,
      day,
      settledAt: Date.parse(`${day}T22:00:00Z`),
      sector: i % 3 === 0 ? "Energy" : "Technology",
    });
  });
}
