import {
  type Confidence,
  type ModelSummary,
  outcomeBadgeOf,
  type PredictionHistoryItem,
} from "#contract/prediction.ts";
import { counted, percent } from "#lib/numbers.ts";
import { Badge } from "#ui/badge.tsx";
import { VerdictBadge } from "#ui/domain/verdict-badge.tsx";
import { confidenceScore, confidenceTitle, openStateNames, scoreTone } from "../scales.ts";

type OutcomeBadgeProps = Pick<PredictionHistoryItem, "state" | "isCorrect" | "beatProbability">;

const specWords = { Right: "Correct", Wrong: "Missed", "Toss-up": "Toss-up", Settled: "Settled" } as const;

/**
 * Shows how a prediction turned out, or its state until then. "Correct" and "Missed" are the specification's
 * words.
 */
export function OutcomeBadge({ state, isCorrect, beatProbability }: OutcomeBadgeProps) {
  const { badge, sign, tone } = outcomeBadgeOf({ isCorrect }, beatProbability);
  if (isCorrect !== null) return <VerdictBadge sign={sign} tone={tone} text={specWords[badge]} />;
  return <Badge tone={state === "review" ? "warn" : "neutral"}>{openStateNames[state]}</Badge>;
}

export function ConfidenceBadge({ confidence }: { confidence: Confidence }) {
  const score = confidenceScore(confidence);
  return (
    <Badge tone={scoreTone(score)}>
      {confidenceTitle(confidence)} <span className="figures">{score}</span>
    </Badge>
  );
}

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

/**
 * Formats as "85%: 15 points above". Below 50% it adds "to beat", because the ring beside it then shows the
 * probability of a miss.
 */
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
