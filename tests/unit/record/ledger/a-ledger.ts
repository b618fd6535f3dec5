import { createHash } from "node:crypto";
import type { LedgerBody, LedgerEntry, LedgerRoot, LockBody } from "#contract/ledger.ts";
import { entryHashPreimage, GENESIS_HASH, sealPreimage, sha256 } from "#contract/ledger-format.ts";
import type { Published } from "#ledger-verifier";
import { merkleRoot } from "#record/ledger/merkle.ts";

const DAY_MS = 86_400_000;
const START = Date.parse("2026-01-05T15:00:00Z");
const digest = (text: string) => createHash("sha256").update(text).digest("hex");
const timeOf = (i: number) => new Date(START + Math.floor(i / 4) * DAY_MS + (i % 4) * 1000).toISOString();

/** Returns the lock of a row. */
export function lockOf(i: number): LockBody {
  const time = timeOf(i);
  return {
    type: "lock",
    id: `lock ${i}`,
    kind: "record",
    dataMode: "sample",
    symbol: `S${i}`,
    fiscalQuarterEnd: "2025-12-31",
    consensusEps: 1.23,
    epsBasis: "consensus",
    probability: 0.7 + (i % 300) / 1000,
    baseRate: 0.68,
    modelVersion: "test",
    evidenceHash: "ab".repeat(32),
    reportsAt: i % 3 === 0 ? timeOf(i + 2) : new Date(Date.parse(time) + 5 * DAY_MS).toISOString(),
    time,
  };
}

/** Returns what opens the seal of a lock. */
export const openingOf = (lock: LockBody) => ({ lock, nonce: digest(`nonce of ${lock.id}`) });

/** Returns the lock as a commitment. */
export function sealed(lock: LockBody): LedgerBody {
  const { type, id, kind, dataMode, symbol, fiscalQuarterEnd, reportsAt, time } = lock;
  const seal = digest(sealPreimage(openingOf(lock)));
  return { type, id, kind, dataMode, symbol, fiscalQuarterEnd, reportsAt, time, seal };
}

/** Makes `n` bodies, a few a day. Most are locks, and every third row settles one. */
export function someBodies(n: number): LedgerBody[] {
  return Array.from({ length: n }, (_, i): LedgerBody => {
    if (i % 3 !== 2) return sealed(lockOf(i));
    return {
      type: "settlement",
      id: `settles lock ${i - 2}`,
      lockId: `lock ${i - 2}`,
      outcome: i % 2 ? "beat" : "miss",
      actualEps: (i % 2 ? 2 : 1) + i / 10_000,
      source: "Sample market",
      reason: null,
      revealed: openingOf(lockOf(i - 2)),
      time: timeOf(i),
    };
  });
}

/** Chains bodies as the ledger does. */
export async function chained(bodies: readonly LedgerBody[]): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for (const body of bodies) {
    const previous = entries.at(-1);
    const unhashed = { seq: entries.length + 1, previousHash: previous?.hash ?? GENESIS_HASH, body };
    entries.push({ ...unhashed, hash: await sha256(entryHashPreimage(unhashed)) });
  }
  return entries;
}

/** Returns the head and the daily roots of a ledger whose last day is still open. */
export async function publishedOf(entries: readonly LedgerEntry[]): Promise<Published> {
  const last = entries.at(-1);
  const days = Map.groupBy(entries, (entry) => entry.body.time.slice(0, 10));
  const roots: LedgerRoot[] = [];
  for (const [date, ofDay] of [...days].slice(0, -1)) {
    const root = merkleRoot(
      ofDay.map((entry) => entry.hash),
      digest,
    );
    roots.push({ date, root, firstSeq: ofDay[0]?.seq ?? 0, lastSeq: ofDay.at(-1)?.seq ?? 0 });
  }
  return { head: { seq: last?.seq ?? 0, hash: last?.hash ?? GENESIS_HASH }, roots };
}
