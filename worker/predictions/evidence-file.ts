import type { LockEvidence } from "#contract/lock-evidence.ts";
import { canonical } from "#ledger/canonical.ts";
import { sha256 } from "#ledger/format.ts";

/** Files written at once: R2 takes many, a Worker opens six connections at a time. */
const AT_ONCE = 6;

/** The text of a lock's evidence, whose SHA-256 the ledger keeps. */
export async function evidenceFileOf(evidence: LockEvidence): Promise<{ hash: string; text: string }> {
  const text = canonical(evidence);
  return { hash: await sha256(text), text };
}

/** Writes evidence under its hash. The same twice is the same file. */
export async function writeEvidence(
  files: R2Bucket,
  written: readonly { hash: string; text: string }[],
): Promise<void> {
  for (let from = 0; from < written.length; from += AT_ONCE)
    await Promise.all(
      written.slice(from, from + AT_ONCE).map(({ hash, text }) => files.put(keyOf(hash), text)),
    );
}

/** The evidence of a lock as JSON text. Throws where the file is gone: a lock without its evidence proves nothing. */
export async function readEvidence(files: R2Bucket, hash: string | null): Promise<string> {
  const file = hash === null ? null : await files.get(keyOf(hash));
  if (!file) throw new Error(`The evidence ${hash} of a lock is not in the store of files.`);
  return file.text();
}

function keyOf(hash: string): string {
  return `evidence/${hash}.json`;
}
