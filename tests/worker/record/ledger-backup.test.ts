import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { verifyLedger } from "#ledger-verifier";
import type { Ledger, LedgerDraft } from "#record/ledger.ts";
import { backUpLedger, readBackup } from "#record/ledger-backup.ts";
import { ledgerOf } from "./a-record.ts";
import { aLock, locks } from "./locks.ts";

const NOW = Date.parse("2026-03-02T15:00:00Z");
const DAY_MS = 86_400_000;

const endOf = (lockId: string): LedgerDraft => ({
  type: "settlement",
  id: `settles ${lockId}`,
  lockId,
  outcome: "beat",
  actualEps: 1.6,
  source: "Sample market",
  reason: null,
});

/** Empties its object, as it is in a new account. */
async function lose(ledgerId: string): Promise<void> {
  const ledger = ledgerOf(ledgerId);
  await runInDurableObject(ledger, async (_: Ledger, { storage }) => {
    await storage.deleteAll();
  });
  await evictDurableObject(ledger);
}

const contentOf = async (ledgerId: string) => {
  const ledger = ledgerOf(ledgerId);
  return [await ledger.page(0, 5_000), await ledger.opened(0, 5_000), await ledger.checkpoints(9_999, 100)];
};

it("an empty object begins with the backup: the same chain, seals and checkpoints, and nothing is locked twice", async () => {
  const ledger = ledgerOf("lost");
  await ledger.append(locks(0, 1_100), NOW);
  await ledger.storeCheckpoint({ size: 1_100, note: "signed", signedAt: NOW });
  await backUpLedger(ledger, env.FILES, "lost");
  await ledger.append([endOf((await ledger.opened(0, 1))[0]?.body.id ?? "")], NOW + 6 * DAY_MS);
  await backUpLedger(ledger, env.FILES, "lost");
  const before = await contentOf("lost");

  await lose("lost");
  expect(await contentOf("lost")).toEqual(before);
  const restored = ledgerOf("lost");
  const again = await restored.append([...locks(0, 3), aLock("new")], NOW + 7 * DAY_MS);
  expect(again.map((one) => one.isAppended && one.entry.seq)).toEqual([1, 2, 3, false]);
  const later = aLock("new", { reportsAt: "2026-04-07T15:00:00.000Z" });
  expect(await restored.append([later], NOW + 7 * DAY_MS)).toMatchObject([{ entry: { seq: 1_102 } }]);
  const second = (await restored.opened(1, 1))[0]?.body.id ?? "";
  await restored.append([endOf(second)], NOW + 7 * DAY_MS);
  const { entries, head } = await restored.page(0, 5_000);
  const roots = await restored.roots(NOW + 7 * DAY_MS);
  expect(await verifyLedger(entries, { head, roots })).toEqual({ isValid: true, entries: 1_103 });
});

it("a backup that was changed or cut starts no ledger", async () => {
  const ledger = ledgerOf("damaged");
  await ledger.append(locks(0, 3), NOW);
  await backUpLedger(ledger, env.FILES, "damaged");
  const key = "ledger/damaged/000000.json";
  const text = (await (await env.FILES.get(key))?.text()) ?? "";
  for (const damaged of [text.replace("0.81", "0.18"), '{"chain":[],"checkpoints":[]}', "[]"]) {
    expect(damaged).not.toBe(text);
    await env.FILES.put(key, damaged);
    await expect(readBackup(env.FILES, "damaged")).rejects.toThrow("The backup of the ledger damaged is");
  }
});

it("one that has grown since is written from the file that was not full", async () => {
  const ledger = ledgerOf("growing");
  await ledger.append(locks(0, 1_001), NOW);
  await backUpLedger(ledger, env.FILES, "growing");
  const first = await env.FILES.head("ledger/growing/000000.json");
  await ledger.append([aLock("one more")], NOW);
  await backUpLedger(ledger, env.FILES, "growing");
  expect((await env.FILES.head("ledger/growing/000000.json"))?.etag).toBe(first?.etag);
  const second = await (await env.FILES.get("ledger/growing/000001.json"))?.json<{ chain: unknown[] }>();
  expect(second?.chain.length).toBe(2);
});

it("each checkpoint is kept for ever, in the file of its last entry, also where it is signed after the next file began", async () => {
  const ledger = ledgerOf("signed");
  const sign = (size: number) => ledger.storeCheckpoint({ size, note: `of ${size}`, signedAt: NOW });
  const kept = async () =>
    (await readBackup(env.FILES, "signed"))?.checkpoints.map(({ size }) => size).toSorted((a, b) => a - b);
  await ledger.append(locks(0, 1_000), NOW);
  for (const size of [1, 999]) await sign(size);
  await backUpLedger(ledger, env.FILES, "signed");
  expect(await kept()).toEqual([1, 999]);
  await ledger.append([aLock("of the next file")], NOW);
  await backUpLedger(ledger, env.FILES, "signed");
  await sign(1_000);
  await backUpLedger(ledger, env.FILES, "signed");
  expect(await kept()).toEqual([1, 999, 1_000]);
  await sign(1_001);
  await backUpLedger(ledger, env.FILES, "signed");
  expect(await kept()).toEqual([1, 999, 1_000, 1_001]);
  const [manifest] = (await env.FILES.list({ prefix: "ledger/signed/backup" })).objects;
  expect(manifest?.size).toBeLessThan(60);
});
