import type { EdgeVerdict } from "#contract/prediction.ts";
import { percent, signed } from "#lib/numbers.ts";

type ProbabilityBarProps = {
  /** The event ("AAPL beats the consensus"). */
  label: string;
  /** Between 0 and 1. */
  probability: number;
  /** Between 0 and 1. */
  baseRate: number;
  /** For screen readers, with the figures; null where it is unknown. */
  edgeVerdict: EdgeVerdict | null;
};

/** A probability as a bar with its base rate marked; screen readers get both. Nothing in it is positioned: lists have hundreds. */
export function ProbabilityBar({ label, probability, baseRate, edgeVerdict }: ProbabilityBarProps) {
  const edge = edgeVerdict ? `, ${edgeText(probability - baseRate, edgeVerdict)}` : "";
  return (
    <div
      role="img"
      aria-label={`${label}: ${percent(probability)}, base rate ${percent(baseRate)}${edge}`}
      className="h-3 rounded-full bg-line"
    >
      <div className="h-full rounded-full bg-primary" style={{ width: `${probability * 100}%` }} />
      <div
        className="-mt-4 h-5 w-1 rounded-full border border-surface bg-signal-solid"
        style={{ marginLeft: `calc(${baseRate * 100}% - 0.125rem)` }}
      />
    </div>
  );
}

/** The difference to the base rate in points ("+8 points"), or "no edge". */
export function edgeText(edge: number, verdict: EdgeVerdict): string {
  return verdict === "no_edge" ? "no edge" : `${signed(100 * edge, 0)} points`;
}
