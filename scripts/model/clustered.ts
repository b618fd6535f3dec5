import { auc } from "./metrics.ts";

/** `day` is the ISO day of the report. */
type Pair = { day: string; isBeat: boolean; before: number; after: number };

/**
 * The second forecast minus the first. Errors are clustered by day, because reports of one day share what moved the
 * market.
 */
type Difference = { auc: number; aucError: number; brier: number; brierError: number };

/** Returns NaN unless both outcomes occur. */
export function differenceOf(pairs: readonly Pair[]): Difference {
  const labels = Uint8Array.from(pairs, ({ isBeat }) => Number(isBeat));
  const [before, after] = [placed(pairs, labels, "before"), placed(pairs, labels, "after")];
  const brierOf = (p: number, isBeat: boolean) => (p - Number(isBeat)) ** 2;
  const squares = pairs.map((one) => brierOf(one.after, one.isBeat) - brierOf(one.before, one.isBeat));
  const brier = squares.reduce((sum, value) => sum + value, 0) / pairs.length;
  return {
    auc: after.auc - before.auc,
    aucError: errorOver(pairs, (i) => (after.parts[i] as number) - (before.parts[i] as number)),
    brier,
    brierError: errorOver(pairs, (i) => ((squares[i] as number) - brier) / pairs.length),
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
  const days = new Map<string, number>();
  pairs.forEach(({ day }, i) => {
    days.set(day, (days.get(day) ?? 0) + partOf(i));
  });
  return Math.sqrt([...days.values()].reduce((sum, value) => sum + value ** 2, 0));
}
