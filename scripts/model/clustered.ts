import { weekOf } from "#contract/time.ts";
import { auc } from "./metrics.ts";

/** Two forecasts of the same report. `day` is its ISO day. */
type Pair = { symbol: string; day: string; isBeat: boolean; before: number; after: number };

/**
 * The second forecast minus the first. Errors are clustered by company and by week (Cameron, Gelbach and Miller
 * 2011), because a company's surprises resemble each other, and reports of one week share what moved the market.
 */
export type Difference = Record<"auc" | "brier" | "logLoss", { value: number; error: number }>;

/** Returns how the second forecasts differ from the first. The AUC is NaN unless both outcomes occur among the pairs. */
export function differenceOf(pairs: readonly Pair[]): Difference {
  const labels = Uint8Array.from(pairs, ({ isBeat }) => Number(isBeat));
  const [before, after] = [placed(pairs, labels, "before"), placed(pairs, labels, "after")];
  const of = (lossOf: (p: number, isBeat: boolean) => number) => {
    const parts = pairs.map((one) => lossOf(one.after, one.isBeat) - lossOf(one.before, one.isBeat));
    const value = parts.reduce((sum, part) => sum + part, 0) / pairs.length;
    return { value, error: errorOver(pairs, (i) => ((parts[i] as number) - value) / pairs.length) };
  };
  return {
    auc: {
      value: after.auc - before.auc,
      error: errorOver(pairs, (i) => (after.parts[i] as number) - (before.parts[i] as number)),
    },
    brier: of((p, isBeat) => (p - Number(isBeat)) ** 2),
    logLoss: of((p, isBeat) => -Math.log(Math.max(1e-12, isBeat ? p : 1 - p))),
  };
}

/** Returns the AUC and each forecast's part in it (DeLong 1988). */
function placed(pairs: readonly Pair[], labels: Uint8Array, key: "before" | "after") {
  const scores = Float64Array.from(pairs, (pair) => pair[key]);
  const sorted = (label: 0 | 1) => scores.filter((_, i) => labels[i] === label).sort();
  const [others, beats] = [sorted(0), sorted(1)];
  const whole = auc(scores, labels);
  const parts = scores.map((score, i) => {
    const [own, against] = labels[i] === 1 ? [beats, others] : [others, beats];
    const below = shareBelow(against, score);
    return ((labels[i] === 1 ? below : 1 - below) - whole) / own.length;
  });
  return { auc: whole, parts };
}

/** Takes sorted values; equal ones count half. */
function shareBelow(sorted: Float64Array, value: number): number {
  const until = (isPassed: (other: number) => boolean) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isPassed(sorted[middle] as number)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return (until((other) => other < value) + until((other) => other <= value)) / 2 / sorted.length;
}

function errorOver(pairs: readonly Pair[], partOf: (i: number) => number): number {
  const varianceOver = (keyOf: (pair: Pair) => string) => {
    const sums = new Map<string, number>();
    pairs.forEach((pair, i) => {
      const key = keyOf(pair);
      sums.set(key, (sums.get(key) ?? 0) + partOf(i));
    });
    return [...sums.values()].reduce((sum, value) => sum + value ** 2, 0);
  };
  const company = varianceOver(({ symbol }) => symbol);
  const week = varianceOver(({ day }) => weekOf(day));
  const both = varianceOver(({ symbol, day }) => `${symbol} ${weekOf(day)}`);
  // With few clusters the sum may fall below one of its parts, and may even be negative.
  return Math.sqrt(Math.max(company + week - both, company, week));
}
