import { env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Deps, openDeps } from "#app/deps.ts";
import { readDeadLetters } from "#app/jobs/consume.ts";
import type { ReceiptsResponse } from "#contract/receipts.ts";
import { publishCheckpoint } from "#record/checkpoint.ts";
import { logWitness } from "#record/receipts/log-witness.ts";
import { type CheckpointWitness, witnessError } from "#record/receipts/port.ts";
import { requestReceipt } from "#record/receipts/request-receipt.ts";
import { timestampAuthority } from "#record/receipts/rfc3161.ts";
import { LogWitnessDouble } from "../../../unit/record/receipts/log-witness-double.ts";
import { fixedNonce, recordedReplies, STAMPED_NOTE } from "../../../unit/record/receipts/recorded-replies.ts";
import { fetchWorker, origin } from "../../api.ts";
import { untilDone } from "../../app/jobs/deliver.ts";
import { db, ledgerOf } from "../a-record.ts";
import { locks } from "../locks.ts";

const NOW = Date.parse("2026-03-02T15:00:00Z");
const deps = (): Deps => openDeps(env, origin);

/** Adds locks up to that size, and signs. */
async function grow(ledgerId: string, size: number) {
  const ledger = ledgerOf(ledgerId);
  const { seq } = await ledger.head();
  await ledger.append(locks(seq, size), NOW);
  const signer = await deps().ledgerSigner(ledgerId as never);
  await publishCheckpoint(ledger, signer, { hasLocked: true, now: new Date(NOW) });
  return { key: signer?.publicKey ?? "", note: (await ledger.checkpoint())?.note ?? "" };
}

const receiptDeps = (ledgerId: string) => ({
  db,
  ledgerId,
  ledger: ledgerOf(ledgerId),
  files: env.FILES,
  now: () => new Date(NOW),
});
const rowsOf = async (ledgerId: string) =>
  (
    await env.DB.prepare("SELECT * FROM checkpoint_receipts WHERE ledger_id = ? ORDER BY size, witness")
      .bind(ledgerId)
      .all()
  ).results as { witness: string; size: number; digest: string; detail: string | null }[];
const fileOf = async (digest: string) =>
  Buffer.from((await (await env.FILES.get(`receipts/${digest}`))?.arrayBuffer()) ?? []);

const readsBody = (double: LogWitnessDouble) => async (_: string, init: RequestInit) =>
  double.answer(String(init.body));

afterEach(() => void vi.restoreAllMocks());

describe("in the Workers runtime", () => {
  it.each(["rsa", "ec"] as const)(
    "a time stamp of OpenSSL is checked, with a key of kind %s",
    async (kind) => {
      const { certificate, root, reply } = recordedReplies[kind];
      const fetch = async () =>
        new Response(new Uint8Array(reply), { headers: { "content-type": "application/timestamp-reply" } });
      const asked = {
        checkpoint: { size: 5, note: STAMPED_NOTE },
        lastSize: 0,
        proveConsistency: async () => [],
      };
      const authority = (trusted: string | null) =>
        timestampAuthority(
          { url: "http://tsa.test/tsr", certificate: trusted, policy: null },
          fetch,
          fixedNonce,
        );
      for (const trusted of [null, certificate, root]) {
        const receipt = await authority(trusted).attest(asked);
        expect(receipt?.bytes).toEqual(new Uint8Array(reply));
        expect(receipt?.detail).toBe("policy 1.2.3.4.1, serial number 2");
      }
      await expect(authority("0".repeat(64)).attest(asked)).rejects.toThrow(
        "tsa.test signed with another certificate than the one that is trusted.",
      );
    },
  );
});

describe("a witness of logs", () => {
  it("cosigns each checkpoint from the tree that it saw last, for trees of any size", async () => {
    const { key } = await grow("cosigned", 3);
    const double = new LogWitnessDouble("witness.example/w1", key);
    const witness = logWitness({ url: "https://witness.example", key: double.key }, readsBody(double));
    for (const size of [3, 5, 256, 257, 600, 1025]) {
      await grow("cosigned", size);
      await requestReceipt(receiptDeps("cosigned"), witness, size);
      expect(double.latest?.size).toBe(size);
    }
    const rows = await rowsOf("cosigned");
    expect(rows.map(({ size }) => size)).toEqual([3, 5, 256, 257, 600, 1025]);
    expect((await fileOf(rows[5]?.digest ?? "")).toString()).toBe(
      double.cosign((await ledgerOf("cosigned").checkpointOf(1025))?.note ?? ""),
    );
  });

  it("that remembers more than we do tells where to begin, and one that saw another ledger is an error", async () => {
    const { key } = await grow("ahead", 4);
    const double = new LogWitnessDouble("witness.example/w1", key);
    const witness = logWitness({ url: "https://witness.example", key: double.key }, readsBody(double));
    await requestReceipt(receiptDeps("ahead"), witness, 4);
    await env.DB.exec("DELETE FROM checkpoint_receipts WHERE ledger_id = 'ahead'");
    await grow("ahead", 9);
    await requestReceipt(receiptDeps("ahead"), witness, 9);
    await requestReceipt(receiptDeps("ahead"), witness, 4);
    expect((await rowsOf("ahead")).map(({ size }) => size)).toEqual([9]);
    double.latest = { size: 12, root: Buffer.alloc(32) };
    await env.DB.exec("DELETE FROM checkpoint_receipts WHERE ledger_id = 'ahead'");
    await expect(requestReceipt(receiptDeps("ahead"), witness, 9)).rejects.toThrow(
      "witness.example/w1 has seen a larger ledger than ours.",
    );
    double.latest = { size: 9, root: Buffer.alloc(32) };
    await expect(requestReceipt(receiptDeps("ahead"), witness, 9)).rejects.toThrow(
      "witness.example/w1 cosigned another tree of 9 entries before.",
    );
  });
});

/** Makes a witness that answers at once and counts the requests. */
function counting(name: string, answer: () => Promise<void> = async () => undefined) {
  const asked: number[] = [];
  const witness: CheckpointWitness = {
    kind: "rfc3161",
    name,
    async attest({ checkpoint: { size } }) {
      asked.push(size);
      await answer();
      const bytes = new TextEncoder().encode(`${name} ${size}`);
      return { bytes, witnessedAt: new Date(NOW), detail: null };
    },
  };
  return { witness, asked };
}

describe("the jobs", () => {
  it("ask each witness alone: one that fails is tried again and stops no other, and none is asked twice", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await grow("sample", 6);
    const good = counting("good.example");
    const bad = counting("bad.example", async () => {
      throw witnessError("bad.example", "answered 500");
    });
    const late = counting("late.example");
    let failures = 2;
    const flaky = counting("flaky.example", async () => {
      if (failures-- > 0) throw witnessError("flaky.example", "could not be reached");
    });
    const witnesses = [bad.witness, good.witness, flaky.witness];
    await untilDone({ ...deps(), checkpointWitnesses: witnesses }, { job: "receipts" });
    expect((await rowsOf("sample")).map(({ witness }) => witness)).toEqual(["flaky.example", "good.example"]);
    expect([good.asked, flaky.asked.length, bad.asked.length]).toEqual([[6], 3, 6]);
    expect((await readDeadLetters(db, 10)).map(({ job, error }) => [job, error])).toEqual([
      ["receipt", "AppError not_available"],
    ]);
    expect(log).toHaveBeenCalledTimes(1);
    // The next hour has one more witness, and every message arrives twice at once.
    const next = [good.witness, flaky.witness, late.witness];
    await untilDone({ ...deps(), checkpointWitnesses: next }, { job: "receipts" }, 2);
    expect([good.asked, flaky.asked.length, late.asked.length > 0]).toEqual([[6], 3, true]);
    expect(await rowsOf("sample")).toHaveLength(3);
  });

  it("ask nobody without witnesses, and a witness that is not set any more is forgotten", async () => {
    const enqueued = await untilDone(deps(), { job: "receipts" });
    expect(enqueued).toEqual([]);
    await untilDone(deps(), { job: "receipt", witness: "gone.example", size: 6 });
  });
});

describe("over HTTP", () => {
  const get = (path: string) => fetchWorker(`${origin}/api/track-record${path}`);

  it("receipts, their bytes and the checkpoints they are of are served, and cosignatures stand under the checkpoint", async () => {
    await env.DB.exec("DELETE FROM checkpoint_receipts WHERE ledger_id = 'sample'");
    const { key } = await grow("sample", 7);
    const double = new LogWitnessDouble("witness.example/w1", key);
    const stored = receiptDeps("sample");
    await requestReceipt(
      stored,
      logWitness({ url: "https://w.example", key: double.key }, readsBody(double)),
      7,
    );
    await requestReceipt(stored, counting("tsa.example").witness, 7);
    const { note } = await grow("sample", 8);
    await requestReceipt(stored, counting("tsa.example").witness, 8);
    const list = (await (await get("/receipts")).json()) as ReceiptsResponse;
    expect(list.witnesses).toEqual([
      {
        witness: "tsa.example",
        kind: "rfc3161",
        receipts: 2,
        size: 8,
        since: new Date(NOW).toISOString(),
        latest: new Date(NOW).toISOString(),
      },
      {
        witness: "witness.example/w1",
        kind: "log-witness",
        receipts: 1,
        size: 7,
        since: "2026-09-21T14:13:20.000Z",
        latest: "2026-09-21T14:13:20.000Z",
      },
    ]);
    expect(list.receipts.map(({ size, witness }) => [size, witness])).toEqual([
      [8, "tsa.example"],
      [7, "tsa.example"],
      [7, "witness.example/w1"],
    ]);
    const seven = await get("/checkpoints/7");
    const text = await seven.text();
    expect(seven.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const cosignature = await get(`/receipts/${list.receipts[2]?.digest}`);
    expect(cosignature.headers.get("content-disposition")).toBe("attachment");
    expect(Buffer.from(await cosignature.arrayBuffer()).toString()).toBe(double.cosign(text));
    // The newest checkpoint has no cosignature yet, and then it has one.
    expect(await (await get("/checkpoint")).text()).toBe(note);
    await requestReceipt(
      stored,
      logWitness({ url: "https://w.example", key: double.key }, readsBody(double)),
      8,
    );
    expect(await (await get("/checkpoint")).text()).toBe(note + double.cosign(note));
    const all = (await (await get("/checkpoints?limit=1")).json()) as {
      checkpoints: { note: string }[];
      next: number;
    };
    expect([all.checkpoints[0]?.note, all.next]).toEqual([note, 8]);
    for (const path of ["/checkpoints/1", `/receipts/${"0".repeat(64)}`])
      expect((await get(path)).status).toBe(404);
    expect((await get("/receipts/x")).status).toBe(400);
    expect((await get("/receipts?before=8&limit=50")).status).toBe(200);
  });
});
