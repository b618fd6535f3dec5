import { env } from "cloudflare:test";
import { beforeAll, expect, it } from "vitest";
import { openDeps } from "#app/deps.ts";
import type { PointInTimeProof } from "#contract/as-of.ts";
import { HOUR_MS } from "#contract/time.ts";
import { verifyKnown } from "#ledger-verifier";
import { pastMomentOf, pointInTimeProofOf } from "#record/as-of.ts";
import { publishCheckpoint } from "#record/checkpoint.ts";
import { origin } from "../api.ts";
import { ledgerOf } from "./a-record.ts";
import { locks } from "./locks.ts";

const NAME = "of then";
const ledger = ledgerOf(NAME);
const START = Date.parse("2026-03-02T15:00:00Z");
const LOCKS = 700;
const SETTLED = 40;
const time = (hours: number) => new Date(START + hours * HOUR_MS);
let signer: Awaited<ReturnType<ReturnType<typeof openDeps>["ledgerSigner"]>>;

/**
 * Hour 0 has 700 signed locks. Hours 200 and 201 have forty settlements, of which the first twenty are signed an
 * hour later.
 */
beforeAll(async () => {
  signer = await openDeps(env, origin).ledgerSigner(NAME);
  await ledger.append(locks(0, LOCKS), time(0).getTime());
  await publishCheckpoint(ledger, signer, { hasLocked: true, now: time(0) });
  await settle(0, SETTLED / 2, 200);
  await publishCheckpoint(ledger, signer, { hasLocked: true, now: time(201) });
  await settle(SETTLED / 2, SETTLED, 202);
});

const settle = (from: number, to: number, hours: number) =>
  ledger.append(
    Array.from({ length: to - from }, (_, i) => ({
      ...({ type: "settlement", id: `settles lock ${from + i}`, lockId: `lock ${from + i}` } as const),
      ...({ outcome: "beat", actualEps: 2, source: "Source", reason: null } as const),
    })),
    time(hours).getTime(),
  );

const past = {
  past: async (asOf: string) => ledger.past(asOf),
  pastHead: async (size: number, at: number) => ledger.pastHead(size, at),
  pastProof: async (ids: string[], size: number, at: number) => ledger.pastProof(ids, size, at),
};
const knownAt = async (hours: number, lockIds: string[]): Promise<PointInTimeProof> => {
  const moment = await pastMomentOf({ ledger: past, marketNow: () => time(300) }, time(hours).toISOString());
  return pointInTimeProofOf({ ledger: past, signer }, moment, { lockIds, unknown: [] });
};

it("proves any of 700 locks in one proof, which the public verifier follows to the signed root", async () => {
  let state = 20_261_124;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  for (const share of [1 / LOCKS, 0.01, 0.3, 1]) {
    const ids = locks(0, LOCKS).flatMap(({ id }) => (random() < share ? [id] : []));
    const known = await knownAt(1, ids);
    expect(known).toMatchObject({ ledgerSize: LOCKS, checkpoint: { size: LOCKS } });
    const entries = Math.max(1, ids.length);
    expect(await verifyKnown(known, { key: signer?.publicKey ?? null })).toEqual({
      isValid: true,
      entries,
      proven: entries,
    });
    if (share === 1) expect(known.hashes).toEqual([]);
  }
});

it("proves by the newest checkpoint of then, else by the first that holds the entries, and says what waits for one", async () => {
  const at = (hours: number, ids = ["lock 0", "lock 30", "lock 600"]) => knownAt(hours, ids);
  const before = await at(1);
  expect([before.entries.length, before.checkpoint?.size, before.revealed.length]).toEqual([3, LOCKS, 2]);
  // It was signed an hour after that time.
  const settled = await at(200.5);
  expect(settled.entries.map(({ seq }) => seq)).toEqual([1, 31, 601, LOCKS + 1]);
  expect(settled.checkpoint).toMatchObject({ size: LOCKS + 20, signedAt: time(201).toISOString() });
  expect(settled.revealed.map(({ lock }) => lock.id)).toEqual(["lock 30"]);
  const unsigned = await at(203);
  expect(unsigned.checkpoint?.size).toBe(LOCKS + 20);
  expect(await verifyKnown(unsigned)).toEqual({ isValid: true, entries: 5, proven: 4 });
  // Nothing was locked under this name, so the last entry stands for the ledger.
  expect((await at(1, ["lock 9999"])).entries.map(({ seq }) => seq)).toEqual([LOCKS]);
});

it("is found out by the verifier where anything of it is forged", async () => {
  const known = await knownAt(200.5, ["lock 0", "lock 30", "lock 600"]);
  const forged = (change: (copy: PointInTimeProof) => void) => {
    const copy = structuredClone(known);
    change(copy);
    return verifyKnown(copy);
  };
  const reasons = await Promise.all(
    [
      (copy: PointInTimeProof) => void Object.assign(copy.entries[0]?.body ?? {}, { symbol: "EVIL" }),
      (copy: PointInTimeProof) => void copy.entries.splice(1, 1),
      (copy: PointInTimeProof) => void copy.hashes.reverse(),
      (copy: PointInTimeProof) => void copy.hashes.push("0".repeat(64)),
      (copy: PointInTimeProof) => void Object.assign(copy, { asOf: time(0.5).toISOString() }),
      (copy: PointInTimeProof) => void Object.assign(copy.revealed[0]?.lock ?? {}, { probability: 0.99 }),
      (copy: PointInTimeProof) => void Object.assign(copy, { ledgerSize: LOCKS }),
      (copy: PointInTimeProof) =>
        void Object.assign(copy.checkpoint ?? {}, {
          note: copy.checkpoint?.note.replace(`${LOCKS + 20}`, `${LOCKS + 21}`),
          size: LOCKS + 21,
        }),
      (copy: PointInTimeProof) => void copy.entries.reverse(),
    ].map(async (change) => {
      const verdict = await forged(change);
      return verdict.isValid ? "valid" : verdict.reason;
    }),
  );
  expect(reasons).toEqual([
    "the hash of entry 1 does not match its contents",
    "what opens lock 30: its lock is not among the entries",
    "the entries are not those of the checkpoint: its root does not follow",
    "the entries are not those of the checkpoint: its root does not follow",
    "entry 701 is of a later time",
    "what opens lock 30: what it reveals does not match the seal of the lock",
    "entry 701 is out of order, or newer than the ledger of then",
    "the checkpoint is not signed by the ledger's key",
    "entry 601 is out of order, or newer than the ledger of then",
  ]);
  expect(await verifyKnown({ ...known, checkpoint: null }, { key: signer?.publicKey ?? null })).toMatchObject(
    { isValid: false },
  );
});
