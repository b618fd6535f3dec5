import type { Metrics } from "#contract/dashboard.ts";
import { fixed } from "#contract/format.ts";
import type { CalibrationBin, GroupScore, Rate, Scorecard } from "#contract/record.ts";
import { CALIBRATION_BINS } from "#contract/rules.ts";
import { round, wilsonInterval } from "#model/statistics.ts";
import { PROBABILITY_UNITS } from "./figures/brier.ts";
import type { Tally } from "./tallies.ts";

export function scorecardOf(tallies: readonly Tally[]): Scorecard {
  const talliesOf = (dimension: Tally["dimension"]) =>
    tallies.filter((tally) => tally.dimension === dimension);
  const [all] = talliesOf("all");
  const { n = 0, correct = 0, predictedBeat = 0, predictedBeatCorrect = 0, beats = 0 } = all ?? {};
  return {
    settled: n,
    correct,
    wrong: n - correct,
    accuracy: rateOf(correct, n),
    beatRate: rateOf(beats, n),
    beatCalls: rateOf(predictedBeatCorrect, predictedBeat),
    missCalls: rateOf(correct - predictedBeatCorrect, n - predictedBeat),
    brier: all ? brierOf(all.brierSum, n) : null,
    baseBrier: all ? brierOf(all.baseBrierSum, n) : null,
    skill: all ? skillOf(all) : null,
    bins: binsOf(talliesOf("bin")),
    byConfidence: talliesOf("confidence").map(groupOf),
    bySector: talliesOf("sector").map(groupOf),
    byModel: talliesOf("model").map(groupOf),
    byQuarter: talliesOf("quarter").map(groupOf),
  };
}

/**
 * Returns the summary metrics, with shares in percent. A share is null while no settled prediction counts
 * toward it.
 */
export function metricsOf(scorecard: Scorecard, totalPredictions: number): Metrics {
  const { accuracy, beatCalls, missCalls, settled } = scorecard;
  const text = (rate: Rate | null) => (rate ? fixed(100 * rate.share, 1) : null);
  const percent = (share: number) => round(100 * share, 1);
  return {
    overallAccuracy: text(accuracy),
    beatAccuracy: text(beatCalls),
    missAccuracy: text(missCalls),
    totalPredictions,
    settledPredictions: settled,
    confidenceInterval: accuracy ? { low: percent(accuracy.low), high: percent(accuracy.high) } : null,
  };
}

function rateOf(hits: number, n: number): Rate | null {
  return n === 0 ? null : { n, hits, share: hits / n, ...wilsonInterval(hits, n) };
}

function brierOf(sum: number, n: number): number {
  return sum / n / PROBABILITY_UNITS ** 2;
}

/**
 * Returns the skill against the base rate: 1 − Brier / Brier of the base rate (Brier 1950; Murphy 1973).
 * Returns null when the base rate made no error.
 */
function skillOf({ brierSum, baseBrierSum }: Tally): number | null {
  return baseBrierSum === 0 ? null : 1 - brierSum / baseBrierSum;
}

function groupOf(tally: Tally): GroupScore {
  const { key, n, correct, brierSum } = tally;
  return {
    key,
    n,
    correct,
    accuracy: rateOf(correct, n),
    brier: brierOf(brierSum, n),
    skill: skillOf(tally),
  };
}

function binsOf(tallies: readonly Tally[]): CalibrationBin[] {
  return Array.from({ length: CALIBRATION_BINS }, (_, i) => {
    const tally = tallies.find(({ key }) => Number(key) === i);
    return {
      from: i / CALIBRATION_BINS,
      to: (i + 1) / CALIBRATION_BINS,
      n: tally?.n ?? 0,
      meanProbability: tally ? tally.probabilitySum / tally.n / PROBABILITY_UNITS : null,
      beat: tally ? rateOf(tally.beats, tally.n) : null,
    };
  });
}
