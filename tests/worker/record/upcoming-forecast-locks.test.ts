import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { ReleaseItems } from "#contract/company-release.ts";
import { ledgerEntrySchema } from "#contract/ledger.ts";
import { canonicalJson, sha256 } from "#contract/ledger-format.ts";
import type { LockEvidence } from "#contract/lock-evidence.ts";
import { DAY_MS } from "#contract/time.ts";
import { type ForecastRequest, forecast } from "#model/predict.ts";
import { companyReleases } from "#platform/schema/releases.ts";
import type { LedgerDraft } from "#record/ledger.ts";
import { listRecord } from "#record/list-record.ts";
import { lockEvidenceOf, lockUpcomingForecasts } from "#record/lock-upcoming-forecasts.ts";
import { repairLedgerRows } from "#record/reconcile.ts";
import { settle } from "#record/settle.ts";
import { findRecord, lockAndSettlementOf } from "#record/track-record.ts";
import { storeCompanies } from "#season/companies.ts";
import { parseRelease } from "#season/release/parse-release.ts";
import { readByRules } from "#season/release/read-release.ts";
import { storeEstimateRanges, storeReports } from "#season/store-reports.ts";
import { dueLocks } from "#season/upcoming/due-locks.ts";
import { scoreUpcomingReports } from "#season/upcoming/score.ts";
import { readUpcomingForecasts } from "#season/upcoming/upcoming-reports.ts";
import { REPORT_DAY, storeDueCompanies } from "../season/due-companies.ts";
import { db, ledgerOf, settleAll } from "./a-record.ts";

const eveningBefore = new Date("2026-10-19T20:17:00Z");

/** Makes a market of companies with eight reported quarters whose next report is on that day. */
async function aMarketOf(ledgerId: string, symbols: readonly string[], quarters = 8) {
  const record = recordOf(ledgerId);
  await storeDueCompanies(record, symbols, { now: eveningBefore, quarters });
  return { ...record, symbols };
}

function recordOf(ledgerId: string, marketNow = () => eveningBefore) {
  const ledger = ledgerOf(ledgerId);
  const newId = () => `prd_${crypto.randomUUID().slice(0, 8)}`;
  return { db, ledgerId, ledger, files: env.FILES, marketNow, newId };
}

async function lockRound(record: ReturnType<typeof recordOf>, now = eveningBefore) {
  return lockUpcomingForecasts({ ...record, marketNow: () => now }, await dueLocks(record, "live", now));
}

const nine = ["AAA", "BBB", "CCC", "DDD", "EEE", "FFF", "GGG", "HHH", "III"];

describe("a round of locks", () => {
  it("puts every report that is due on record, in one append, with at most six rows written each", async () => {
    const record = await aMarketOf("live one", nine);
    expect(await scoreUpcomingReports(record, eveningBefore)).toEqual({ scored: 9, written: 9 });
    let appends = 0;
    const counting = {
      append: (drafts: LedgerDraft[], nowMs: number) => {
        appends++;
        return record.ledger.append(drafts, nowMs);
      },
    };
    const round = await lockUpcomingForecasts(
      { ...record, ledger: counting },
      await dueLocks(record, "live", eveningBefore),
    );
    expect(appends).toBe(1);
    expect(round).toMatchObject({ locked: 9, refused: 0, statements: 3 });
    expect(round.rowsWritten).toBeLessThanOrEqual(6 * 9);
    const { items } = await listRecord(db, "live one", { outcome: "pending", limit: 25 });
    expect(items.map(({ stock }) => stock.symbol).toSorted()).toEqual(nine);
    expect(items.every(({ isLocked }) => isLocked)).toBe(true);
    const rows = await readUpcomingForecasts(record, [{ symbol: "AAA", fiscalQuarterEnd: "2026-09-30" }]);
    expect(rows[0]).toMatchObject({ ledgerSeq: 1, lockedAt: eveningBefore });
  });

  it("locks nothing twice, one after the other or both at once", async () => {
    const record = await aMarketOf("live twice", nine);
    await Promise.all([lockRound(record), lockRound(record)]);
    expect(await lockRound(record)).toMatchObject({ locked: 0 });
    expect((await record.ledger.head()).seq).toBe(9);
    expect((await listRecord(db, "live twice", { outcome: "pending", limit: 25 })).items).toHaveLength(9);
  });

  it("killed after the append is finished by the next round, with the numbers that the ledger has", async () => {
    const record = await aMarketOf("live killed", ["AAA", "BBB"]);
    const killed = {
      append: async (drafts: LedgerDraft[], nowMs: number) => {
        await record.ledger.append(drafts, nowMs);
        throw new Error("killed");
      },
    };
    const due = await dueLocks(record, "live", eveningBefore);
    await expect(lockUpcomingForecasts({ ...record, ledger: killed }, due)).rejects.toThrow("killed");
    expect((await listRecord(db, "live killed", { outcome: "pending", limit: 25 })).items).toEqual([]);
    await env.DB.prepare(
      "UPDATE season_reports SET consensus_eps = 3 WHERE ledger_id = ? AND reported_eps IS NULL",
    )
      .bind("live killed")
      .run();
    expect(await lockRound(record, new Date(eveningBefore.getTime() + 600_000))).toMatchObject({ locked: 2 });
    const { items } = await listRecord(db, "live killed", { outcome: "pending", limit: 25 });
    expect(items.map(({ consensusEps }) => consensusEps)).toEqual([1, 1]);
    expect((await record.ledger.head()).seq).toBe(2);
  });

  it("killed after the append, with the report out before the next round, is restored and settles", async () => {
    const record = await aMarketOf("live lost", ["AAA", "BBB"]);
    await lockRound(record);
    await env.DB.prepare("DELETE FROM predictions WHERE ledger_id = 'live lost' AND symbol = 'AAA'").run();
    expect((await repairLedgerRows(record, eveningBefore)).restored).toBe(1);
    expect((await repairLedgerRows(record, eveningBefore)).restored).toBe(0);
    const { items } = await listRecord(db, "live lost", { outcome: "pending", limit: 25 });
    expect(items.map(({ stock, isLocked }) => [stock.symbol, isLocked]).toSorted()).toEqual([
      ["AAA", true],
      ["BBB", true],
    ]);
    const night = new Date("2026-10-20T23:17:00Z");
    expect(await settleAll(1.1, night, "live lost")).toBe(2);
    expect((await record.ledger.find("settles record AAA 2026-09-30"))?.body).toMatchObject({
      outcome: "beat",
      revealed: { lock: { symbol: "AAA" } },
    });
    expect(await repairLedgerRows(record, new Date(night.getTime() + DAY_MS))).toEqual({
      restored: 0,
      settled: 0,
    });
  });

  it("leaves out what has begun, what is not due, and who has too few reports", async () => {
    const record = await aMarketOf("live begun", ["AAA"]);
    const at = (time: string) => dueLocks(record, "live", new Date(time));
    expect(await at("2026-10-19T19:00:00Z")).toEqual([]);
    expect(await at("2026-10-20T03:59:00Z")).toHaveLength(1);
    expect(await at("2026-10-20T04:00:00Z")).toEqual([]);
    const young = await aMarketOf("live young", ["AAA"], 3);
    expect(await dueLocks(young, "live", eveningBefore)).toEqual([]);
    await env.DB.prepare("UPDATE season_companies SET price = 0.8 WHERE ledger_id = ?")
      .bind("live begun")
      .run();
    expect(await dueLocks(record, "live", eveningBefore)).toEqual([]);
  });

  it("a report after the close is locked before it, on its own day", async () => {
    const record = await aMarketOf("live close", ["AAA"]);
    await env.DB.prepare("UPDATE season_reports SET session = 'post' WHERE ledger_id = ?")
      .bind("live close")
      .run();
    expect(await dueLocks(record, "live", eveningBefore)).toEqual([]);
    const [lock] = await dueLocks(record, "live", new Date("2026-10-20T19:17:00Z"));
    expect(lock?.reportsAt).toBe("2026-10-20T20:00:00.000Z");
    expect(await dueLocks(record, "live", new Date("2026-10-20T20:00:00Z"))).toEqual([]);
  });

  it("the evidence has the day's width, from which the same forecast comes again; the fitted interval stays on the upcoming forecasts", async () => {
    const record = await aMarketOf("live wide", ["AAA"]);
    await env.DB.prepare(
      "INSERT INTO interval_widths (ledger_id, day, factor, reports) VALUES ('live wide', '2026-10-19', 1.5, 400)",
    ).run();
    await scoreUpcomingReports(record, eveningBefore);
    const asked = [{ symbol: "AAA", fiscalQuarterEnd: "2026-09-30" }];
    const [before] = await readUpcomingForecasts(record, asked);
    const [lock] = await dueLocks(record, "live", eveningBefore);
    await lockUpcomingForecasts(record, lock ? [lock] : []);
    const evidence = await lockEvidenceOf(record, { symbol: "AAA", fiscalQuarterEnd: "2026-09-30" });
    const input = evidence?.input as unknown as ForecastRequest;
    expect(input.width).toEqual({ day: "2026-10-19", factor: 1.5, reports: 400 });
    const { surprise, beatProbability } = forecast(input);
    expect(surprise?.width).toBe(1.5);
    expect(Math.round(1e4 * beatProbability) / 1e4).toBe(evidence?.beatProbability);
    expect(forecast(input)).toEqual(forecast({ ...input, width: { day: null, factor: 1.5, reports: 0 } }));
    const [after] = await readUpcomingForecasts(record, asked);
    const { intervalLow, intervalHigh, intervalLimit } = after ?? {};
    expect(after?.ledgerSeq).toBe(1);
    expect({ intervalLow, intervalHigh, intervalLimit }).toEqual({
      intervalLow: before?.intervalLow,
      intervalHigh: before?.intervalHigh,
      intervalLimit: before?.intervalLimit,
    });
    expect(intervalHigh).toBeGreaterThan(0);
  });

  it("freezes what the company had guided by then, in the evidence and for refits; nothing of it moves the number", async () => {
    const record = await aMarketOf("live guided", ["AAA", "BBB"]);
    const known = {
      exchange: null,
      sector: null,
      industry: null,
      country: null,
      price: null,
      marketCap: null,
    };
    const companies = ["AAA", "BBB"].map((symbol) => ({ symbol, name: symbol, currency: "USD", ...known }));
    await storeCompanies(record, companies, eveningBefore);
    const guided = (low: number, high: number) =>
      readByRules(
        parseRelease(`For the third quarter of 2026, we expect adjusted EPS of $${low} to $${high}.`),
        { filed: "2026-07-21" },
      );
    const release = { ledgerId: "live guided", symbol: "AAA", file: "a.htm", isAmendment: false };
    const stored = (accession: string, filingDate: string, acceptedAt: Date, items: ReleaseItems) =>
      db.insert(companyReleases).values({
        ...release,
        accession,
        filingDate,
        acceptedAt,
        readAt: acceptedAt,
        items: JSON.stringify(items),
      });
    await stored("1", "2026-07-21", new Date("2026-07-21T20:30:00Z"), guided(1.0, 1.1));
    // It was accepted after the lock.
    await stored("2", "2026-10-19", new Date("2026-10-19T20:30:00Z"), guided(0.5, 0.6));
    await lockRound(record);
    const quarter = { fiscalQuarterEnd: "2026-09-30" };
    const evidence = await lockEvidenceOf(record, { symbol: "AAA", ...quarter });
    expect(evidence?.guidance).toMatchObject({ low: 1, high: 1.1, midpoint: 1.05, againstConsensus: 0.05 });
    const without = await lockEvidenceOf(record, { symbol: "BBB", ...quarter });
    expect(without?.guidance).toBeNull();
    expect(evidence?.beatProbability).toBe(without?.beatProbability);
    const { results } = await env.DB.prepare(
      "SELECT symbol, guidance_against_consensus AS gap FROM predictions WHERE scope = 'record:live guided' ORDER BY symbol",
    ).all();
    expect(results).toEqual([
      { symbol: "AAA", gap: 0.05 },
      { symbol: "BBB", gap: null },
    ]);
  });

  it("freezes the range of the estimates, the analysts and the earlier consensus, none of which moves the number", async () => {
    const record = await aMarketOf("live ranged", ["AAA", "BBB"]);
    const today = "2026-10-19";
    const range = { fiscalQuarterEnd: "2026-09-30", low: 0.9, high: 1.2, analystCount: 12 };
    await storeEstimateRanges(record, new Map([["AAA", [range]]]), { now: eveningBefore, today });
    await env.DB.prepare(
      `INSERT INTO season_revisions (ledger_id, symbol, fiscal_quarter_end, held_from, held_until, report_date, is_confirmed, consensus_eps)
       VALUES ('live ranged', 'AAA', '2026-09-30', ?, ?, ?, 0, 0.95)`,
    )
      .bind(Date.parse("2026-09-10T12:00:00Z"), Date.parse("2026-10-15T12:00:00Z"), REPORT_DAY)
      .run();
    await lockRound(record);
    const quarter = { fiscalQuarterEnd: "2026-09-30" };
    const ranged = await lockEvidenceOf(record, { symbol: "AAA", ...quarter });
    const plain = await lockEvidenceOf(record, { symbol: "BBB", ...quarter });
    expect(ranged).toMatchObject({
      ...{ estimateLow: 0.9, estimateHigh: 1.2, analystCount: 12 },
      revisions: { 7: 0.95, 30: 0.95, 60: null, 90: null },
    });
    expect(plain).toMatchObject({ estimateLow: null, estimateHigh: null, analystCount: 9, revisions: null });
    expect(ranged?.features).toEqual(plain?.features);
  });

  it("a quarter that was renamed after its lock is not locked again", async () => {
    const record = await aMarketOf("live renamed", ["AAA"]);
    await lockRound(record);
    await storeReports(
      record,
      [
        {
          symbol: "AAA",
          fiscalQuarterEnd: "2026-08-31",
          reportDate: REPORT_DAY,
          session: null,
          isConfirmed: true,
          consensusEps: 1,
          analystCount: 9,
          reportedEps: null,
          basis: null,
          source: "a source",
          isImported: false,
        },
      ],
      { now: eveningBefore, today: "2026-10-19" },
    );
    expect(await lockRound(record)).toMatchObject({ locked: 0 });
    expect((await record.ledger.head()).seq).toBe(1);
  });
});

it("a locked prediction shows its evidence, whose hash is the ledger's", async () => {
  const record = await aMarketOf("live shown", ["AAA"]);
  await lockRound(record);
  const [item] = (await listRecord(db, "live shown", { outcome: "pending", limit: 1 })).items;
  const found = await findRecord(record, item?.id ?? "");
  const evidence: LockEvidence = JSON.parse(found?.json ?? "");
  const { lock } = await lockAndSettlementOf(
    { find: async (id) => record.ledger.find(id) },
    found?.lockId ?? null,
  );
  const { body } = ledgerEntrySchema.parse(lock);
  expect(body).toMatchObject({ type: "lock", kind: "record" });
  expect(body).not.toHaveProperty("evidenceHash");
  await record.ledger.append(
    [
      {
        type: "settlement",
        id: `settles ${body.id}`,
        lockId: body.id,
        outcome: "void",
        actualEps: null,
        source: null,
        reason: "A test's.",
      },
    ],
    Date.parse("2026-10-21T20:17:00Z"),
  );
  const ended = await record.ledger.find(`settles ${body.id}`);
  expect(ended?.body).toMatchObject({
    revealed: {
      lock: { evidenceHash: await sha256(canonicalJson(evidence)), probability: evidence.beatProbability },
    },
  });
  expect(evidence).toMatchObject({
    symbol: "AAA",
    consensusEps: 1,
    featureTier: "forty_quarters",
    sources: ["a source"],
  });
  expect(evidence.beatProbability).toBe(item?.beatProbability);
});

it("all reported figures settle their locks in one append, within the hour, and only once", async () => {
  const record = await aMarketOf("live settled", nine);
  await lockRound(record);
  const figures = nine.map((symbol, i) => ({
    symbol,
    fiscalQuarterEnd: null,
    reportDate: REPORT_DAY,
    session: null,
    isConfirmed: true,
    consensusEps: 1,
    analystCount: null,
    reportedEps: i % 2 ? 1.1 : 0.9,
    basis: null,
    source: "a source",
    isImported: false,
  }));
  const night = new Date("2026-10-20T23:17:00Z");
  await storeReports(record, figures, { now: night, today: REPORT_DAY });
  let appends = 0;
  const ledger = {
    append: (drafts: LedgerDraft[], nowMs: number) => {
      appends++;
      return record.ledger.append(drafts, nowMs);
    },
  };
  const deps = { db, ledgerId: "live settled", ledger, sources: ["a source"], hasFilings: false };
  expect(await settle({ ...deps, sources: ["another"] }, night)).toBe(0);
  expect(await settle(deps, night)).toBe(9);
  expect(appends).toBe(1);
  expect(await settle(deps, night)).toBe(0);
  expect((await record.ledger.head()).seq).toBe(18);
  const { items } = await listRecord(db, "live settled", { outcome: "settled", limit: 25 });
  expect(items.map(({ actualResult }) => actualResult).toSorted()).toEqual([
    ...Array.from({ length: 4 }, () => "beat"),
    ...Array.from({ length: 5 }, () => "miss"),
  ]);
});
