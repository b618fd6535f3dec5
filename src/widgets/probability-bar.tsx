import { percent, signed } from "#lib/numbers.ts";

/** Within this many points of the base rate there is no edge to speak of. */
export const NO_EDGE_POINTS = 3;

type ProbabilityBarProps = {
  /** What the probability is of ("AAPL beats the consensus"). */
  label: string;
  /** Between 0 and 1. */
  probability: number;
  /** How often it happens anyway, between 0 and 1. */
  baseRate: number;
};

/** A probability as a bar with its base rate marked on it; both are read out. */
export function ProbabilityBar({ label, probability, baseRate }: ProbabilityBarProps) {
  return (
    <div
      role="img"
      aria-label={`${label}: ${percent(probability)}, base rate ${percent(baseRate)}, ${edgeText(probability, baseRate)}`}
      className="relative h-3 rounded-full bg-line"
    >
      <div className="h-full rounded-full bg-primary" style={{ width: `${probability * 100}%` }} />
      <span
        className="absolute -top-1 h-5 w-1 -translate-x-1/2 rounded-full border border-surface bg-signal-solid"
        style={{ left: `${baseRate * 100}%` }}
      />
    </div>
  );
}

/** The difference to the base rate in points ("+8.0 points"), or "no edge" within `NO_EDGE_POINTS`. */
export function edgeText(probability: number, baseRate: number): string {
  const points = (probability - baseRate) * 100;
  return Math.abs(points) <= NO_EDGE_POINTS ? "no edge" : `${signed(points, 0)} points`;
}
