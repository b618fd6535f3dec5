import type { ReliabilityBin } from "#contract/figures.ts";
import { CALIBRATION_BINS, MIN_SETTLED_FOR_PERCENTAGE } from "#contract/rules.ts";
import { consistencyBand } from "./consistency-band.ts";
import { PROBABILITY_UNITS, type ScoredPrediction } from "./scored-prediction.ts";

/** Ten points each; the last one includes 100%. */
function binOf(probability: number): number {
  return Math.min(CALIBRATION_BINS - 1, Math.floor((probability * CALIBRATION_BINS) / PROBABILITY_UNITS));
}

export function reliabilityOf(predictions: readonly ScoredPrediction[]): ReliabilityBin[] {
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
    };
    return { ...counts, shares };
  });
}
