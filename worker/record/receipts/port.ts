import type { WitnessKind } from "#contract/receipts.ts";
import { AppError } from "#platform/errors.ts";

/** As the ledger alone signed it. */
export type SignedCheckpoint = { size: number; note: string };

/** What an outside witness returned for one checkpoint. */
export type Receipt = {
  bytes: Uint8Array;
  /** The time that the witness itself states and signs. */
  witnessedAt: Date;
  /** For a time stamp, its policy and serial number. */
  detail: string | null;
};

export type ProveConsistency = (oldSize: number) => Promise<readonly Uint8Array[]>;

type Asked = {
  checkpoint: SignedCheckpoint;
  /** 0 for none. */
  lastSize: number;
  proveConsistency: ProveConsistency;
};

/** Throws AppError for an outsider that fails or answers wrong. */
export type CheckpointWitness = {
  kind: WitnessKind;
  /** Receipts are stored under it. */
  name: string;
  /** Null where it attested a larger tree. */
  attest(asked: Asked): Promise<Receipt | null>;
};

export async function digestOf({ note }: SignedCheckpoint): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(note)));
}

/** The sentence is for the log. */
export function witnessFailed(name: string, what: string, retryAfterSeconds?: number): AppError {
  return new AppError(
    "not_available",
    `${name} ${what}.`,
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
  );
}
