import type { LedgerBody, LedgerEntry, LedgerRoot } from "#contract/ledger.ts";
import { GENESIS_HASH, hashedText, sha256 } from "#ledger/format.ts";
import { merkleRootAsync } from "#ledger/merkle.ts";
import type { Published } from "#ledger/verify.ts";

const DAY_MS = 86_400_000;
const START = Date.parse("2026-01-05T15:00:00Z");

/** Bodies of `n` locks, a few a day, every third one settles; the earlier half in the first format. */
export function someBodies(n: number): LedgerBody[] {
  return Array.from({ length: n }, (_, i): LedgerBody => {
    const time = new Date(START + Math.floor(i / 4) * DAY_MS + (i % 4) * 1000).toISOString();
    if (i % 3 === 2)
      return {
        type: "settlement",
        id: `settles lock ${i - 2}`,
        lockId: `lock ${i - 2}`,
        outcome: i % 2 ? "beat" : "miss",
        actualEps: 1 + i / 100,
        source: "Sample market",
        reason: null,
        time,
      };
    const consensus = i < n / 2 ? { strike: 1.23 } : { format: 2 as const, consensusEps: 1.23 };
    return {
      type: "lock",
      id: `lock ${i}`,
      kind: "record",
      dataMode: "sample",
      symbol: `S${i}`,
      fiscalQuarterEnd: "2025-12-31",
      ...consensus,
      epsBasis: "consensus",
      probability: 0.7 + i / 1000,
      baseRate: 0.68,
      modelVersion: "test",
      evidenceHash: "ab".repeat(32),
      reportsAt: new Date(Date.parse(time) + 5 * DAY_MS).toISOString(),
      time,
    };
  });
}

/** Chains bodies as the ledger does. */
export async function chained(bodies: readonly LedgerBody[]): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for (const body of bodies) {
    const previous = entries.at(-1);
    const unhashed = { seq: entries.length + 1, previousHash: previous?.hash ?? GENESIS_HASH, body };
    entries.push({ ...unhashed, hash: await sha256(hashedText(unhashed)) });
  }
  return entries;
}

/** Head and daily roots of a ledger, the last day still open. */
export async function publishedOf(entries: readonly LedgerEntry[]): Promise<Published> {
  const last = entries.at(-1);
  const days = Map.groupBy(entries, (entry) => entry.body.time.slice(0, 10));
  const roots: LedgerRoot[] = [];
  for (const [date, ofDay] of [...days].slice(0, -1)) {
    const root = await merkleRootAsync(
      ofDay.map((entry) => entry.hash),
      sha256,
    );
    roots.push({ date, root, firstSeq: ofDay[0]?.seq ?? 0, lastSeq: ofDay.at(-1)?.seq ?? 0 });
  }
  return { head: { seq: last?.seq ?? 0, hash: last?.hash ?? GENESIS_HASH }, roots };
}
