import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { LedgerPage } from "#contract/ledger.ts";
import type { LockEvidence } from "#contract/lock-evidence.ts";
import { type RecordList, type RecordSnapshot, recordListSchema } from "#contract/record.ts";
import { easternDay } from "#contract/time.ts";
import { verifyLedger } from "#ledger-verifier";
import { seasonReports } from "#platform/schema/season.ts";
import { lockUpcomingForecasts } from "#record/lock-upcoming-forecasts.ts";
import { aSubscriber } from "../a-subscriber.ts";
import { aPerson, call } from "../api.ts";
import { db, ledgerOf, settleAll } from "./a-record.ts";

const DAY_MS = 86_400_000;
const now = new Date();
const reportDate = easternDay(now.getTime() + 2 * DAY_MS);
const reportsAt = `${reportDate}T12:00:00.000Z`;
const quarter = "2026-09-30";
const symbols = Array.from({ length: 22 }, (_, i) => `S${String(i).padStart(2, "0")}`);
/** Nothing else in an answer looks like it. */
const PROBABILITY = 0.7391;

const evidenceOf = (symbol: string): LockEvidence => ({
  kind: "forecast lock",
  dataMode: "sample",
  symbol,
  companyName: `${symbol} Inc.`,
  sector: null,
  currency: "USD",
  fiscalQuarterEnd: quarter,
  reportDate,
  reportsAt,
  asOf: now.toISOString(),
  consensusEps: 1,
  analystCount: 9,
  estimateLow: null,
  estimateHigh: null,
  revisions: null,
  beatProbability: PROBABILITY,
  baseRate: 0.62,
  edgeVerdict: "edge_up",
  confidence: "high",
  featureTier: "forty_quarters",
  modelVersion: "test",
  input: { past: [] },
  features: {},
  guidance: null,
  sources: ["Source"],
});

/**
 * Puts companies on the record of the sample market. Their reports come the day after tomorrow, and the first
 * company is the largest.
 */
beforeAll(async () => {
  for (const [i, symbol] of symbols.entries())
    await db.insert(seasonReports).values({
      ledgerId: "sample",
      symbol,
      fiscalQuarterEnd: quarter,
      isQuarterDeclared: true,
      reportDate,
      isDayKnown: true,
      isConfirmed: true,
      consensusEps: 1,
      analystCount: 50 - i,
      source: "Source",
      isImported: false,
      firstSeenAt: now,
      changedAt: now,
    });
  const record = {
    db,
    ledgerId: "sample",
    ledger: ledgerOf("sample"),
    files: env.FILES,
    marketNow: () => now,
    newId: () => `prd_${crypto.randomUUID().slice(0, 8)}`,
  };
  expect(await lockUpcomingForecasts(record, symbols.map(evidenceOf))).toMatchObject({
    locked: 22,
    refused: 0,
  });
});

const pending = async (token?: string) => {
  const path = "/api/track-record/predictions?outcome=pending&limit=100";
  return recordListSchema.parse((await call<RecordList>("GET", path, token ? { token } : {})).body).items;
};
const snapshot = async (id: string, token?: string) =>
  (await call<RecordSnapshot>("GET", `/api/track-record/predictions/${id}`, token ? { token } : {})).body;

describe("a sealed prediction of record", () => {
  it("shows a visitor company, days, consensus and base rate, and nothing of what it says", async () => {
    const items = await pending();
    expect(items).toHaveLength(22);
    for (const item of items)
      expect(item).toMatchObject({
        reportDate,
        consensusEps: 1,
        baseRate: 0.62,
        isLocked: true,
        isSealed: true,
        predictionType: null,
        probability: null,
        beatProbability: null,
        confidence: null,
      });
    const shown = await snapshot(items[0]?.id ?? "");
    expect(shown.analysis).toBeNull();
    expect(shown.lock?.body).toMatchObject({ type: "lock" });
    expect(shown.settlement).toBeNull();
    const { body: ledger } = await call<LedgerPage>("GET", "/api/track-record/ledger");
    const texts = [items, shown, ledger, (await call("GET", "/api/track-record")).body];
    for (const text of texts.map((body) => JSON.stringify(body)))
      expect(text).not.toMatch(/0?\.7391|73\.9|26\.1|edge_up|"high"|nonce/);
  });

  it("shows a free account the twenty largest of the week, as the calendar does, and a plan all of them", async () => {
    const { token } = await aPerson();
    const largest = await pending(token);
    const open = largest.filter(({ beatProbability }) => beatProbability !== null);
    expect(open.map(({ stock }) => stock.symbol).toSorted()).toEqual(symbols.slice(0, 20));
    const closed = largest.find(({ stock }) => stock.symbol === "S21")?.id ?? "";
    expect((await snapshot(closed, token)).analysis).toBeNull();
    const paid = await aSubscriber("basic");
    const all = await pending(paid);
    expect(new Set(all.map(({ beatProbability }) => beatProbability))).toEqual(new Set([PROBABILITY]));
    expect((await snapshot(closed, paid)).analysis).toMatchObject({ beatProbability: PROBABILITY });
  });

  it("is revealed to everybody once it is settled, in a ledger that verifies", async () => {
    const later = new Date(Date.parse(reportsAt) + 2 * 3_600_000);
    await settleAll(1.5, later);
    expect(await pending()).toEqual([]);
    const { body } = await call<RecordList>("GET", "/api/track-record/predictions?outcome=settled");
    expect(body.items[0]).toMatchObject({
      beatProbability: PROBABILITY,
      probability: "73.9",
      confidence: "high",
      isSealed: false,
      isCorrect: true,
    });
    const shown = await snapshot(body.items[0]?.id ?? "");
    expect(shown.analysis).toMatchObject({ beatProbability: PROBABILITY });
    expect(shown.settlement?.body).toMatchObject({ revealed: { lock: { probability: PROBABILITY } } });
    const ledger = ledgerOf("sample");
    const { entries, head } = await ledger.page(0, 500);
    const roots = await ledger.roots(later.getTime());
    expect(await verifyLedger(entries, { head, roots })).toEqual({ isValid: true, entries: 44 });
  });
});

it("a deleted account's open prediction loses its owner, and ends in the ledger all the same", async () => {
  const { token, user } = await aPerson();
  const { body } = await call<{ id: string; predictionId: string }>("POST", "/api/analyze/NKE", { token });
  const removed = await call("POST", "/api/account/delete", { token, body: { confirmation: "DELETE" } });
  expect(removed.status).toBe(200);
  const row = await env.DB.prepare("SELECT * FROM predictions WHERE id = ?").bind(body.predictionId).first();
  expect(row).toMatchObject({ user_id: null, scope: "deleted:sample", request_key: body.predictionId });
  expect(JSON.stringify(row)).not.toContain(user.id);
  expect((await call("GET", `/api/track-record/predictions/${body.predictionId}`)).status).toBe(404);
  const due = new Date(Number(row?.reports_at) + 2 * 3_600_000);
  await settleAll(1000, due);
  expect((await ledgerOf("sample").find(`settles ${body.id}`))?.body).toMatchObject({
    outcome: "beat",
    revealed: { lock: { id: body.id, kind: "analysis" } },
  });
});
