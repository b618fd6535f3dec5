import type { PointInTimeProof } from "#contract/as-of.ts";
import { MAX_PROVEN_ENTRIES } from "#contract/rules.ts";
import { AppError } from "#platform/errors.ts";
import type { PointInTime } from "#season/point-in-time.ts";
import type { Signer } from "./ledger/signed-note.ts";
import type { Ledger } from "./ledger.ts";

/**
 * The ledger's questions about its past. Every answer is a promise, because the ledger lives in a Durable
 * Object.
 */
export type PastLedger = {
  past(asOf: string): Promise<ReturnType<Ledger["past"]>>;
  pastHead(size: number, asOfMs: number): Promise<ReturnType<Ledger["pastHead"]>>;
  pastProof(lockIds: string[], size: number, asOfMs: number): Promise<ReturnType<Ledger["pastProof"]>>;
};

type PastRequest = {
  ledger: PastLedger;
  marketNow: () => Date;
  /** `signer` is null when no signing key is configured. */
  signer: Pick<Signer, "publicKey"> | null;
};

export type PastMoment = PointInTime & { asOf: string; recordBegan: string };

/**
 * Returns the moment `asOf` together with the number of ledger entries that existed at it. Throws
 * `as_of_future` for a moment that has not come, and `before_record` for one before the ledger's first entry.
 */
export async function pastMomentOf(
  { ledger, marketNow }: Pick<PastRequest, "ledger" | "marketNow">,
  asOf: string,
): Promise<PastMoment> {
  const at = new Date(asOf);
  if (at > marketNow())
    throw new AppError("as_of_future", "That time is in the future. Choose an asOf in the past.");
  const { began, size } = await ledger.past(asOf);
  if (began === null || size === 0) {
    const since = began === null ? "Nothing is on record yet." : `The record began at ${began}.`;
    throw new AppError("before_record", `${since} Nothing can be proven of a moment before.`, {
      recordBegan: began,
    });
  }
  return { at, entries: size, asOf, recordBegan: began };
}

/** Returns the ledger's summary at that moment, in the shape in which the track record shows it. */
export async function ledgerAtMoment(ledger: PastLedger, { at, entries, recordBegan }: PastMoment) {
  const { hash, sealed, open, checkpoint } = await ledger.pastHead(entries, at.getTime());
  const signedAt = checkpoint && new Date(checkpoint.signedAt).toISOString();
  return {
    seq: entries,
    hash,
    sealed,
    open,
    sealedSince: recordBegan,
    checkpoint: checkpoint && signedAt ? { size: checkpoint.size, signedAt } : null,
  };
}

/**
 * Returns the proof that accompanies an answer about the past. Throws `invalid_request` when the answer would need
 * more entries than one proof may hold.
 */
export async function pointInTimeProofOf(
  { ledger, signer }: Pick<PastRequest, "ledger" | "signer">,
  { at, asOf, recordBegan, entries: ledgerSize }: PastMoment,
  { lockIds, unknown }: { lockIds: readonly (string | null)[]; unknown: PointInTimeProof["unknown"] },
): Promise<PointInTimeProof> {
  const named = lockIds.filter((id) => id !== null);
  if (2 * named.length > MAX_PROVEN_ENTRIES)
    throw new AppError("invalid_request", "That is more than one proof can hold. Ask for fewer days.");
  const { checkpoint, ...proof } = await ledger.pastProof(named, ledgerSize, at.getTime());
  return {
    asOf,
    recordBegan,
    ledgerSize,
    ...proof,
    unknown,
    checkpoint:
      checkpoint && signer
        ? {
            size: checkpoint.size,
            signedAt: new Date(checkpoint.signedAt).toISOString(),
            note: checkpoint.note,
            key: signer.publicKey,
          }
        : null,
  };
}
