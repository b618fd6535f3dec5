import type { Transparency } from "#contract/analysis.ts";

/** A bar between two probabilities; a total starts at zero. */
export type WaterfallStep = { label: string; from: number; to: number; isTotal?: boolean };
export type WaterfallInput = { logOdds: Transparency["logOdds"]; baseRate: number; probability: number };

/** The step that is no group's own: what is left between the groups' effects and the probability. */
export const OVERLAP = "Overlap of the groups";

const groups = [
  ["Historical accuracy", "historicalAccuracy"],
  ["Past EPS trends", "epsTrends"],
  ["Analyst ratings", "analystRatings"],
  ["Market sentiment", "marketSentiment"],
] as const;

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

function chance(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
