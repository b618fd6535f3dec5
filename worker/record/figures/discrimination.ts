import type { Discrimination } from "#contract/figures.ts";
import { bootstrapRule, drawsFrom, groupByReportDay, type Interval, middle95Of } from "./bootstrap.ts";
import { PROBABILITY_UNITS, type ScoredPrediction } from "./brier.ts";

/** The number of bars in the histogram. Each covers five percentage points of P(beat). */
const BARS = 20;

export function discriminationOf(
  predictions: readonly ScoredPrediction[],
  hasFigures: boolean,
): Discrimination {
  const bars = Array.from({ length: BARS }, (_, bar) => ({
    from: bar / BARS,
    to: (bar + 1) / BARS,
    beats: 0,
    misses: 0,
  }));
  for (const { probability, isBeat } of predictions) {
    const bar = bars[Math.min(BARS - 1, Math.floor((probability * BARS) / PROBABILITY_UNITS))];
    if (bar) bar[isBeat ? "beats" : "misses"] += 1;
  }
  if (!hasFigures) return { bars, meanOfBeats: null, meanOfMisses: null, ranking: null };
  return {
    bars,
    meanOfBeats: meanOf(predictions.filter(({ isBeat }) => isBeat)),
    meanOfMisses: meanOf(predictions.filter(({ isBeat }) => !isBeat)),
    ranking: rankingOf(predictions),
  };
}

function meanOf(predictions: readonly ScoredPrediction[]): number | null {
  const sum = predictions.reduce((total, { probability }) => total + probability, 0);
  return predictions.length === 0 ? null : sum / predictions.length / PROBABILITY_UNITS;
}

/**
 * Returns the area under the ROC curve, with a bootstrap interval from drawing whole report days. Returns
 * null without at least one beat and one miss.
 */
function rankingOf(predictions: readonly ScoredPrediction[]): Discrimination["ranking"] {
  const days = groupByReportDay(predictions);
  const ranked = days
    .flatMap((members, day) => members.map(({ probability, isBeat }) => ({ probability, isBeat, day })))
    .sort((a, b) => a.probability - b.probability);
  const value = areaOf(ranked, null);
  if (value === null) return null;
  if (days.length < bootstrapRule.minDays) return { value, interval: null };
  const draw = drawsFrom(bootstrapRule.seed);
  const areas = new Float64Array(bootstrapRule.drawsOverTime);
  for (let i = 0; i < areas.length; i++) {
    const weights = new Uint32Array(days.length);
    for (let k = 0; k < days.length; k++) {
      const day = draw(days.length);
      weights[day] = (weights[day] as number) + 1;
    }
    areas[i] = areaOf(ranked, weights) ?? 0.5;
  }
  const interval: Interval = middle95Of(areas);
  return { value, interval };
}

type RankedForecast = { probability: number; isBeat: boolean; day: number };

/**
 * Returns the share of pairs of a beat and a miss in which the beat has the higher probability. Ties count
 * half. `ranked` must be sorted by probability; `weights` says how often each day counts, and null counts
 * each once.
 */
function areaOf(ranked: readonly RankedForecast[], weights: Uint32Array | null): number | null {
  let [beats, misses, pairs] = [0, 0, 0];
  for (let i = 0; i < ranked.length; ) {
    let [tiedBeats, tiedMisses] = [0, 0];
    const { probability } = ranked[i] as RankedForecast;
    for (; i < ranked.length && ranked[i]?.probability === probability; i++) {
      const { isBeat, day } = ranked[i] as RankedForecast;
      const weight = weights ? (weights[day] as number) : 1;
      if (isBeat) tiedBeats += weight;
      else tiedMisses += weight;
    }
    pairs += tiedBeats * (misses + tiedMisses / 2);
    beats += tiedBeats;
    misses += tiedMisses;
  }
  return beats === 0 || misses === 0 ? null : pairs / beats / misses;
}
