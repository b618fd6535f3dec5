import type { Transparency } from "#contract/analysis.ts";

/** A bar from one probability to another; a total begins at zero. */
export type WaterfallStep = { label: string; from: number; to: number; isTotal?: boolean };
export type WaterfallInput = { logOdds: Transparency["logOdds"]; baseRate: number; probability: number };

const groups = [
  ["Historical accuracy", "historicalAccuracy"],
  ["Past EPS trends", "epsTrends"],
  ["Analyst ratings", "analystRatings"],
  ["Market sentiment", "marketSentiment"],
] as const;

/**
 * The way from the base rate to the forecast in probabilities: each group's log-odds added in turn, then what the groups
 * do only together, so that the last step ends at the forecast. A group without data takes no step.
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
    { label: "Overlap of the groups", from: chance(odds), to: probability },
    { label: "P(beat)", from: 0, to: probability, isTotal: true },
  ];
}

function chance(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
