import type { Analysis } from "#contract/analysis.ts";
import type { Prediction as PublicPrediction } from "#contract/prediction.ts";
import type { Database } from "#platform/db/client.ts";
import { storeSnapshot } from "#platform/files/evidence-file.ts";
import { logUnexpected } from "#platform/log.ts";
import { type LedgerId, recordScope, userScope } from "#platform/scope.ts";
import { type NewPrediction, type NewRow, unlockedRow } from "./prediction-row.ts";
import { storedRow, storeUnderKnownLock } from "./store.ts";
import {
  appendLocks,
  type LedgerWriter,
  lockPendingPredictions,
  writeLocks,
  writeRows,
} from "./write-entries.ts";

export type RecordDeps = {
  db: Database;
  ledgerId: LedgerId;
  ledger: LedgerWriter;
  files: R2Bucket;
  now: () => Date;
  marketNow: () => Date;
  newId: () => string;
};

/** `replay` marks a prediction of the simulated market that was computed later, as of a past moment. */
type RequestOwner = { kind: "analysis"; userId: string } | { kind: "record" | "replay" };

type RecordRequest = {
  owner: RequestOwner;
  /**
   * Identifies the request: a second request with the same key stores nothing new. For the public record the
   * key consists of the ticker and the fiscal quarter.
   */
  requestKey: string;
  analysis: Analysis;
  evidenceHash?: string | null;
};

type OnRecord = { predictionId: string; evidenceHash: string; prediction: PublicPrediction };

/**
 * Puts a prediction on record: first the evidence file, then the ledger entry, then the database row. People
 * whose requests share one run share its lock. If the ledger does not answer, a job locks the prediction
 * later. It is safe to retry.
 */
export async function putOnRecord(deps: RecordDeps, request: RecordRequest): Promise<OnRecord> {
  const { db, marketNow } = deps;
  const { analysis } = request;
  const evidenceHash = request.evidenceHash ?? (await storeSnapshot(deps.files, analysis));
  const prediction = predictionOf(deps, request, evidenceHash);
  const row = unlockedRow(prediction, marketNow());
  let stored = await storeUnderKnownLock(db, row);
  let notLocked = NOTHING_TO_LOCK;
  if (!stored) {
    const { write, reason } = await lock(deps, prediction, row);
    const [first, ...laterWrites] = write;
    const results = await db.batch([first, ...laterWrites, storedRow(db, row)]);
    stored = (results.at(-1) as Awaited<ReturnType<typeof storedRow>>)[0] ?? null;
    if (!stored) throw new Error(`The prediction ${row.id} was not stored.`);
    notLocked = reason ?? notLocked;
  }
  const { id: predictionId, ledgerSeq, lockId, evidenceHash: ownEvidence } = stored;
  const answer = (reason: string | null): OnRecord => ({
    evidenceHash: ownEvidence,
    ...storedAnswer(predictionId, analysis, reason),
  });
  if (ledgerSeq !== null) return answer(null);
  if (lockId === null) return answer(analysis.prediction.notLockedReason ?? notLocked);
  if (notLocked === NO_LEDGER) return answer(NO_LEDGER);
  try {
    const locked = await lockPendingPredictions(deps, [lockId], marketNow().getTime());
    return answer(locked > 0 ? null : REPORT_DUE);
  } catch (error) {
    logUnexpected(error, { lock: lockId });
    return answer(NO_LEDGER);
  }
}

/** Returns the answer for a prediction that is already stored; `reason` says why it is not locked. */
export function storedAnswer(
  predictionId: string,
  { prediction }: Analysis,
  reason: string | null = null,
): Pick<OnRecord, "predictionId" | "prediction"> {
  return {
    predictionId,
    prediction: { ...prediction, isLocked: reason === null, notLockedReason: reason },
  };
}

const NOTHING_TO_LOCK = "No upcoming report is known, so there is nothing to lock it before.";
const REPORT_DUE = "The report is out or due, so nothing can be locked.";
const NO_LEDGER = "The ledger is not answering. The prediction will be locked as soon as it does.";

function predictionOf(
  { ledgerId, newId, now }: RecordDeps,
  { owner, requestKey, analysis }: RecordRequest,
  evidenceHash: string,
): NewPrediction {
  const userId = owner.kind === "analysis" ? owner.userId : null;
  const scope = userId === null ? recordScope(ledgerId) : userScope(userId);
  return {
    owner: { id: newId(), scope, userId, ledgerId, requestKey, createdAt: now() },
    evidence: analysis,
    evidenceHash,
    lockId: userId === null ? `${owner.kind} ${requestKey}` : analysis.id,
  };
}

async function lock(deps: RecordDeps, prediction: NewPrediction, row: NewRow) {
  const { db, marketNow } = deps;
  if (!row.lockId) return { write: [writeRows(db, [row])] as const, reason: null };
  try {
    const [answer] = await appendLocks(deps, [prediction], marketNow().getTime());
    if (answer && "lock" in answer) return { write: writeLocks(db, [answer]), reason: null };
    const stateReason = answer?.reason ?? REPORT_DUE;
    const refused = { ...row, state: "unlocked" as const, stateReason, lockId: null, dueAt: null };
    return { write: [writeRows(db, [refused])] as const, reason: REPORT_DUE };
  } catch (error) {
    logUnexpected(error, { lock: row.lockId });
    return { write: [writeRows(db, [row])] as const, reason: NO_LEDGER };
  }
}
