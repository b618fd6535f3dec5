import type { Confidence, PredictionHistoryItem } from "#contract/prediction.ts";
import { Badge } from "#ui/badge.tsx";
import { confidenceScore, confidenceTitle, openStateNames, scoreTone } from "../scales.ts";

type OutcomeBadgeProps = Pick<PredictionHistoryItem, "state" | "isCorrect">;

/** 'Correct' or 'Missed' (the spec's word for wrong) once settled, which look the same; else the state. */
export function OutcomeBadge({ state, isCorrect }: OutcomeBadgeProps) {
  if (isCorrect !== null) return <Badge>{isCorrect ? "Correct" : "Missed"}</Badge>;
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
