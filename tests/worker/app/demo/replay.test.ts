import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { replayPast } from "#app/demo/replay.ts";
import { companiesAroundToday } from "#app/demo/seed.ts";
import { openDeps } from "#app/deps.ts";
import { verifyLedger } from "#ledger-verifier";
import { sampleMarket } from "#market/sample/sample.ts";
import { classOf } from "#model/reference-class.ts";
import { auditTallies } from "#record/tallies.ts";
import { readListing } from "#season/listing.ts";
import { readReferenceClasses } from "#season/read-reference-classes.ts";
import { readRange } from "#season/sync.ts";
import { db, ledgerOf } from "../../record/a-record.ts";

const now = new Date("2026-11-20T12:00:00Z");
const { analyzeAsOf } = openDeps(env, "https://beatcast.test");

async function replay(ledgerId: string, from = new Date(0), reportedLately: readonly string[] = []) {
  const asked: string[] = [];
  const clock = () => now;
  await replayPast(
    {
      db,
      ledgerId,
      ledger: ledgerOf(ledgerId),
      symbols: ["AAPL", "KO"],
      reportedLately,
      files: env.FILES,
      now: clock,
      marketNow: clock,
      newId: () => `prd_${crypto.randomUUID()}`,
      market: sampleMarket(),
      analyzeAsOf,
    },
    from,
    async ({ symbol }) => void asked.push(symbol),
  );
  return asked;
}

type Row = {
  symbol: string;
  fiscal_quarter_end: string;
  beat_probability: number;
  consensus_eps: number;
  actual_eps: number;
  actual_result: string;
  is_correct: number;
  prediction_type: string;
  state: string;
  created_at: number;
  settled_at: number;
  reports_at: number;
};
const rowsOf = async (ledgerId: string) =>
  (
    await env.DB.prepare("SELECT * FROM predictions WHERE scope = ? ORDER BY created_at, symbol")
      .bind(`record:${ledgerId}`)
      .all<Row>()
  ).results;

describe("the replayed past of the simulated market", () => {
  it("is predicted by the real model with what was known then, and settled by what was reported", async () => {
    await replay("replay");
    const rows = await rowsOf("replay");
    expect(rows.length).toBeGreaterThanOrEqual(4);
    for (const row of rows) {
      const then = await analyzeAsOf(row.symbol, new Date(row.created_at));
      const { history } = await sampleMarket().company(row.symbol, now);
      const reported =
        history.state === "missing"
          ? undefined
          : history.data.find((quarter) => quarter.fiscalQuarterEnd === row.fiscal_quarter_end);
      expect(row).toMatchObject({
        state: "settled",
        beat_probability: then.prediction.beatProbability,
        consensus_eps: then.earningsData.analystConsensus,
        actual_eps: reported?.actual,
        is_correct: Number(row.actual_result === row.prediction_type),
      });
      expect(row.created_at).toBeLessThan(row.reports_at);
      expect(row.settled_at).toBeGreaterThan(row.reports_at);
    }
    expect(await auditTallies(db, "record:replay")).toBeNull();
  });

  it("is locked in a valid ledger as a replay, each before its report", async () => {
    await replay("valid");
    const ledger = ledgerOf("valid");
    const { entries, head } = await ledger.page(0, 500);
    const roots = await ledger.roots(now.getTime());
    expect(await verifyLedger(entries, { head, roots })).toEqual({ isValid: true, entries: entries.length });
    const kinds = entries.map(({ body }) => (body.type === "lock" ? body.kind : body.type));
    expect(new Set(kinds)).toEqual(new Set(["replay", "settlement"]));
  });

  it("has last week's reports too, once each, and of their companies no older ones", async () => {
    const { reported, coming } = await companiesAroundToday(sampleMarket(), now);
    expect(reported.length).toBe(16);
    expect(coming.length).toBeGreaterThan(10);
    expect(reported.filter((symbol) => coming.includes(symbol))).toEqual([]);
    const lately = reported.slice(0, 2);
    expect((await replay("lately", new Date(0), lately)).filter((symbol) => lately.includes(symbol))).toEqual(
      expect.arrayContaining(lately),
    );
    const rows = (await rowsOf("lately")).filter(({ symbol }) => lately.includes(symbol));
    expect(rows.map(({ symbol, state }) => [symbol, state]).toSorted()).toEqual(
      lately.toSorted().map((symbol) => [symbol, "settled"]),
    );
    for (const { reports_at } of rows) expect(now.getTime() - reports_at).toBeLessThan(9 * 86_400_000);
  });

  it("rests on the base rates of the reports before its day, as the calendar does", async () => {
    const [asOf, day] = [new Date("2026-07-14T15:00:00Z"), "2026-07-14"];
    const store = { db, ledgerId: "sample" } as const;
    const sync = { store, market: sampleMarket(), marketNow: () => now };
    const modelAtDate = async () =>
      (await openDeps(env, "https://beatcast.test").analyzeAsOf("AAPL", asOf)).model;
    const [market, [exchange = ""]] = [sampleMarket(), sampleMarket().exchanges];
    await readListing({ store, market, now }, exchange);
    await readRange(sync, { firstDay: "2026-04-15", lastDay: "2026-05-14" });
    const { baseRate, referenceClass } = await modelAtDate();
    const counts = await readReferenceClasses(store, day);
    const traits = { size: "large", isProfitable: true, sector: "Technology" } as const;
    expect(baseRate).toBeCloseTo(classOf(counts, traits).beatRate, 4);
    expect(referenceClass.n).toBeGreaterThan(5);
    expect(referenceClass.n).toBe(counts.get("profitable large Technology")?.n);
    // Whatever was reported after the asking does not count.
    await readRange(sync, { firstDay: "2026-07-15", lastDay: "2026-08-14" });
    expect((await modelAtDate()).baseRate).toBe(baseRate);
  });

  it("is left alone when it is there already", async () => {
    const asked = await replay("twice");
    const before = await rowsOf("twice");
    expect(asked.length).toBe(before.length);
    expect(await replay("twice")).toEqual([]);
    expect(await rowsOf("twice")).toEqual(before);
  });
});
