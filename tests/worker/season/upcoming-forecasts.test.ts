import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { openDatabase } from "#platform/db/client.ts";
import { upcomingForecasts } from "#platform/schema/upcoming-forecasts.ts";
import { readUpcomingForecasts } from "#season/upcoming/upcoming-reports.ts";

const store = { db: openDatabase(env.DB), ledgerId: "live" };
const row = {
  symbol: "AAPL",
  fiscalQuarterEnd: "2026-09-30",
  beatProbability: 0.7,
  baseRate: 0.62,
  edgeVerdict: "edge_up",
  confidence: "medium",
  featureTier: "full",
  modelVersion: "m",
  consensusEps: 1.5,
  intervalLow: -0.1,
  intervalHigh: 0.2,
  intervalLimit: 3,
  contextShift: null,
  scoredAt: new Date("2026-10-20T12:00:00Z"),
  ledgerSeq: null,
  lockedAt: null,
} as const;

it("the upcoming forecasts is read by company and quarter in its own market", async () => {
  await store.db.insert(upcomingForecasts).values([
    { ...row, ledgerId: "live" },
    { ...row, ledgerId: "sample", beatProbability: 0.1 },
    { ...row, ledgerId: "live", symbol: "MSFT" },
  ]);
  const reports = [
    { symbol: "AAPL", fiscalQuarterEnd: "2026-09-30" },
    { symbol: "MSFT", fiscalQuarterEnd: "2026-12-31" },
  ];
  expect(await readUpcomingForecasts(store, reports)).toEqual([row]);
});
