import type { EdgeVerdict } from "#contract/prediction.ts";
import { percent, signed } from "#lib/numbers.ts";
import type { Color } from "../tokens.ts";

type ProbabilityBarProps = {
  label: string;
  /** The probability of a beat, from 0 to 1. */
  probability: number;
  /** The share of comparable companies that beat, from 0 to 1. */
  baseRate: number;
  /** Sets the bar's color. `edgeVerdict` is null when it is unknown. */
  edgeVerdict: EdgeVerdict | null;
};

/** The bar's color shows the edge over the base rate, never just the side that is predicted. */
export const edgeColors = {
  edge_up: "positive-solid",
  edge_down: "negative-solid",
  no_edge: "muted",
} as const satisfies Record<EdgeVerdict, Color>;

export function ProbabilityBar({ label, probability, baseRate, edgeVerdict }: ProbabilityBarProps) {
  const edge = edgeVerdict ? `, ${edgeText(probability - baseRate, edgeVerdict)}` : "";
  return (
    <div
      role="img"
      aria-label={`${label}: ${percent(probability)}, base rate ${percent(baseRate)}${edge}`}
      className="h-3 rounded-full bg-line"
    >
      <div
        className="h-full rounded-full"
        style={{
          width: `${probability * 100}%`,
          backgroundColor: `var(--c-${edgeColors[edgeVerdict ?? "no_edge"]})`,
        }}
      />
      <div
        className="-mt-4 h-5 w-1 rounded-full border border-surface bg-signal-solid"
        style={{ marginLeft: `calc(${baseRate * 100}% - 0.125rem)` }}
      />
    </div>
  );
}

/** Formats as "+8 points" or "no edge". */
export function edgeText(edge: number, verdict: EdgeVerdict): string {
  return verdict === "no_edge" ? "no edge" : `${signed(100 * edge, 0)} points`;
}
