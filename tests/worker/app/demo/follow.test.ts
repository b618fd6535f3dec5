import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { replayPast } from "#app/demo/replay.ts";
import { followCompanies } from "#app/demo/watch-companies.ts";
import { openDeps } from "#app/deps.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { putOnRecord } from "#record/record.ts";
import { aPerson } from "../../api.ts";
import { db, ledgerOf } from "../../record/a-record.ts";

const now = new Date("2026-11-20T12:00:00Z");
const { analyzeAsOf } = openDeps(env, "https://beatcast.test");
const market = sampleMarket();
const clock = () => now;

async function follow(ledgerId: string, userId: string) {
  const deps = { db, ledgerId, market, now: clock, marketNow: clock, analyzeAsOf };
  await followCompanies(deps, userId, ["AAPL", "MSFT"]);
}

const alertsOf = async (userId: string) =>
  (
    await env.DB.prepare(
      "SELECT symbol, kind, subject, created_at, read_at IS NOT NULL AS is_read FROM alerts WHERE user_id = ? ORDER BY created_at",
    )
      .bind(userId)
      .all<{ symbol: string; kind: string; subject: string; created_at: number; is_read: number }>()
  ).results;

describe("the watchlist of the demo account", () => {
  it("has the alerts that the last four weeks gave, once", async () => {
    const ledgerId = "follow";
    const { id: userId } = (await aPerson()).user;
    const owner = { kind: "analysis", userId } as const;
    const newId = () => `prd_${crypto.randomUUID()}`;
    const record = {
      db,
      ledgerId,
      ledger: ledgerOf(ledgerId),
      files: env.FILES,
      now: clock,
      marketNow: clock,
    };
    await replayPast(
      { ...record, newId, market, symbols: ["AAPL", "MSFT"], reportedLately: [], analyzeAsOf },
      new Date("2026-09-01T00:00:00Z"),
      async ({ symbol }, analysis, at) => {
        await putOnRecord(at, { owner, requestKey: `demo ${symbol}`, analysis });
      },
    );
    await Promise.all([follow(ledgerId, userId), follow(ledgerId, userId)]);
    const found = await alertsOf(userId);
    const { results: settled } = await env.DB.prepare(
      "SELECT id, symbol FROM predictions WHERE scope = ? AND settled_at > ?",
    )
      .bind(`user:${userId}`, now.getTime() - 28 * 86_400_000)
      .all<{ id: string; symbol: string }>();
    expect(settled.length).toBeGreaterThan(0);
    for (const { id, symbol } of settled)
      expect(found).toContainEqual(
        expect.objectContaining({ symbol, kind: "prediction_settled", subject: id, is_read: 1 }),
      );
    for (const { symbol, kind, subject, created_at } of found) {
      if (kind !== "report_tomorrow" && kind !== "report_today") continue;
      const { history } = await market.company(symbol, now);
      if (history.state === "missing") throw new Error(history.detail);
      expect(history.data.map(({ reportDate }) => reportDate)).toContain(subject);
      const daysAhead = kind === "report_tomorrow" ? 1 : 0;
      expect(Date.parse(subject) - Date.parse(new Date(created_at).toISOString().slice(0, 10))).toBe(
        daysAhead * 86_400_000,
      );
    }
    await follow(ledgerId, userId);
    expect(await alertsOf(userId)).toEqual(found);
    const { results: list } = await env.DB.prepare(
      "SELECT symbol, alerted_day AS day, alerted_probability AS probability FROM watchlist WHERE user_id = ? ORDER BY symbol",
    )
      .bind(userId)
      .all<{ symbol: string; day: string; probability: number }>();
    expect(list.map(({ symbol }) => symbol)).toEqual(["AAPL", "MSFT"]);
    for (const { day, probability } of list) {
      expect(day > "2026-11-20").toBe(true);
      expect(probability).toBeGreaterThan(0);
    }
  });
});
