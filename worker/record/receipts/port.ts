import type { WitnessKind } from "#contract/receipts.ts";
import { AppError } from "#platform/errors.ts";

/** A checkpoint of `size` entries. `note` is its text with the ledger's own signature and no cosignature. */
export type SignedCheckpoint = { size: number; note: string };

/** What an outside witness returned for one checkpoint. */
export type Receipt = {
  bytes: Uint8Array;
  /** The time that the witness itself states and signs. */
  witnessedAt: Date;
  /** The policy and serial number of a time stamp, or null for a cosignature. */
  detail: string | null;
};

export type ProveConsistency = (oldSize: number) => Promise<readonly Uint8Array[]>;

type AttestRequest = {
  checkpoint: SignedCheckpoint;
  /** The number of entries in the last checkpoint that this witness signed, or 0 before its first. */
  lastSize: number;
  proveConsistency: ProveConsistency;
};

/** An outside service that attests checkpoints. Its methods throw AppError when it fails or answers wrongly. */
export type CheckpointWitness = {
  kind: WitnessKind;
  /** Receipts are stored under this name. */
  name: string;
  /** Returns null when the witness has already attested a larger tree. */
  attest(request: AttestRequest): Promise<Receipt | null>;
};

export async function digestOf({ note }: SignedCheckpoint): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(note)));
}

/**
 * Returns the error of a witness that failed. Its message, which the log shows, is `name` followed by
 * `failure`.
 */
export function witnessError(name: string, failure: string, retryAfterSeconds?: number): AppError {
  return new AppError(
    "not_available",
    `${name} ${failure}.`,
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
  );
}
