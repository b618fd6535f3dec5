import { CONTEXT_SHIFT_DAYS } from "#model/context-shift.ts";
import { logit, sigmoid } from "#model/statistics.ts";
import type { FeatureTier } from "#model/weights.ts";
import { type TestedForecast, tiersWithoutContext } from "./assess.ts";
import { figuresOf } from "./figures.ts";

/** The card's part about the shift of forecasts without the market's context, half-year by half-year. */
export function shiftPart(tested: Readonly<Record<FeatureTier, readonly TestedForecast[]>>): string[] {
  return [
    "## The shift without the market's context",
    `A forecast without the market's context cannot see that the whole market beats less often than it did. Its log odds are shifted by those of the share of beats among the settled forecasts of that kind in the last ${CONTEXT_SHIFT_DAYS} days, minus those of their mean probability before the shift, where 300 more forecasts count as if they had come true exactly as often as they said (context-shift.ts). Only reports of days before the lock count. Full views have the market's beat rates as inputs and are not shifted. The lab and the product call the same function, and a lock's evidence has the day's shift.`,
    "",
    "| feature tier, half-year | n | beats | mean P before, after | Brier before, after | log-loss before, after | ECE before, after |",
    "|---|---|---|---|---|---|---|",
    ...tiersWithoutContext.flatMap((featureTier) => {
      const halves = Map.groupBy(tested[featureTier], ({ event }) => halfYearOf(event.reportDate));
      return [...halves, ["all", tested[featureTier]] as const].map(([half, own]) =>
        shiftLine(`${featureTier}, ${half}`, own),
      );
    }),
    "",
  ];
}

/** Returns the half-year of an ISO day, such as "2024 first half". */
export function halfYearOf(day: string): string {
  return `${day.slice(0, 4)} ${day.slice(5, 7) < "07" ? "first half" : "second half"}`;
}

function shiftLine(name: string, after: readonly TestedForecast[]): string {
  const before = figuresOf(
    after.map((one) => ({ ...one, beatProbability: sigmoid(logit(one.beatProbability) - one.shift) })),
  );
  const shifted = figuresOf(after);
  const pair = (read: (figures: typeof before) => string) => `${read(before)}, ${read(shifted)}`;
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  const cells = [
    name,
    shifted.n,
    percent(shifted.beatShare),
    pair(({ meanProbability }) => percent(meanProbability)),
    pair(({ brier }) => brier.toFixed(4)),
    pair(({ logLoss }) => logLoss.toFixed(4)),
    pair(({ ece }) => ece.toFixed(4)),
  ];
  return `| ${cells.join(" | ")} |`;
}
