import type { Transparency } from "./analysis.ts";

/** A bar between two probabilities; a total starts at zero. */
type WaterfallStep = { label: string; from: number; to: number; isTotal?: boolean };
/** `baseRate` and `probability` between 0 and 1, exclusive. */
export type WaterfallInput = { logOdds: Transparency["logOdds"]; baseRate: number; probability: number };

/** The step that is no group's own: what is left between the groups' effects and the probability. */
export const OVERLAP = "Overlap of the groups";

const groups = [
  ["Historical accuracy", "historicalAccuracy"],
  ["Past EPS trends", "epsTrends"],
  ["Analyst ratings", "analystRatings"],
  ["Market sentiment", "marketSentiment"],
] as const;

/** Labels of the steps between the totals, in the waterfall's order. */
export const stepLabels: readonly string[] = [...groups.map(([label]) => label), OVERLAP];

/**
 * Steps from the base rate to the probability: each group's log-odds added in turn, then their interaction, so that the
 * last step ends at the probability. A group without data has no step.
 */
export function waterfallSteps({ logOdds, baseRate, probability }: WaterfallInput): WaterfallStep[] {
  const steps: WaterfallStep[] = [{ label: "Base rate", from: 0, to: baseRate, isTotal: true }];
  let odds = Math.log(baseRate / (1 - baseRate));
  for (const [label, field] of groups) {
    const effect = logOdds[field];
    if (effect === null) continue;
    steps.push({ label, from: chance(odds), to: chance(odds + effect) });
    odds += effect;
  }
  return [
    ...steps,
    { label: OVERLAP, from: chance(odds), to: probability },
    { label: "P(beat)", from: 0, to: probability, isTotal: true },
  ];
}

/** A step between the base rate and P(beat), in points of probability with its sign. */
export type Contribution = { label: string; points: number };

/** What each group and their overlap add to the base rate. They add up to P(beat) minus the base rate. */
export function contributionsOf(input: WaterfallInput): Contribution[] {
  return waterfallSteps(input)
    .filter(({ isTotal }) => !isTotal)
    .map(({ label, from, to }) => ({ label, points: 100 * (to - from) }));
}

function chance(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
