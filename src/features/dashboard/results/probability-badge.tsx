import type { Prediction, PredictionType } from "#contract/prediction.ts";

const RADIUS = 52;
const LENGTH = 2 * Math.PI * RADIUS;

/** The probability of the predicted outcome, in percent, as a ring. */
export function ProbabilityBadge({ percent, type }: { percent: number; type: PredictionType }) {
  const colour = type === "beat" ? "var(--c-positive-solid)" : "var(--c-negative-solid)";
  return (
    <div className="relative size-28 sm:size-36" data-testid="probability">
      <svg viewBox="0 0 120 120" className="size-full -rotate-90" aria-hidden="true">
        <circle cx="60" cy="60" r={RADIUS} fill="none" stroke="var(--c-sunken)" strokeWidth="9" />
        <circle
          cx="60"
          cy="60"
          r={RADIUS}
          fill="none"
          stroke={colour}
          strokeWidth="9"
          strokeLinecap="round"
          strokeDasharray={`${(LENGTH * percent) / 100} ${LENGTH}`}
        />
      </svg>
      <p className="absolute inset-0 flex flex-col items-center justify-center text-center">
        <span className="font-display text-2xl font-semibold figures sm:text-4xl">
          {Math.round(percent)}%
        </span>
        <span
          className={`max-sm:max-w-16 text-xs font-semibold leading-tight sm:text-sm ${type === "beat" ? "text-positive" : "text-negative"}`}
        >
          {type === "beat" ? "Beat Earnings" : "Miss Earnings"}
        </span>
      </p>
    </div>
  );
}

/** The prediction in a sentence. "Strong" is used only with high confidence. */
export function predictionSentence({
  predictionType,
  confidence,
}: Pick<Prediction, "predictionType" | "confidence">): string {
  if (predictionType === "miss")
    return "The AI predicts a potential shortfall against the analysts' consensus.";
  if (confidence === "high" || confidence === "very_high")
    return "The AI predicts a strong likelihood of exceeding expectations, measured against the analysts' consensus.";
  return `The AI sees a beat of the analysts' consensus as likelier than a miss, with ${confidence} confidence only.`;
}
