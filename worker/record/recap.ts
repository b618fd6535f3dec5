import { z } from "zod";
import { habitOf } from "#contract/company-guidance.ts";
import { isSameQuarter } from "#contract/fiscal-quarter.ts";
import { edgeVerdictSchema, type PredictionHistoryItem } from "#contract/prediction.ts";
import type { Recap } from "#contract/recap.ts";
import { toCents } from "#model/history.ts";
import { round } from "#model/statistics.ts";
import { readGuidance } from "#season/guidance/read-guidance.ts";
import { postEarningsMoveOf } from "#season/post-earnings-move.ts";
import { filingChecksOf } from "#season/witness/witness.ts";
import type { RecordDeps } from "./record.ts";

/** Snapshots of other versions may lack any of these fields. */
const storedSchema = z.object({
  edgeVerdict: edgeVerdictSchema.nullish().catch(null),
  model: z.object({ edgeVerdict: edgeVerdictSchema }).nullish().catch(null),
  impliedMove: z.object({ impliedMovePercent: z.number().nonnegative().nullable() }).nullish().catch(null),
});

/** Returns how a settled prediction ended, or null for one that is not settled. */
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

/** `ticker` is today's ticker, under which the source knows the company. */
type RecapSubject = { item: PredictionHistoryItem; ticker: string; ledgerId: string };

/**
 * Returns how a settled prediction ended, with the share's move after the report, or null for one that is not
 * settled. Without a market source the move is left out.
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
    guidanceHabit: habitOf(guidance.past),
  });
}
