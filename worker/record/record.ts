import type { Analysis } from "#contract/analysis.ts";
import type { Prediction } from "#contract/prediction.ts";
import type { Database } from "#platform/db/client.ts";
import { readEvidence } from "#platform/files/evidence-file.ts";
import { storeSnapshot } from "#platform/files/snapshots.ts";
import { logUnexpected } from "#platform/log.ts";
import type { LedgerId } from "#platform/scope.ts";
import type { Appended } from "./ledger.ts";
import { draftOf, type LedgerWriter, lockStored } from "./lock.ts";
import {
  analysedOf,
  firstLookAt,
  type NewRow,
  type Owner,
  rowOf,
  storePrediction,
  storeUnderKnownLock,
} from "./store.ts";

/** One market's record: its ledger and its clock. */
export type RecordDeps = {
  db: Database;
  ledgerId: LedgerId;
  ledger: LedgerWriter;
  /** Holds what predictions rest on. */
  files: R2Bucket;
  now: () => Date;
  /** The market's time. */
  marketNow: () => Date;
  newId: () => string;
};

/** `evidenceHash` names the file of the frozen analysis; left out where it is not stored yet. */
type RecordRequest = { owner: Owner; requestKey: string; analysis: Analysis; evidenceHash?: string | null };

type OnRecord = { predictionId: string; evidenceHash: string | null; prediction: Prediction };

/**
 * Freezes the analysis in a file, locks it in the ledger, stores the prediction, in this order. Users of one run share its
 * lock. When the ledger does not answer, the jobs lock later. Safe to repeat.
 */
export async function putOnRecord(deps: RecordDeps, request: RecordRequest): Promise<OnRecord> {
  const { db, files, ledger, marketNow } = deps;
  const { analysis } = request;
  const evidenceHash = request.evidenceHash ?? (await storeSnapshot(files, analysis));
  const row = rowOf({
    ...{ id: deps.newId(), ledgerId: deps.ledgerId, analysis, evidenceHash },
    ...{ owner: request.owner, requestKey: request.requestKey, now: deps.now(), marketNow: marketNow() },
  });
  const known = await storeUnderKnownLock(db, row);
  let notLocked = NOTHING_TO_LOCK;
  let stored = known;
  if (!stored) {
    const locked = await lockOf(deps, row);
    stored = await storePrediction(db, locked.row);
    notLocked = locked.reason ?? notLocked;
  }
  const answer = (reason: string | null): OnRecord => ({
    predictionId: stored.id,
    evidenceHash: stored.evidenceHash,
    prediction: { ...analysis.prediction, isLocked: reason === null, notLockedReason: reason },
  });
  if (stored.ledgerSeq !== null) return answer(null);
  if (stored.lockId === null) return answer(analysis.prediction.notLockedReason ?? notLocked);
  if (notLocked === NO_LEDGER) return answer(NO_LEDGER);
  try {
    const locked = await lockStored(db, ledger, [stored.lockId], marketNow().getTime());
    return answer(locked.get(stored.lockId) ? null : REPORT_DUE);
  } catch (error) {
    logUnexpected(error, { lock: stored.lockId });
    return answer(NO_LEDGER);
  }
}

const NOTHING_TO_LOCK = "No upcoming report is known, so there is nothing to lock it before.";
const REPORT_DUE = "The report is out or due, so nothing can be locked.";
const NO_LEDGER = "The ledger is not answering. The prediction will be locked as soon as it does.";

/** The row as the ledger has it, and why it has no lock there. */
async function lockOf(
  { ledger, files, marketNow }: RecordDeps,
  row: NewRow,
): Promise<{ row: NewRow; reason: string | null }> {
  const draft = draftOf(row);
  if (!draft) return { row, reason: null };
  let appended: Appended | undefined;
  try {
    [appended] = await ledger.append([draft], marketNow().getTime());
  } catch (error) {
    logUnexpected(error, { lock: draft.id });
    return { row, reason: NO_LEDGER };
  }
  if (!appended?.isAppended) {
    const stateReason = appended?.reason ?? REPORT_DUE;
    return { row: { ...row, state: "unlocked", stateReason, lockId: null, dueAt: null }, reason: REPORT_DUE };
  }
  const { entry, lock } = appended;
  const own =
    lock && lock.evidenceHash !== row.evidenceHash ? await rowLocked(files, row, lock.evidenceHash) : row;
  return { row: { ...own, ledgerSeq: entry.seq, dueAt: firstLookAt(own) }, reason: null };
}

/** What an earlier, interrupted request locked under the same name rests on that request's analysis. */
async function rowLocked(files: R2Bucket, row: NewRow, evidenceHash: string): Promise<NewRow> {
  const analysis = JSON.parse(await readEvidence(files, evidenceHash)) as Analysis;
  return { ...row, ...analysedOf(analysis), evidenceHash };
}
