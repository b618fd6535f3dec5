import { isoDay } from "#contract/time.ts";
import type { Signer } from "./ledger/signed-note.ts";
import type { Checkpoint } from "./ledger.ts";

type SignedLedger = {
  treeHead(): Promise<{ size: number; root: Uint8Array }>;
  checkpoint(): Promise<Checkpoint | null>;
  storeCheckpoint(checkpoint: Checkpoint): Promise<void>;
};

/**
 * Signs and stores a checkpoint if the ledger has grown since the last one, and returns whether it did. A run
 * that locked something publishes at once; any other run publishes at most once per UTC day. The same tree
 * always gives the same bytes.
 */
export async function publishCheckpoint(
  ledger: SignedLedger,
  signer: Signer | null,
  { hasLocked, now }: { hasLocked: boolean; now: Date },
): Promise<boolean> {
  if (!signer) return false;
  const [last, tree] = await Promise.all([ledger.checkpoint(), ledger.treeHead()]);
  if (tree.size === 0 || tree.size === last?.size) return false;
  if (!hasLocked && last && isoDay(last.signedAt) === isoDay(now)) return false;
  await ledger.storeCheckpoint({ size: tree.size, note: await signer.sign(tree), signedAt: now.getTime() });
  return true;
}
