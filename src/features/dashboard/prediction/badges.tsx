import { type Confidence, outcomeOf, type PredictionHistoryItem } from "#contract/prediction.ts";
import { Badge } from "#ui/badge.tsx";
import { VerdictBadge } from "#ui/domain/verdict-badge.tsx";
import { confidenceScore, confidenceTitle, openStateNames, scoreTone } from "../scales.ts";

type OutcomeBadgeProps = Pick<PredictionHistoryItem, "state" | "isCorrect" | "beatProbability">;

const specWords = { Right: "Correct", Wrong: "Missed", "Toss-up": "Toss-up", Settled: "Settled" } as const;

/** 'Correct' and 'Missed' are the spec's words. */
export function OutcomeBadge({ state, isCorrect, beatProbability }: OutcomeBadgeProps) {
  const { badge, sign, tone } = outcomeOf({ isCorrect }, beatProbability);
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
