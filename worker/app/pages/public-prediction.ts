import { sql } from "drizzle-orm";

/** Its settled figures: what was said, and whether it came so. */
type SettledFigures = {
  predictionType: "beat" | "miss";
  /** Of the predicted type, 0.5 to 1. */
  probability: number;
  /** Share of such reports that beat. */
  baseRate: number;
  actualEps: number;
  /** The consensus at the lock, which the report was measured against. */
  consensusEps: number;
  outcome: "beat" | "miss";
  isCorrect: boolean;
};

/** A prediction of record as everybody may read it: its figures only once it is settled. */
export type PublicPrediction =
  | { id: string; state: "pending" | "review" | "void"; settled: null }
  | { id: string; state: "settled"; settled: SettledFigures };

/** The columns of `predictionColumns` as D1 answers them; all null without a prediction. */
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
};

const whenSettled = (column: string) =>
  sql`CASE WHEN p.state = 'settled' THEN p.${sql.identifier(column)} END`;

/** Columns of a prediction of record, aliased `p`. What an open one says never leaves the database. */
export const predictionColumns = sql`p.id AS predictionId, p.state AS predictionState,
  ${whenSettled("prediction_type")} AS predictionType, ${whenSettled("predicted_probability")} AS probability,
  ${whenSettled("base_rate")} AS baseRate, ${whenSettled("actual_eps")} AS actualEps,
  ${whenSettled("consensus_eps")} AS lockedConsensusEps, ${whenSettled("actual_result")} AS outcome,
  ${whenSettled("is_correct")} AS isCorrect`;

/** The prediction of a row; null where there is none on record. */
export function predictionOf(row: PredictionRow): PublicPrediction | null {
  const { predictionId: id, predictionState: state } = row;
  if (id === null || state === null || state === "unlocked") return null;
  if (state !== "settled") return { id, state, settled: null };
  const { predictionType, probability, baseRate, actualEps, lockedConsensusEps, outcome, isCorrect } = row;
  if (!predictionType || probability === null || baseRate === null || !outcome) return null;
  if (actualEps === null || lockedConsensusEps === null) return null;
  const settled = { predictionType, probability, baseRate, actualEps, outcome, isCorrect: isCorrect === 1 };
  return { id, state, settled: { ...settled, consensusEps: lockedConsensusEps } };
}
