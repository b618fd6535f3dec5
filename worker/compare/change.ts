import type { Analysis } from "#contract/analysis.ts";
import type { AnalysisChange } from "#contract/change.ts";
import { type Contribution, contributionsOf } from "#contract/waterfall.ts";
import { isSameQuarter } from "#season/same-report.ts";
import { easternDay } from "#worker/time.ts";

/** An analysis of the past with the id of its prediction. */
type Earlier = { predictionId: string; analysis: Analysis };

/**
 * What changed between two analyses of a ticker, from their frozen snapshots alone. Two models, or two reports, are not
 * explained by the steps of either.
 */
export function changeOf({ predictionId, analysis: before }: Earlier, after: Analysis): AnalysisChange {
  const both = <Value>(read: (analysis: Analysis) => Value) => ({ from: read(before), to: read(after) });
  const fiscalQuarterEnd = both(({ earningsData }) => earningsData.fiscalQuarterEnd);
  const modelVersion = both(({ model }) => model.version);
  const { from, to } = fiscalQuarterEnd;
  const isSameReport = from !== null && to !== null && isSameQuarter(from, to);
  return {
    predictionId,
    asOf: before.asOf,
    isSameReport,
    beatProbability: both(({ prediction }) => prediction.beatProbability),
    baseRate: both(({ model }) => model.baseRate),
    modelVersion,
    currency: after.earningsData.currency,
    consensusEps: both(({ earningsData }) => earningsData.analystConsensus),
    expectedEps: both(({ earningsData }) => earningsData.expectedEps),
    analystCount: both(({ earningsData }) => earningsData.analystCount),
    fiscalQuarterEnd,
    reportDate: both(({ earningsData: { earningsDate, isStale } }) =>
      earningsDate === null || isStale ? null : easternDay(new Date(earningsDate)),
    ),
    impliedMovePercent: both(({ impliedMove }) => impliedMove?.impliedMovePercent ?? null),
    contributions:
      isSameReport && modelVersion.from === modelVersion.to
        ? stepsBeside(contributionsOfAnalysis(before), contributionsOfAnalysis(after))
        : null,
  };
}

/** The model's steps of an analysis; null where it was stored without them. */
export function contributionsOfAnalysis({ aiAnalysis, model, prediction }: Analysis): Contribution[] | null {
  const breakdown = aiAnalysis.transparencyBreakdown;
  if (!breakdown) return null;
  const { beatProbability: probability } = prediction;
  return contributionsOf({ logOdds: breakdown.logOdds, baseRate: model.baseRate, probability });
}

function stepsBeside(
  before: Contribution[] | null,
  after: Contribution[] | null,
): AnalysisChange["contributions"] {
  if (!before || !after) return null;
  const pointsOf = (steps: readonly Contribution[], label: string) =>
    steps.find((step) => step.label === label)?.points ?? null;
  const labels = [...new Set([...after, ...before].map(({ label }) => label))];
  return labels.map((label) => ({ label, from: pointsOf(before, label), to: pointsOf(after, label) }));
}
