import type { Analysis, Transparency } from "./analysis.ts";
import type { ContributionPoints } from "./prediction.ts";

/** A bar between two probabilities; a total starts at zero. */
type WaterfallStep = { label: string; from: number; to: number; isTotal?: boolean };

/** `baseRate` and `probability` between 0 and 1, exclusive. */
export type WaterfallInput = {
  /** Null in analyses of before 2026-11-23, whose steps are worked out from the log-odds. */
  contributions: ContributionPoints | null;
  logOdds: Transparency["logOdds"];
  baseRate: number;
  probability: number;
};

/** Where the steps begin: the model's number without anything that is special about the company. */
const AVERAGE = "Every input at its average";
/** Where they began in older analyses. */
export const BASE_RATE = "Base rate";
/** In older analyses the step that is no group's own: what is left between the groups' effects and the probability. */
export const OVERLAP = "Overlap of the groups";

const groups = [
  ["Historical accuracy", "historicalAccuracy"],
  ["Past EPS trends", "epsTrends"],
  ["Analyst ratings", "analystRatings"],
  ["Market sentiment", "marketSentiment"],
] as const;

/** Labels of the steps between the totals, in the waterfall's order. */
export const stepLabels: readonly string[] = [...groups.map(([label]) => label), OVERLAP];

/** What the steps of an analysis are worked out from; null where it was stored without the model's parts. */
export function waterfallOf({
  aiAnalysis,
  model,
  prediction,
}: {
  aiAnalysis: Pick<Analysis["aiAnalysis"], "transparencyBreakdown">;
  model: Pick<Analysis["model"], "baseRate"> & Partial<Pick<Analysis["model"], "contributions">>;
  prediction: Pick<Analysis["prediction"], "beatProbability">;
}): WaterfallInput | null {
  const breakdown = aiAnalysis.transparencyBreakdown;
  if (!breakdown) return null;
  return {
    contributions: model.contributions ?? null,
    logOdds: breakdown.logOdds,
    baseRate: model.baseRate,
    probability: prediction.beatProbability,
  };
}

/** Steps of the model that lead to the probability, each from where the last one ended. A group without data has none. */
export function waterfallSteps({ contributions, ...older }: WaterfallInput): WaterfallStep[] {
  if (!contributions) return stepsFromLogOdds(older);
  let at = contributions.start / 100;
  const steps: WaterfallStep[] = [{ label: AVERAGE, from: 0, to: at, isTotal: true }];
  for (const [label, field] of groups) {
    const points = contributions[field];
    if (points === null) continue;
    steps.push({ label, from: at, to: at + points / 100 });
    at += points / 100;
  }
  return [...steps, { label: "P(beat)", from: 0, to: older.probability, isTotal: true }];
}

/** Each group's log-odds added in turn to the base rate, then their interaction, so that the last step ends at the probability. */
function stepsFromLogOdds({
  logOdds,
  baseRate,
  probability,
}: Omit<WaterfallInput, "contributions">): WaterfallStep[] {
  const steps: WaterfallStep[] = [{ label: BASE_RATE, from: 0, to: baseRate, isTotal: true }];
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

/** A step on the way to P(beat), in points of probability with its sign. */
export type Contribution = { label: string; points: number };
/** The start in percent and what each step adds; together they are P(beat), to the rounding of each. */
export type Contributions = { start: { label: string; percent: number }; steps: Contribution[] };

/** The steps in points. */
export function contributionsOf(input: WaterfallInput): Contributions {
  const [start, ...rest] = waterfallSteps(input);
  return {
    start: { label: start?.label ?? BASE_RATE, percent: 100 * (start?.to ?? input.baseRate) },
    steps: rest
      .filter(({ isTotal }) => !isTotal)
      .map(({ label, from, to }) => ({ label, points: 100 * (to - from) })),
  };
}

function chance(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
