import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { openDeps } from "#app/deps.ts";
import type { Analysis, AnalysisResponse } from "#contract/analysis.ts";
import { openDatabase } from "#platform/db/client.ts";
import { readEvidence, storeSnapshot } from "#platform/files/evidence-file.ts";
import type { LedgerDraft } from "#record/ledger.ts";
import { repairLedgerRows } from "#record/reconcile.ts";
import { putOnRecord } from "#record/record.ts";
import { aPerson, call, fetchWorker, origin } from "../api.ts";
import { countedDatabase } from "../counted-database.ts";
import { db, ledgerOf, settleAll } from "./a-record.ts";

const deps = openDeps(env, origin);
const analyze = async (symbol: string, token: string) =>
  (await call<AnalysisResponse>("POST", `/api/analyze/${symbol}`, { token, body: {} })).body;
const rowOf = async (id: string) =>
  env.DB.prepare("SELECT * FROM predictions WHERE id = ?").bind(id).first<Record<string, string | number>>();
const fileOf = (hash: unknown) => `evidence/${hash}.json`;
const LOST = {
  status: 503,
  body: {
    code: "not_available",
    message:
      "What this prediction rested on cannot be read: its file is missing or damaged. No other figures are shown in its place.",
  },
};

const read = (id: string, token: string) =>
  call<{ analysis: Analysis }>("GET", `/api/predictions/${id}`, { token });
describe("a prediction on record", () => {
  it("writes six rows, and asks the ledger once a run, not once a user", async () => {
    const [one, other] = [await aPerson(), await aPerson()];
    const analysis = await deps.analyzeAsOf("AAPL", new Date());
    const evidenceHash = await storeSnapshot(env.FILES, analysis);
    const written: number[] = [];
    let appends = 0;
    for (const userId of [one.user.id, other.user.id]) {
      const { binding, use } = countedDatabase(env.DB);
      const record = deps.record("sample");
      const ledger = {
        append: (drafts: LedgerDraft[], nowMs: number) => {
          appends++;
          return record.ledger.append(drafts, nowMs);
        },
      };
      const at = { ...record, db: openDatabase(binding), ledger };
      const owner = { kind: "analysis", userId } as const;
      const { prediction } = await putOnRecord(at, { owner, requestKey: "rows", analysis, evidenceHash });
      expect(prediction.isLocked).toBe(true);
      written.push(use.rowsWritten);
    }
    expect({ written, appends }).toEqual({ written: [6, 6], appends: 1 });
  });

  it("takes so little room that 100,000 stored analyses stay under 200 MB", async () => {
    const { token } = await aPerson();
    const { predictionId } = await analyze("MSFT", token);
    const row = await rowOf(predictionId);
    const names = Object.keys(row ?? {});
    const fresh = ["id", "request_key", "lock_id", "evidence_hash"];
    const cells = names.map((name) =>
      fresh.includes(name) ? `hex(randomblob(${name === "evidence_hash" ? 32 : 16}))` : `predictions.${name}`,
    );
    const sizeOf = async () => (await env.DB.prepare("SELECT 1").run()).meta.size_after;
    const before = await sizeOf();
    await env.DB.prepare(
      `INSERT INTO predictions (${names}) SELECT ${cells} FROM predictions, json_each(?2) WHERE predictions.id = ?1`,
    )
      .bind(predictionId, JSON.stringify(Array.from({ length: 1000 }, (_, i) => i)))
      .run();
    const megabytes = ((await sizeOf()) - before) / 10_000;
    expect(megabytes).toBeGreaterThan(20);
    expect(megabytes).toBeLessThan(200);
    await env.DB.prepare("DELETE FROM predictions WHERE symbol = 'MSFT' AND id <> ?")
      .bind(predictionId)
      .run();
  });

  it("has its evidence in a compressed file whose name is the hash of what it holds", async () => {
    const { token } = await aPerson();
    const { predictionId, asOf } = await analyze("KO", token);
    const row = await rowOf(predictionId);
    const file = await env.FILES.get(fileOf(row?.evidence_hash));
    const text = await readEvidence(env.FILES, String(row?.evidence_hash));
    expect(JSON.parse(text).asOf).toBe(asOf);
    expect(file?.httpMetadata?.contentEncoding).toBe("gzip");
    expect(file?.size).toBeLessThan(text.length / 3);
  });

  it("is locked with the evidence of an earlier request that died after its lock", async () => {
    const record = { ...deps.record("sample"), ledgerId: "died", ledger: ledgerOf("died") };
    const request = { owner: { kind: "replay" }, requestKey: "KO died" } as const;
    const asOf = new Date("2026-06-30T15:00:00Z");
    const clocks = { now: () => asOf, marketNow: () => asOf };
    const [first, second] = [await deps.analyzeAsOf("KO", asOf), await deps.analyzeAsOf("KO", asOf)];
    const dead = { ...record, ...clocks, db: failingAfter(1) };
    await expect(putOnRecord(dead, { ...request, analysis: first })).rejects.toThrow("killed");
    const stored = await putOnRecord({ ...record, ...clocks }, { ...request, analysis: second });
    expect(stored.evidenceHash).toBe(await storeSnapshot(env.FILES, first));
    expect((await ledgerOf("died").page(0, 10)).entries).toHaveLength(1);
  });
});

/** Makes the database of a process that dies after this many batches. */
function failingAfter(batches: number) {
  let left = batches;
  return new Proxy(db, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (key !== "batch") return typeof value === "function" ? value.bind(target) : value;
      return (...statements: Parameters<typeof db.batch>) => {
        if (left-- <= 0) throw new Error("killed");
        return db.batch(...statements);
      };
    },
  });
}

describe("a request that dies between its lock and its row", () => {
  it("leaves a lock that the audit gives a row without a name, and that is settled", async () => {
    const { user } = await aPerson();
    const ledger = ledgerOf("lost");
    const record = { ...deps.record("sample"), ledgerId: "lost", ledger };
    const analysis = await deps.analyzeAsOf("XOM", new Date());
    const owner = { kind: "analysis", userId: user.id } as const;
    const dead = { ...record, db: failingAfter(1) };
    await expect(putOnRecord(dead, { owner, requestKey: "lost", analysis })).rejects.toThrow("killed");
    const later = new Date(Date.now() + 2 * 3_600_000);
    expect((await repairLedgerRows(record, new Date())).restored).toBe(0);
    expect((await repairLedgerRows(record, later)).restored).toBe(1);
    expect((await repairLedgerRows(record, later)).restored).toBe(0);
    const { results } = await env.DB.prepare(
      "SELECT scope, user_id, symbol, lock_id, state FROM predictions WHERE ledger_id = 'lost'",
    ).all();
    expect(results).toEqual([
      { scope: "deleted:lost", user_id: null, symbol: "XOM", lock_id: analysis.id, state: "pending" },
    ]);
    const due = new Date(Date.parse(analysis.earningsData.earningsDate ?? "") + 86_400_000);
    await settleAll(1000, due, "lost");
    expect((await ledger.find(`settles ${analysis.id}`))?.body).toMatchObject({ outcome: "beat" });
  });
});

describe("evidence that is missing or damaged", () => {
  it.each([
    ["missing", (key: string) => env.FILES.delete(key)],
    ["another's", (key: string) => env.FILES.put(key, JSON.stringify({ beatProbability: 0.99 }))],
    [
      "broken off",
      async (key: string) => {
        const bytes = await (await env.FILES.get(key))?.arrayBuffer();
        const httpMetadata = { contentEncoding: "gzip" };
        await env.FILES.put(key, bytes?.slice(0, 900) ?? "", { httpMetadata });
      },
    ],
  ])("%s is an error on every call that would show it, and never another number", async (_, spoil) => {
    const { token } = await aPerson();
    const { predictionId } = await analyze("JPM", token);
    const hash = (await rowOf(predictionId))?.evidence_hash;
    const key = fileOf(hash);
    const before = await env.FILES.get(key);
    const bytes = await before?.arrayBuffer();
    await spoil(key);
    expect(await read(predictionId, token)).toMatchObject(LOST);
    expect(await call("GET", `/api/predictions/${predictionId}/change`, { token })).toMatchObject(LOST);
    // A lost file keeps nobody from the rest of their data.
    const exported = await fetchWorker(`${origin}/api/account/export`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ password: "correct horse battery" }),
    });
    const { predictions, isComplete } = (await exported.json()) as Record<string, { snapshot: unknown }[]>;
    expect([predictions?.[0]?.snapshot, isComplete]).toEqual([{ unreadable: LOST.body.message }, true]);
    await env.FILES.put(key, bytes ?? "", { httpMetadata: before?.httpMetadata ?? {} });
    expect((await read(predictionId, token)).status).toBe(200);
  });
});
