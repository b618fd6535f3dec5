import { createHash } from "node:crypto";
import type { LedgerEntry, Revealed } from "#contract/ledger.ts";
import { entryHashPreimage, GENESIS_HASH, sealPreimage } from "#contract/ledger-format.ts";

export type BackedUpEntry = { entry: LedgerEntry; opening: Revealed | null };
type Checkpoint = { size: number; note: string; signedAt: number };
/** The content of one backup file: consecutive entries, and the checkpoints whose tree ends at one of them. */
type Page = { chain: BackedUpEntry[]; checkpoints: Checkpoint[] };
/**
 * The manifest. `size` is the number of backed-up entries, and `checkpoint` the tree size of the newest
 * backed-up checkpoint, or 0 when there is none.
 */
type Backup = { size: number; checkpoint: number };

const ENTRIES_A_FILE = 1_000;
const AT_ONCE = 6;

type BackedUpLedger = {
  backedUp(after: number, limit: number): Promise<BackedUpEntry[]>;
  checkpoints(before: number, limit: number): Promise<Checkpoint[]>;
  head(): Promise<{ seq: number }>;
};

const folderOf = (ledgerId: string) => `ledger/${encodeURIComponent(ledgerId)}`;
const pageKey = (ledgerId: string, page: number) =>
  `${folderOf(ledgerId)}/${String(page).padStart(6, "0")}.json`;
const manifestKey = (ledgerId: string) => `${folderOf(ledgerId)}/backup.json`;

/**
 * Writes the entries that are new since the last backup into files, including the secrets of their seals. The
 * manifest is written last, so a killed backup leaves the previous one intact. It is safe to retry and to run
 * twice at once.
 */
export async function backUpLedger(ledger: BackedUpLedger, files: R2Bucket, ledgerId: string): Promise<void> {
  const [{ seq: size }, [newest], manifestNow] = await Promise.all([
    ledger.head(),
    ledger.checkpoints(Number.MAX_SAFE_INTEGER, 1),
    manifestOf(files, ledgerId),
  ]);
  const backup: Backup = { size, checkpoint: Math.min(newest?.size ?? 0, size) };
  const isSigned = manifestNow?.checkpoint === backup.checkpoint;
  if (isSigned && manifestNow.size === size) return;
  const first = (isSigned ? manifestNow.size : manifestNow?.checkpoint) ?? 0;
  for (let page = Math.floor(first / ENTRIES_A_FILE); page * ENTRIES_A_FILE < size; page++) {
    const after = page * ENTRIES_A_FILE;
    const [chain, signed] = await Promise.all([
      ledger.backedUp(after, ENTRIES_A_FILE),
      ledger.checkpoints(after + ENTRIES_A_FILE + 1, ENTRIES_A_FILE),
    ]);
    const checkpoints = signed.filter((checkpoint) => checkpoint.size > after);
    await files.put(pageKey(ledgerId, page), JSON.stringify({ chain, checkpoints } satisfies Page));
  }
  await files.put(manifestKey(ledgerId), JSON.stringify(backup));
}

/**
 * Reads and verifies the whole backup, or returns null when there is none. Throws for a missing or damaged
 * entry, because no ledger may start from a damaged past.
 */
export async function readBackup(
  files: R2Bucket,
  ledgerId: string,
): Promise<{ entries: BackedUpEntry[]; checkpoints: Checkpoint[] } | null> {
  const manifest = await manifestOf(files, ledgerId);
  if (!manifest) return null;
  const entries: BackedUpEntry[] = [];
  const checkpoints: Checkpoint[] = [];
  const pages = Math.ceil(manifest.size / ENTRIES_A_FILE);
  for (let from = 0; from < pages; from += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, pages - from) }, (_, i) =>
      read<Page>(files, pageKey(ledgerId, from + i)),
    );
    for (const page of await Promise.all(batch)) {
      entries.push(...(page?.chain ?? []));
      checkpoints.push(...(page?.checkpoints ?? []));
    }
  }
  const whole = entries.slice(0, manifest.size);
  if (whole.length < manifest.size) throw new Error(`The backup of the ledger ${ledgerId} is incomplete.`);
  let previousHash = GENESIS_HASH;
  for (const [at, { entry, opening }] of whole.entries()) {
    const isChained = entry.seq === at + 1 && entry.previousHash === previousHash;
    const isOpened =
      entry.body.type !== "lock" || (opening && sha256(sealPreimage(opening)) === entry.body.seal);
    if (!isChained || !isOpened || sha256(entryHashPreimage(entry)) !== entry.hash)
      throw new Error(`The backup of the ledger ${ledgerId} is damaged at entry ${at + 1}.`);
    previousHash = entry.hash;
  }
  return {
    entries: whole,
    checkpoints: checkpoints.filter((checkpoint) => checkpoint.size <= manifest.size),
  };
}

const manifestOf = (files: R2Bucket, ledgerId: string) => read<Backup>(files, manifestKey(ledgerId));

async function read<Content>(files: R2Bucket, key: string): Promise<Content | null> {
  const file = await files.get(key);
  return file && (await file.json<Content>());
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
