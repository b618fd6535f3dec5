import type { Figures } from "#contract/figures.ts";
import { counted, number, percent } from "#lib/numbers.ts";

/** "When we say 80%, it happens 71 to 77% of the time.": the bin with most predictions. */
export function calibrationSentence(bins: Figures["bins"]): string {
  const most = bins.reduce<Figures["bins"][number] | null>(
    (best, bin) => (bin.shares && bin.n > (best?.n ?? 0) ? bin : best),
    null,
  );
  if (!most?.shares) return "Do predictions at 80% come true 80 times in 100?";
  const { predicted, low, high } = most.shares;
  return `When we say ${percent(predicted)}, it happens ${number(100 * low, 0)} to ${percent(high)} of the time (${counted(most.n, "prediction")}, 95% interval).`;
}
