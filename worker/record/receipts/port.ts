import type { WitnessKind } from "#contract/receipts.ts";
import { AppError } from "#platform/errors.ts";

/** A checkpoint as the ledger alone signed it: the bytes that every receipt is of. */
export type SignedCheckpoint = { size: number; note: string };

/** What an outsider gave for a checkpoint. `pending`: it promises a stronger proof later. */
export type Receipt = {
  bytes: Uint8Array;
  state: "complete" | "pending";
  /** When the outsider says it saw the checkpoint; our own clock where it says no time. */
  witnessedAt: Date;
  /** One line for a person: a policy, a block, the address of a commit. Null without. */
  detail: string | null;
};

/** What a log witness is given with a checkpoint. Throws RangeError where there is no such tree. */
export type ProveConsistency = (oldSize: number) => Promise<readonly Uint8Array[]>;

type Asked = {
  checkpoint: SignedCheckpoint;
  /** The largest tree that this witness attested; 0 for none. */
  lastSize: number;
  proveConsistency: ProveConsistency;
};

/** Somebody outside who attests checkpoints. Throws AppError where it cannot be asked, or answers something wrong. */
export type CheckpointWitness = {
  kind: WitnessKind;
  /** Names it for good: receipts are stored under it. */
  name: string;
  /** Null where it attested a larger tree already, so that there is nothing left to attest. */
  attest(asked: Asked): Promise<Receipt | null>;
  /** The stronger proof that was promised; null while there is none. Only where receipts can be pending. */
  confirm?(receipt: Uint8Array, checkpoint: SignedCheckpoint): Promise<Receipt | null>;
};

/** SHA-256 of the bytes that receipts are of. */
export async function digestOf({ note }: SignedCheckpoint): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(note)));
}

/** A witness that failed or lied. The queue tries again; the sentence is for the log. */
export function witnessFailed(name: string, what: string, retryAfterSeconds?: number): AppError {
  return new AppError(
    "not_available",
    `${name} ${what}.`,
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
  );
}
