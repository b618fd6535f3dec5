import type { Analysis } from "#contract/analysis.ts";
import type { AnalysisChange } from "#contract/compare.ts";
import { isSameQuarter } from "#contract/fiscal-quarter.ts";
import { easternDay } from "#contract/time.ts";
import {
  stepLabels,
  type WaterfallContributions,
  waterfallContributionsOf,
  waterfallOf,
} from "#contract/waterfall.ts";

type EarlierAnalysis = { predictionId: string; analysis: Analysis };

/**
 * Returns what changed between two stored analyses of a company. `contributions` is null when they are about
 * different reports or come from different model versions, because their steps are then not comparable.
 */
export function analysisChangeOf(
  { predictionId, analysis: before }: EarlierAnalysis,
  after: Analysis,
): AnalysisChange {
  const change = <Value>(read: (analysis: Analysis) => Value) => ({ from: read(before), to: read(after) });
  const fiscalQuarterEnd = change(({ earningsData }) => earningsData.fiscalQuarterEnd);
  const modelVersion = change(({ model }) => model.version);
  const { from, to } = fiscalQuarterEnd;
  const isSameReport = from !== null && to !== null && isSameQuarter(from, to);
  return {
    predictionId,
    asOf: before.asOf,
    isSameReport,
    beatProbability: change(({ prediction }) => prediction.beatProbability),
    baseRate: change(({ model }) => model.baseRate),
    modelVersion,
    currency: after.earningsData.currency,
    consensusEps: change(({ earningsData }) => earningsData.analystConsensus),
    expectedEps: change(({ earningsData }) => earningsData.expectedEps),
    analystCount: change(({ earningsData }) => earningsData.analystCount),
    fiscalQuarterEnd,
    reportDate: change(({ earningsData: { earningsDate, isStale } }) =>
      earningsDate === null || isStale ? null : easternDay(new Date(earningsDate)),
    ),
    impliedMovePercent: change(({ impliedMove }) => impliedMove?.impliedMovePercent ?? null),
    contributions:
      isSameReport && modelVersion.from === modelVersion.to
        ? stepsBeside(
            waterfallContributionsOf(waterfallOf(before)),
            waterfallContributionsOf(waterfallOf(after)),
          )
        : null,
  };
}

function stepsBeside(
  before: WaterfallContributions,
  after: WaterfallContributions,
): AnalysisChange["contributions"] {
  if (before.steps.length === 0 || after.steps.length === 0) return null;
  const pointsOf = ({ steps }: WaterfallContributions, label: string) =>
    steps.find((step) => step.label === label)?.points ?? null;
  const labels = stepLabels.filter((label) =>
    [before, after].some(({ steps }) => steps.some((step) => step.label === label)),
  );
  return {
    start: { label: after.start.label, from: before.start.percent, to: after.start.percent },
    steps: labels.map((label) => ({ label, from: pointsOf(before, label), to: pointsOf(after, label) })),
  };
}
