import { fitPlattScaling } from "#model/recalibration.ts";
import type { ModelWeights, Platt } from "#model/weights.ts";

/** Fits Platt's scaling (Platt 1999), rounded to five digits. */
export function fitPlatt(logOdds: Float64Array, labels: Uint8Array, weights?: Float64Array): Platt {
  const { slope, intercept } = fitPlattScaling(logOdds, labels, weights);
  return { slope: Number(slope.toFixed(5)), intercept: Number(intercept.toFixed(5)) };
}

const BAND_WIDTH = 0.05;

/** Counts in bands of five percentage points. */
export function countBands(
  probabilities: Float64Array,
  labels: Uint8Array,
): ModelWeights["tiers"]["full"]["bands"] {
  return Array.from({ length: Math.round(1 / BAND_WIDTH) }, (_, k) => {
    const from = Number((k * BAND_WIDTH).toFixed(2));
    const to = Number(((k + 1) * BAND_WIDTH).toFixed(2));
    let [n, beats] = [0, 0];
    probabilities.forEach((p, i) => {
      if (p < from || p >= to) return;
      n++;
      beats += labels[i] ?? 0;
    });
    return { from, to, n, beats };
  });
}

type Thresholds = ModelWeights["tiers"]["full"]["confidence"];

/** The share of forecasts that each level and those above it hold; the rest are `low`. */
const levelShares = { very_high: 0.2, high: 0.5, medium: 0.8 } as const;

/** Levels hold fixed shares, so that each level's hit rate can differ from its neighbor's. */
export function fitConfidence(probabilities: Float64Array): Thresholds {
  const predicted = probabilities
    .map((p) => Math.max(p, 1 - p))
    .sort()
    .reverse();
  const at = (share: number) => Number((predicted[Math.floor(share * predicted.length)] ?? 0.5).toFixed(3));
  return { very_high: at(levelShares.very_high), high: at(levelShares.high), medium: at(levelShares.medium) };
}

/** A level of a poorer feature tier promises no less than that of the full tier. */
export function atLeast(own: Thresholds, full: Thresholds): Thresholds {
  return {
    very_high: Math.max(own.very_high, full.very_high),
    high: Math.max(own.high, full.high),
    medium: Math.max(own.medium, full.medium),
  };
}
