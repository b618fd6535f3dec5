import type { Analysis } from "#contract/analysis.ts";
import type { Evidence } from "#contract/evidence.ts";
import { type Contribution, contributionsOf, OVERLAP } from "#contract/waterfall.ts";
import { number, signed } from "#lib/numbers.ts";

/** A step of the model between the base rate and P(beat). */
export type Reason = {
  label: string;
  /** Change of the probability in points, with its sign. */
  points: number;
  /** A fact of the group, to read beside the effect. Null where none stands for the group. */
  fact: Evidence | null;
  /** What the step is, where its label alone does not say it. */
  note: string | null;
};
type Reasons = { raising: Reason[]; lowering: Reason[] };

/** Reasons shown on each side. */
const SHOWN = 2;
/** A smaller effect reads as zero with one decimal. */
const LEAST_POINTS = 0.05;

/** Beginning of the label of the fact that stands for a group; the first that the evidence has is taken. */
const factLabels: Record<string, readonly string[]> = {
  "Historical accuracy": ["Beats in the last"],
  "Past EPS trends": ["Surprise of the last report", "Consensus EPS against a year ago"],
  "Analyst ratings": ["Change of the consensus in 30 days", "Mean rating"],
};

/** The strongest steps of the model towards a beat and against it, largest first. Empty without an ablation. */
export function strongestReasons({ aiAnalysis, model, prediction, evidence }: ReasonsInput): Reasons {
  const breakdown = aiAnalysis.transparencyBreakdown;
  if (!breakdown) return { raising: [], lowering: [] };
  const reasons = contributionsOf({
    logOdds: breakdown.logOdds,
    baseRate: model.baseRate,
    probability: prediction.beatProbability,
  })
    .map((step) => reasonOf(step, evidence))
    .filter(({ points }) => Math.abs(points) >= LEAST_POINTS)
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));
  return {
    raising: reasons.filter(({ points }) => points > 0).slice(0, SHOWN),
    lowering: reasons.filter(({ points }) => points < 0).slice(0, SHOWN),
  };
}

type ReasonsInput = {
  aiAnalysis: Pick<Analysis["aiAnalysis"], "transparencyBreakdown">;
  model: Pick<Analysis["model"], "baseRate">;
  prediction: Pick<Analysis["prediction"], "beatProbability">;
  evidence: readonly Evidence[];
};

function reasonOf({ label, points }: Contribution, evidence: readonly Evidence[]): Reason {
  const known = (factLabels[label] ?? []).map((start) =>
    evidence.find((fact) => fact.label.startsWith(start) && fact.value !== null),
  );
  const isOverlap = label === OVERLAP && points < 0;
  return {
    label,
    points,
    fact: known.find((fact) => fact !== undefined) ?? null,
    note: isOverlap ? "What they share with each other and with the base rate counts once" : null,
  };
}

/** A fact in a few words: "Beats in the last 8 reports: 8", "Surprise of the last report: +0.7%". */
export function factText({ label, value, unit }: Pick<Evidence, "label" | "value" | "unit">): string {
  if (typeof value !== "number") return `${label}: ${value ?? "not known"}`;
  return `${label}: ${unit === "%" ? `${signed(value)}%` : number(value)}`;
}
