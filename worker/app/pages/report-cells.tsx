/** @jsxImportSource hono/jsx */
import { sql } from "drizzle-orm";
import { amountShort, counted, MISSING, percent, perShare, signedPercent } from "#contract/format.ts";
import { outcomeBadgeOf } from "#contract/prediction.ts";
import { type Revenue, revenueText } from "#contract/revenue.ts";
import { resultOf } from "#model/earnings.ts";
import { type Markup, renderBadge, smallNote } from "./frame.tsx";

type SettledFigures = {
  predictionType: "beat" | "miss";
  /** The probability of the predicted type, from 0.5 to 1. */
  probability: number;
  baseRate: number;
  actualEps: number;
  /** The consensus at the time of the lock, which the reported EPS was measured against. */
  consensusEps: number;
  outcome: "beat" | "miss";
  isCorrect: boolean;
  /** Whether the prediction was computed after the report, which happens only in the simulated market. */
  isReplayed: boolean;
};

export type PublicPrediction =
  | { id: string; state: "pending" | "review" | "void"; settled: null }
  | { id: string; state: "settled"; settled: SettledFigures };

/** A row with the columns of `predictionColumns`. All are null for a report without a prediction. */
export type PredictionRow = {
  predictionId: string | null;
  predictionState: "pending" | "review" | "void" | "settled" | "unlocked" | null;
  predictionType: "beat" | "miss" | null;
  probability: number | null;
  baseRate: number | null;
  actualEps: number | null;
  lockedConsensusEps: number | null;
  outcome: "beat" | "miss" | null;
  isCorrect: number | null;
  isReplayed: number | null;
};

const whenSettled = (column: string) =>
  sql`CASE WHEN p.state = 'settled' THEN p.${sql.identifier(column)} END`;

/**
 * SQL columns of a public prediction; the table's alias must be `p`. Only settled predictions yield their
 * figures, so what an open one says never leaves the database.
 */
export const predictionColumns = sql`p.id AS predictionId, p.state AS predictionState,
  ${whenSettled("prediction_type")} AS predictionType, ${whenSettled("predicted_probability")} AS probability,
  ${whenSettled("base_rate")} AS baseRate, ${whenSettled("actual_eps")} AS actualEps,
  ${whenSettled("consensus_eps")} AS lockedConsensusEps, ${whenSettled("actual_result")} AS outcome,
  ${whenSettled("is_correct")} AS isCorrect, coalesce(p.lock_id, 'replay') LIKE 'replay%' AS isReplayed`;

export function publicPredictionOf(row: PredictionRow): PublicPrediction | null {
  const { predictionId: id, predictionState: state } = row;
  if (id === null || state === null || state === "unlocked") return null;
  if (state !== "settled") return { id, state, settled: null };
  const {
    predictionType,
    probability,
    baseRate,
    actualEps,
    lockedConsensusEps,
    outcome,
    isCorrect,
    isReplayed,
  } = row;
  if (!predictionType || probability === null || baseRate === null || !outcome) return null;
  if (actualEps === null || lockedConsensusEps === null) return null;
  const settled = { predictionType, probability, baseRate, actualEps, outcome, isCorrect: isCorrect === 1 };
  const came = { isReplayed: isReplayed === 1, consensusEps: lockedConsensusEps };
  return { id, state, settled: { ...settled, ...came } };
}

type Report = {
  session: "pre" | "post" | null;
  consensusEps: number | null;
  analystCount: number | null;
  reportedEps: number | null;
  revenue: Revenue;
  baseRate: number | null;
  prediction: PublicPrediction | null;
};

export const sessionNames = { pre: "before the open", post: "after the close" } as const;

export function epsCell(
  { consensusEps, analystCount, reportedEps, revenue }: Report,
  currency: string | null,
): Markup {
  const consensus = consensusEps === null ? "no consensus" : `consensus ${perShare(consensusEps, currency)}`;
  const revenueLine = revenueText(revenue, currency, { amountShort, signedPercent });
  const analysts = analystCount ? `, ${counted(analystCount, "analyst")}` : "";
  return (
    <>
      <span class="font-semibold figures">{perShare(reportedEps, currency)}</span>
      {smallNote(consensus + analysts)}
      {revenueLine ? smallNote(revenueLine) : ""}
    </>
  );
}

export function resultCell(report: Report): Markup {
  const { consensusEps, reportedEps } = report;
  if (reportedEps === null) return <span class="text-muted">not reported</span>;
  const result = resultOf({ estimate: consensusEps, actual: reportedEps });
  if (result === null || consensusEps === null) return renderBadge("Reported");
  const surprise = surpriseText(reportedEps, consensusEps);
  const label = {
    beat: renderBadge("Beat", "positive"),
    miss: renderBadge("Miss", "negative"),
    met: renderBadge("Met"),
  };
  return (
    <>
      {label[result]}
      {surprise ? smallNote(surprise) : ""}
    </>
  );
}

function surpriseText(reportedEps: number, consensusEps: number): string | null {
  return consensusEps === 0
    ? null
    : `${signedPercent((100 * (reportedEps - consensusEps)) / Math.abs(consensusEps))} surprise`;
}

const openStates = {
  pending: "Locked",
  review: "Under review",
  void: "Void",
} as const;

/**
 * Renders a table cell with a report's prediction. Of an open prediction, it shows only the state and the base
 * rate.
 */
export function predictionCell({ prediction, baseRate }: Report): Markup {
  const ofBaseRate = (share: number) => smallNote(`base rate ${percent(share, 1)} beat`);
  if (!prediction?.settled) {
    const state = prediction ? (
      renderBadge(openStates[prediction.state])
    ) : (
      <span class="text-muted">{MISSING}</span>
    );
    return (
      <>
        {state}
        {baseRate === null ? "" : ofBaseRate(baseRate)}
      </>
    );
  }
  const { predictionType, probability, isCorrect, ...settled } = prediction.settled;
  const { sign, badge, tone } = outcomeBadgeOf({ isCorrect }, probability);
  return (
    <>
      <a href={`/track-record/${encodeURIComponent(prediction.id)}`} class="link figures">
        {predictionType} {percent(probability, 1)}
      </a>{" "}
      {renderBadge(`${sign} ${badge}`, tone)}
      {smallNote(`base rate ${percent(settled.baseRate, 1)}`)}
      {smallNote(settled.isReplayed ? "replayed" : "locked")}
    </>
  );
}
