import { type EarningsEvent, isLargeSurprise } from "./events.ts";

/** The Mann-Whitney statistic, in which ties count half. Returns NaN unless both labels occur. */
export function auc(scores: Float64Array, labels: Uint8Array): number {
  const order = Array.from(scores.keys()).sort((a, b) => (scores[a] ?? 0) - (scores[b] ?? 0));
  let rankSum = 0;
  let positives = 0;
  for (let i = 0; i < order.length; ) {
    let j = i;
    while (j < order.length && scores[order[j] ?? 0] === scores[order[i] ?? 0]) j++;
    for (let k = i; k < j; k++) {
      if (!labels[order[k] ?? 0]) continue;
      rankSum += (i + j + 1) / 2;
      positives++;
    }
    i = j;
  }
  const negatives = order.length - positives;
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}

/** The Brier score (Brier 1950). */
export function brier(probabilities: Float64Array, labels: Uint8Array): number {
  return probabilities.reduce((sum, p, i) => sum + (p - (labels[i] ?? 0)) ** 2, 0) / probabilities.length;
}

/** Uses the natural logarithm. */
export function logLoss(probabilities: Float64Array, labels: Uint8Array): number {
  const loss = probabilities.reduce((sum, p, i) => {
    const bounded = Math.min(1 - 1e-12, Math.max(1e-12, p));
    return sum - Math.log(labels[i] ? bounded : 1 - bounded);
  }, 0);
  return loss / probabilities.length;
}

/** Uses a threshold of one half. */
export function accuracy(probabilities: Float64Array, labels: Uint8Array): number {
  return (
    probabilities.reduce((hits, p, i) => hits + Number(p >= 0.5 === Boolean(labels[i])), 0) /
    probabilities.length
  );
}

/** Counts only surprises of at least 15%. Returns NaN without any. */
export function largeSurpriseAccuracy(
  events: readonly EarningsEvent[],
  probabilities: Float64Array,
  labels: Uint8Array,
): number {
  const isLarge = (_: unknown, i: number) => events[i] !== undefined && isLargeSurprise(events[i]);
  return accuracy(probabilities.filter(isLarge), labels.filter(isLarge));
}

export type Bin = { predicted: number; observed: number; n: number };

/** Bins of equal size, lowest probabilities first. */
export function deciles(probabilities: Float64Array, labels: Uint8Array): Bin[] {
  const order = Array.from(probabilities.keys()).sort(
    (a, b) => (probabilities[a] ?? 0) - (probabilities[b] ?? 0),
  );
  return Array.from({ length: 10 }, (_, k) => {
    const members = order.slice(
      Math.floor((k * order.length) / 10),
      Math.floor(((k + 1) * order.length) / 10),
    );
    const n = members.length;
    return {
      predicted: members.reduce((sum, i) => sum + (probabilities[i] ?? 0), 0) / n,
      observed: members.reduce((sum, i) => sum + (labels[i] ?? 0), 0) / n,
      n,
    };
  });
}

/** The mean distance between predicted and observed share, weighted by size. */
export function calibrationError(bins: readonly Bin[]): number {
  const total = bins.reduce((sum, bin) => sum + bin.n, 0);
  return bins.reduce(
    (sum, bin) => sum + (bin.n ? (bin.n / total) * Math.abs(bin.predicted - bin.observed) : 0),
    0,
  );
}
