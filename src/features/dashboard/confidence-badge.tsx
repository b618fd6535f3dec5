import type { Confidence } from "#contract/prediction.ts";
import { Badge } from "#ui/badge.tsx";
import { confidenceNames, confidenceScore, scoreTone } from "./scales.ts";

/** A confidence level with its score, in the score's colour. */
export function ConfidenceBadge({ confidence }: { confidence: Confidence }) {
  const score = confidenceScore(confidence);
  return (
    <Badge tone={scoreTone(score)}>
      {confidenceNames[confidence]} <span className="figures">{score}</span>
    </Badge>
  );
}
