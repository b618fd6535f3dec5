import type { ModelSummary } from "#contract/prediction.ts";
import { counted, percent } from "#lib/numbers.ts";

export function BandRecord({ band }: Pick<ModelSummary, "band">) {
  if (!band) return null;
  return (
    <p>
      When we said {percent(band.from)} to {percent(band.to)}, companies beat {percent(band.hitRate, 1)} of
      the time (back-test, {counted(band.n, "prediction")}; 95% interval {percent(band.low, 1)} to{" "}
      {percent(band.high, 1)}).
    </p>
  );
}

/** "85%: 15 points above"; names P(beat) where the ring has another. */
export function headline(
  beatPercent: number,
  { edge, edgeVerdict }: Pick<ModelSummary, "edge" | "edgeVerdict">,
): string {
  const beat = beatPercent >= 50 ? `${beatPercent}%:` : `${beatPercent}% to beat:`;
  const points = counted(Math.round(100 * Math.abs(edge)), "point");
  return edgeVerdict === "no_edge"
    ? `${beat} no edge over`
    : `${beat} ${points} ${edgeVerdict === "edge_up" ? "above" : "below"}`;
}
