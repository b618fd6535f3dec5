import type { Analysis } from "./analysis.ts";
import type { ContributionPoints } from "./prediction.ts";

type WaterfallStep = { label: string; from: number; to: number; isTotal?: boolean };

/**
 * `contributions` is null when the probability equals the base rate. `baseRate` and `probability` are shares
 * between 0 and 1.
 */
export type WaterfallInput = {
  contributions: ContributionPoints | null;
  baseRate: number;
  probability: number;
};

const BASE_RATE = "Base rate";
/** The step from the base rate of comparable companies to the model with every input at its average. */
const MODEL_START = "Model's starting point";

const groups = [
  ["Historical accuracy", "historicalAccuracy"],
  ["Past EPS trends", "epsTrends"],
  ["Analyst ratings", "analystRatings"],
  ["Market sentiment", "marketSentiment"],
  ["The share against the market", "trend"],
] as const;

export const stepLabels: readonly string[] = [MODEL_START, ...groups.map(([label]) => label)];

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

/**
 * Returns the edge (probability minus base rate) in percentage points with one decimal, rounding halves away
 * from zero. It counts four decimals of the shares, as they are stored.
 */
export function edgePoints({ baseRate, probability }: Pick<WaterfallInput, "baseRate" | "probability">) {
  const hundredths = Math.round(10_000 * (probability - baseRate));
  const tenths = Math.round(Math.abs(hundredths) / 10);
  return (hundredths < 0 && tenths > 0 ? -tenths : tenths) / 10;
}

export function groupSteps({ contributions }: Pick<WaterfallInput, "contributions">): Contribution[] {
  return groups.flatMap(([label, field]) => {
    const points = contributions?.[field] ?? null;
    return points === null ? [] : [{ label, points }];
  });
}

/**
 * Returns the steps from the base rate to the probability, or none without contributions. Each feature group
 * keeps the tenth of a point that the texts cite, so the first step absorbs the rounding.
 */
function stepsOf(input: WaterfallInput): Contribution[] {
  const ofGroups = groupSteps(input);
  if (!input.contributions) return [];
  const tenths = ofGroups.reduce((sum, { points }) => sum + Math.round(10 * points), 0);
  return [{ label: MODEL_START, points: (Math.round(10 * edgePoints(input)) - tenths) / 10 }, ...ofGroups];
}

export function waterfallSteps(input: WaterfallInput): WaterfallStep[] {
  const { baseRate, probability } = input;
  let at = baseRate;
  const steps = stepsOf(input).map(({ label, points }): WaterfallStep => {
    const from = at;
    at += points / 100;
    return { label, from, to: at };
  });
  return [
    { label: BASE_RATE, from: 0, to: baseRate, isTotal: true },
    ...steps,
    { label: "P(beat)", from: 0, to: probability, isTotal: true },
  ];
}

/** `points` are percentage points of P(beat). */
export type Contribution = { label: string; points: number };
/** `start` is the base rate. The steps sum exactly to the displayed edge. */
export type WaterfallContributions = { start: { label: string; percent: number }; steps: Contribution[] };

export function waterfallContributionsOf(input: WaterfallInput): WaterfallContributions {
  return { start: { label: BASE_RATE, percent: 100 * input.baseRate }, steps: stepsOf(input) };
}
