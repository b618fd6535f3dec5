import type { Analysis } from "./analysis.ts";
import type { ContributionPoints } from "./prediction.ts";

type WaterfallStep = { label: string; from: number; to: number; isTotal?: boolean };

/** `contributions` is null where the history is missing: the number is the base rate. Shares lie between 0 and 1, exclusive. */
export type WaterfallInput = {
  contributions: ContributionPoints | null;
  baseRate: number;
  probability: number;
};

/** Where the steps begin: the model's number without anything that is special about the company. */
const AVERAGE = "Every input at its average";
const BASE_RATE = "Base rate";

const groups = [
  ["Historical accuracy", "historicalAccuracy"],
  ["Past EPS trends", "epsTrends"],
  ["Analyst ratings", "analystRatings"],
  ["Market sentiment", "marketSentiment"],
  ["The share against the market", "trend"],
] as const;

export const stepLabels: readonly string[] = groups.map(([label]) => label);

export function waterfallOf({
  model,
  prediction,
}: {
  model: Pick<Analysis["model"], "baseRate" | "contributions">;
  prediction: Pick<Analysis["prediction"], "beatProbability">;
}): WaterfallInput {
  const { contributions, baseRate } = model;
  return { contributions, baseRate, probability: prediction.beatProbability };
}

export function waterfallSteps({ contributions, baseRate, probability }: WaterfallInput): WaterfallStep[] {
  const end: WaterfallStep = { label: "P(beat)", from: 0, to: probability, isTotal: true };
  if (!contributions) return [{ label: BASE_RATE, from: 0, to: baseRate, isTotal: true }, end];
  let at = contributions.start / 100;
  const steps: WaterfallStep[] = [{ label: AVERAGE, from: 0, to: at, isTotal: true }];
  for (const [label, field] of groups) {
    const points = contributions[field];
    if (points === null) continue;
    steps.push({ label, from: at, to: at + points / 100 });
    at += points / 100;
  }
  return [...steps, end];
}

/** A step on the way to P(beat), in points of probability with its sign. */
export type Contribution = { label: string; points: number };
/** The start in percent and what each step adds; together they are P(beat), to the rounding of each. */
export type Contributions = { start: { label: string; percent: number }; steps: Contribution[] };

export function contributionsOf(input: WaterfallInput): Contributions {
  const [start, ...rest] = waterfallSteps(input);
  return {
    start: { label: start?.label ?? BASE_RATE, percent: 100 * (start?.to ?? input.baseRate) },
    steps: rest
      .filter(({ isTotal }) => !isTotal)
      .map(({ label, from, to }) => ({ label, points: 100 * (to - from) })),
  };
}
