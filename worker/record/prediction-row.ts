import { z } from "zod";
import type { Analysis } from "#contract/analysis.ts";
import { type LockEvidence, lockEvidenceSchema } from "#contract/lock-evidence.ts";
import { companySizes } from "#contract/rules.ts";
import { HOUR_MS, isoDay } from "#contract/time.ts";
import { readEvidence } from "#platform/files/evidence-file.ts";
import type { predictions } from "#platform/schema/predictions.ts";
import type { LedgerDraft } from "./ledger.ts";

/** The evidence of a prediction: a whole analysis, or the model's input for an upcoming forecast. */
type Evidence = Analysis | LockEvidence;

export type NewRow = typeof predictions.$inferInsert;

export const FIRST_SETTLEMENT_CHECK_MS = HOUR_MS;

export function firstSettlementCheckAt({ reportsAt }: Pick<NewRow, "reportsAt">): Date | null {
  return reportsAt ? new Date(reportsAt.getTime() + FIRST_SETTLEMENT_CHECK_MS) : null;
}

export function recordKey(symbol: string, fiscalQuarterEnd: string): string {
  return `${symbol} ${fiscalQuarterEnd}`;
}

export function isForecastEvidence(evidence: Evidence): evidence is LockEvidence {
  return "kind" in evidence && evidence.kind === "forecast lock";
}

export async function readEvidenceOf(files: R2Bucket, hash: string): Promise<Evidence> {
  const evidence = JSON.parse(await readEvidence(files, hash)) as Evidence;
  return isForecastEvidence(evidence) ? lockEvidenceSchema.parse(evidence) : evidence;
}

function predictedBy(evidence: Evidence) {
  const { symbol, beatProbability, reportsAt, ...described } = isForecastEvidence(evidence)
    ? ofForecastEvidence(evidence)
    : ofAnalysis(evidence);
  return {
    ...described,
    symbol,
    predictionType: beatProbability >= 0.5 ? ("beat" as const) : ("miss" as const),
    beatProbability,
    predictedProbability: Math.max(beatProbability, 1 - beatProbability),
    reportsAt,
  };
}

function ofAnalysis({ stock, earningsData, model, prediction, dataMode, asOf }: Analysis) {
  const isDayKnown = !earningsData.isStale && earningsData.earningsDate !== null;
  const reportsAt = isDayKnown ? new Date(earningsData.earningsDate ?? "") : null;
  // The label begins with the size, as in "large, profitable, technology".
  const label = model.referenceClass?.label ?? "";
  return {
    symbol: stock.symbol,
    companyName: stock.name,
    sector: stock.sector,
    modelVersion: model.version,
    beatProbability: prediction.beatProbability,
    baseRate: model.baseRate,
    confidence: prediction.confidence,
    consensusEps: earningsData.analystConsensus,
    currency: earningsData.currency,
    fiscalQuarterEnd: earningsData.fiscalQuarterEnd,
    reportDate: reportsAt ? isoDay(reportsAt) : null,
    reportsAt,
    dataMode,
    asOf: new Date(asOf),
    companySize: companySizes.find((size) => label.startsWith(`${size},`)) ?? null,
    // Only the locks of the public record store the guidance that was known at the lock.
    guidanceAgainstConsensus: null,
    // The same is true of a prediction market's price.
    traderPrice: null,
    traderObjections: null,
    combinedProbability: null,
  };
}

const classInput = z.object({
  referenceClass: z.object({ traits: z.object({ size: z.enum(companySizes) }) }),
});

function ofForecastEvidence(evidence: LockEvidence) {
  const { symbol, companyName, sector, modelVersion, beatProbability, baseRate, confidence } = evidence;
  const { consensusEps, currency, fiscalQuarterEnd, reportDate, dataMode, input } = evidence;
  return {
    symbol,
    companyName,
    sector,
    modelVersion,
    beatProbability,
    baseRate,
    confidence,
    consensusEps,
    currency,
    fiscalQuarterEnd,
    reportDate,
    dataMode,
    reportsAt: new Date(evidence.reportsAt),
    asOf: new Date(evidence.asOf),
    companySize: classInput.safeParse(input).data?.referenceClass.traits.size ?? null,
    guidanceAgainstConsensus: evidence.guidance?.againstConsensus ?? null,
    traderPrice: evidence.traders?.price ?? null,
    traderObjections: evidence.traders?.objections.join(" ") ?? null,
    combinedProbability: evidence.traders?.combinedProbability ?? null,
  };
}

type Owner = Pick<NewRow, "id" | "scope" | "userId" | "ledgerId" | "requestKey"> & {
  /**
   * Real time of creation. By default it is the time of the lock, or the market clock's time while there is
   * no lock.
   */
  createdAt?: Date;
};

export type NewPrediction = {
  owner: Owner;
  evidence: Evidence;
  evidenceHash: string;
  /**
   * Ids that begin with "record" or "replay" belong to the public record, all others to a person's analysis.
   */
  lockId: string;
};

/**
 * The default reason for not locking a prediction. Without a fiscal quarter, nothing would tell its report
 * from another one.
 */
const NO_QUARTER_REASON =
  "We do not know which quarter the next report covers, so this prediction could not be settled.";

/**
 * Returns the row of a prediction that is not locked yet. If it can be locked, it is due at once, so that the
 * next run of the job locks it; otherwise its state is `unlocked`.
 */
export function unlockedRow(
  { owner, evidence, evidenceHash, lockId }: NewPrediction,
  marketNow: Date,
): NewRow {
  const predicted = predictedBy(evidence);
  const { reportsAt, fiscalQuarterEnd } = predicted;
  const { isLocked, notLockedReason } = isForecastEvidence(evidence)
    ? { isLocked: true, notLockedReason: null }
    : evidence.prediction;
  const isLockable = isLocked && reportsAt !== null && reportsAt > marketNow && fiscalQuarterEnd !== null;
  return {
    ...predicted,
    ...owner,
    evidenceHash,
    lockId: isLockable ? lockId : null,
    createdAt: owner.createdAt ?? marketNow,
    state: isLockable ? "pending" : "unlocked",
    stateReason: isLockable ? null : (notLockedReason ?? NO_QUARTER_REASON),
    dueAt: isLockable ? marketNow : null,
  };
}

export function lockedRow(
  { owner, evidence, evidenceHash, lockId }: NewPrediction,
  entry: { seq: number; time: string },
): NewRow {
  const predicted = predictedBy(evidence);
  return {
    ...predicted,
    ...owner,
    evidenceHash,
    lockId,
    ledgerSeq: entry.seq,
    createdAt: owner.createdAt ?? new Date(entry.time),
    state: "pending",
    stateReason: null,
    dueAt: firstSettlementCheckAt(predicted),
  };
}

/** Returns the ledger draft of a lock, or null when the time or the fiscal quarter of the report is unknown. */
export function draftOf({ evidence, evidenceHash, lockId }: NewPrediction): LedgerDraft | null {
  const predicted = predictedBy(evidence);
  const { reportsAt, fiscalQuarterEnd, dataMode, symbol, consensusEps, baseRate, modelVersion } = predicted;
  if (!fiscalQuarterEnd || !reportsAt) return null;
  const [name] = lockId.split(" ");
  return {
    type: "lock",
    id: lockId,
    kind: name === "record" || name === "replay" ? name : "analysis",
    dataMode,
    symbol,
    fiscalQuarterEnd,
    consensusEps,
    epsBasis: "consensus",
    probability: predicted.beatProbability,
    baseRate,
    modelVersion,
    evidenceHash,
    reportsAt: reportsAt.toISOString(),
  };
}
