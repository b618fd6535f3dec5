import type { Analysis } from "#contract/analysis.ts";
import type { Prediction } from "#contract/prediction.ts";
import type { Database } from "#db/client.ts";
import { logUnexpected } from "#worker/errors.ts";
import { type LedgerWriter, lockStored } from "./lock.ts";
import type { LedgerId } from "./scope.ts";
import { type Owner, storePrediction } from "./store.ts";

/** One market's record: its ledger and its clock. */
export type RecordDeps = {
  db: Database;
  ledgerId: LedgerId;
  ledger: LedgerWriter;
  /** Holds the evidence of slim locks. */
  files: R2Bucket;
  now: () => Date;
  /** The market's time. */
  marketNow: () => Date;
  newId: () => string;
};

type RecordRequest = { owner: Owner; requestKey: string; analysis: Analysis };

/**
 * Stores a prediction with its snapshot and locks it in the ledger. A repeated request answers the earlier one. When the
 * ledger does not answer, the jobs lock it later, as long as the report lies ahead.
 */
export async function putOnRecord(
  { db, ledgerId, ledger, now, marketNow, newId }: Omit<RecordDeps, "files">,
  { owner, requestKey, analysis }: RecordRequest,
): Promise<{ predictionId: string; snapshotId: string | null; prediction: Prediction }> {
  const stored = await storePrediction(db, {
    id: newId(),
    owner,
    ledgerId,
    requestKey,
    analysis,
    now: now(),
    marketNow: marketNow(),
  });
  const prediction = analysis.prediction;
  const answer = (notLockedReason: string | null) => ({
    predictionId: stored.id,
    snapshotId: stored.snapshotId,
    prediction: { ...prediction, isLocked: notLockedReason === null, notLockedReason },
  });
  if (stored.ledgerSeq !== null) return answer(null);
  if (stored.lockId === null)
    return answer(
      prediction.notLockedReason ?? "No upcoming report is known, so there is nothing to lock it before.",
    );
  try {
    const locked = await lockStored(db, ledger, [stored.lockId], marketNow().getTime());
    return answer(locked.get(stored.lockId) ? null : "The report is out or due, so nothing can be locked.");
  } catch (error) {
    logUnexpected(error, { lock: stored.lockId });
    return answer("The ledger is not answering. The prediction will be locked as soon as it does.");
  }
}
