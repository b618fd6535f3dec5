import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { sealPreimage, sha256 } from "#contract/ledger-format.ts";
import { verifyLedger } from "#ledger-verifier";
import type { Ledger, LedgerDraft } from "#record/ledger.ts";
import { ledgerOf } from "./a-record.ts";
import { aLock } from "./locks.ts";

const NOW = Date.parse("2026-03-02T15:00:00Z");
const DAY_MS = 86_400_000;

const aSettlement = (lockId: string): LedgerDraft => ({
  type: "settlement",
  id: `settles ${lockId}`,
  lockId,
  outcome: "beat",
  actualEps: 1.6,
  source: "Sample market",
  reason: null,
});

async function verdictOn(name: string, nowMs: number) {
  const ledger = ledgerOf(name);
  const { entries, head } = await ledger.page(0, 500);
  return verifyLedger(entries, { head, roots: await ledger.roots(nowMs) });
}

describe("the ledger", () => {
  it("chains what is appended, and finds it again instead of entering it twice", async () => {
    const ledger = ledgerOf("chain");
    const first = await ledger.append([aLock("a"), aLock("b")], NOW);
    const again = await ledger.append([aLock("b", { probability: 0.1 })], NOW + 1000);
    expect(first.map((answer) => answer.isAppended && answer.entry.seq)).toEqual([1, 2]);
    expect(again).toEqual([first[1]]);
    expect(await verdictOn("chain", NOW)).toEqual({ isValid: true, entries: 2 });
  });

  it("refuses a lock from the moment of its report on, and enters what stands beside it", async () => {
    const at = new Date(NOW).toISOString();
    const answers = await ledgerOf("late").append([aLock("late", { reportsAt: at }), aLock("timely")], NOW);
    expect(answers[0]).toEqual({
      isAppended: false,
      reason: "The report is out or due, so nothing can be locked before it.",
    });
    expect(answers[1]).toMatchObject({ isAppended: true, entry: { seq: 1 } });
  });

  it("refuses to settle what was never locked, and to replay a real market", async () => {
    const answers = await ledgerOf("strange").append(
      [aSettlement("nothing"), aLock("live", { kind: "replay", dataMode: "live" })],
      NOW,
    );
    expect(answers.map((answer) => answer.isAppended)).toEqual([false, false]);
  });

  it("keeps the first settlement of a lock", async () => {
    const ledger = ledgerOf("once");
    await ledger.append([aLock("a")], NOW);
    const one = await ledger.append([aSettlement("a")], NOW + DAY_MS);
    const other = await ledger.append(
      [{ ...aSettlement("a"), outcome: "miss" } as LedgerDraft],
      NOW + DAY_MS,
    );
    expect(other).toEqual(one);
    expect((await ledger.page(0, 10)).head.seq).toBe(2);
  });

  it("seals a lock: nothing it says is public until its settlement reveals it", async () => {
    const ledger = ledgerOf("sealed");
    const draft = aLock("a", { probability: 0.8137 });
    const [locked] = await ledger.append([draft], NOW);
    const { entries, head } = await ledger.page(0, 10);
    const [entry] = entries;
    expect(Object.keys(entry?.body ?? {}).toSorted()).toEqual([
      "dataMode",
      "fiscalQuarterEnd",
      "id",
      "kind",
      "reportsAt",
      "seal",
      "symbol",
      "time",
      "type",
    ]);
    expect(JSON.stringify([entries, head, await ledger.find("a")])).not.toMatch(/0\.8137|nonce|probability/);
    expect(locked).toMatchObject({ isAppended: true, lock: { probability: 0.8137, time: entry?.body.time } });
    await ledger.append([aSettlement("a")], NOW + 6 * DAY_MS);
    const settlement = (await ledger.find("settles a"))?.body;
    if (settlement?.type !== "settlement" || !settlement.revealed) throw new Error("nothing was revealed");
    expect(settlement.revealed.lock).toEqual({ ...draft, time: entry?.body.time });
    expect(settlement.revealed.nonce).toMatch(/^[0-9a-f]{64}$/);
    expect(entry?.body).toMatchObject({ seal: await sha256(sealPreimage(settlement.revealed)) });
    expect(await verdictOn("sealed", NOW + 6 * DAY_MS)).toEqual({ isValid: true, entries: 2 });
  });

  it("gives every lock a nonce of its own, so that equal numbers cannot be told from their seals", async () => {
    const ledger = ledgerOf("nonces");
    await ledger.append([aLock("a"), aLock("b")], NOW);
    const { entries } = await ledger.page(0, 10);
    await ledger.append([aSettlement("a"), aSettlement("b")], NOW + 6 * DAY_MS);
    const nonces = await Promise.all(
      ["a", "b"].map(async (id) => {
        const body = (await ledger.find(`settles ${id}`))?.body;
        return body?.type === "settlement" ? body.revealed?.nonce : undefined;
      }),
    );
    expect(new Set([...nonces, undefined]).size).toBe(3);
    expect(entries).toHaveLength(2);
  });

  it("refuses to settle a settlement", async () => {
    const ledger = ledgerOf("twofold");
    await ledger.append([aLock("a")], NOW);
    await ledger.append([aSettlement("a")], NOW + 6 * DAY_MS);
    const [answer] = await ledger.append([aSettlement("settles a")], NOW + 6 * DAY_MS);
    expect(answer).toMatchObject({ isAppended: false });
  });

  it("never lets time run back, nor into a day whose root is out", async () => {
    const ledger = ledgerOf("clock");
    await ledger.append([aLock("a")], NOW);
    expect(await ledger.roots(NOW + DAY_MS)).toHaveLength(1);
    await ledger.append([aLock("b")], NOW - 10 * DAY_MS);
    const { entries } = await ledger.page(0, 10);
    expect(entries.map(({ body }) => body.time)).toEqual([
      "2026-03-02T15:00:00.000Z",
      "2026-03-03T00:00:00.000Z",
    ]);
    expect(await verdictOn("clock", NOW + DAY_MS)).toEqual({ isValid: true, entries: 2 });
  });

  it("publishes one root for each day that is over, and never changes it", async () => {
    const ledger = ledgerOf("roots");
    await ledger.append([aLock("a"), aLock("b")], NOW);
    expect(await ledger.roots(NOW)).toEqual([]);
    await ledger.append([aLock("c")], NOW + DAY_MS);
    const [root] = await ledger.roots(NOW + DAY_MS);
    expect(root).toMatchObject({ date: "2026-03-02", firstSeq: 1, lastSeq: 2 });
    await ledger.append([aLock("d")], NOW + 2 * DAY_MS);
    expect((await ledger.roots(NOW + 9 * DAY_MS)).at(-1)).toEqual(root);
  });

  it("cannot be rewritten even from within", async () => {
    const ledger = ledgerOf("within");
    await ledger.append([aLock("a")], NOW);
    await runInDurableObject(ledger, (_: Ledger, state) => {
      expect(() => state.storage.sql.exec("UPDATE entries SET body = '{}'")).toThrow(/never rewritten/);
      expect(() => state.storage.sql.exec("DELETE FROM entries")).toThrow(/never rewritten/);
      expect(() => state.storage.sql.exec("UPDATE seals SET nonce = ''")).toThrow(/never changed/);
      expect(() => state.storage.sql.exec("DELETE FROM seals")).toThrow(/never changed/);
    });
  });

  it("gives hundreds of concurrent writers one place each", async () => {
    const names = Array.from({ length: 200 }, (_, i) => `n${i % 100}`);
    await Promise.all(names.map((name) => ledgerOf("crowd").append([aLock(name)], NOW)));
    expect(await verdictOn("crowd", NOW)).toEqual({ isValid: true, entries: 100 });
  });
});

describe("a ledger that dies", () => {
  it("in the middle of an append holds nothing of it, and everything before it", async () => {
    const ledger = env.LEDGER.get(env.LEDGER.idFromName("dies"));
    await ledger.append([aLock("before")], NOW);
    const broken = { ...aLock("second"), consensusEps: Number.NaN } as LedgerDraft;
    await runInDurableObject(ledger, (ledger: Ledger) => {
      expect(() => ledger.append([aLock("first"), broken], NOW)).toThrow(TypeError);
    });
    await evictDurableObject(ledger);
    const { entries } = await ledgerOf("dies").page(0, 10);
    expect(entries.map(({ body }) => body.id)).toEqual(["before"]);
    await ledgerOf("dies").append([aLock("first"), aLock("second")], NOW);
    expect(await verdictOn("dies", NOW)).toEqual({ isValid: true, entries: 3 });
  });
});
