import { z } from "zod";
import { guidanceHabitOf } from "#contract/company-guidance.ts";
import { isSameQuarter } from "#contract/fiscal-quarter.ts";
import { edgeVerdictSchema, type PredictionHistoryItem } from "#contract/prediction.ts";
import type { Recap } from "#contract/recap.ts";
import { toCents } from "#model/history.ts";
import { round } from "#model/statistics.ts";
import { readGuidance } from "#season/guidance/read-guidance.ts";
import { postEarningsMoveOf } from "#season/post-earnings-move.ts";
import { filingChecksOf } from "#season/witness/witness.ts";
import type { RecordDeps } from "./record.ts";

/** The fields that a recap reads from a stored analysis. Analyses of other versions may lack any of them. */
const storedSchema = z.object({
  edgeVerdict: edgeVerdictSchema.nullish().catch(null),
  model: z.object({ edgeVerdict: edgeVerdictSchema }).nullish().catch(null),
  impliedMove: z.object({ impliedMovePercent: z.number().nonnegative().nullable() }).nullish().catch(null),
});

/**
 * Returns the recap of a settled prediction: the surprise, the edge over the base rate, and what followed the
 * report. Returns null for a prediction that is not settled.
 */
export function recapOf(
  item: PredictionHistoryItem,
  storedAnalysis: unknown,
  aftermath: Pick<
    Recap,
    | "reportDate"
    | "session"
    | "revenue"
    | "move"
    | "moveMissing"
    | "next"
    | "filing"
    | "guided"
    | "guidanceHabit"
  >,
): Recap | null {
  const { state, actualEps, consensusEps, beatProbability, baseRate } = item;
  if (state !== "settled" || actualEps === null) return null;
  const stored = storedSchema.safeParse(storedAnalysis).data;
  // The surprise uses the rounded figures by which the outcome was decided: 1.03 against 0.995 is a beat by 0.03.
  const consensus = toCents(consensusEps);
  const surprise = toCents(actualEps) - consensus;
  return {
    ...aftermath,
    surprise: round(surprise, 2),
    surprisePercent: consensus === 0 ? null : round((100 * surprise) / Math.abs(consensus), 2),
    edge: beatProbability - baseRate,
    edgeVerdict: stored?.model?.edgeVerdict ?? stored?.edgeVerdict ?? null,
    impliedMovePercent: stored?.impliedMove?.impliedMovePercent ?? null,
  };
}

/** `ticker` is the company's current ticker, under which the market source knows it. */
type RecapSubject = { item: PredictionHistoryItem; ticker: string; ledgerId: string };

/**
 * Returns the recap of a settled prediction, with the price change after the report, or null for one that is
 * not settled. A prediction of another market gets no price change from `market`.
 */
export async function readRecap(
  {
    market,
    record,
  }: {
    market: Parameters<typeof postEarningsMoveOf>[1];
    record: Pick<RecordDeps, "db" | "ledgerId" | "marketNow">;
  },
  { item, ticker, ledgerId }: RecapSubject,
  analysis: unknown,
): Promise<Recap | null> {
  const { state, fiscalQuarterEnd, reportDate } = item;
  if (state !== "settled" || fiscalQuarterEnd === null) return null;
  const { db } = record;
  const isSameMarket = record.ledgerId === ledgerId;
  const [aftermath, checks, guidance] = await Promise.all([
    postEarningsMoveOf(
      { db, ledgerId },
      isSameMarket ? market : null,
      { symbol: ticker, fiscalQuarterEnd, expectedDay: reportDate },
      record.marketNow(),
    ),
    filingChecksOf(db, ledgerId, ticker),
    readGuidance({ db, ledgerId }, ticker, record.marketNow()),
  ]);
  const filingCheck = checks.find((check) => isSameQuarter(check.fiscalQuarterEnd, fiscalQuarterEnd));
  const guided = guidance.past.find((line) => isSameQuarter(line.fiscalQuarterEnd, fiscalQuarterEnd)) ?? null;
  return recapOf(item, analysis, {
    ...aftermath,
    filing: filingCheck?.check ?? null,
    guided,
    guidanceHabit: guidanceHabitOf(guidance.past),
  });
}
