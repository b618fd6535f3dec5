import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { versusMarketsPage } from "#app/pages/versus-markets-page.tsx";
import { HOUR_MS } from "#contract/time.ts";
import { versusMarketsSchema } from "#contract/versus-markets.ts";
import { lockUpcomingForecasts } from "#record/lock-upcoming-forecasts.ts";
import { settle } from "#record/settle.ts";
import { versusMarketsOf } from "#record/versus-markets.ts";
import { storeReports } from "#season/store-reports.ts";
import { storeQuestionPrices } from "#season/traders/store-prices.ts";
import { dueLocks } from "#season/upcoming/due-locks.ts";
import { call } from "../api.ts";
import { aPredictionMarket, aPriceOf, aQuestionAbout } from "../season/a-prediction-market.ts";
import { REPORT_DAY, storeDueCompanies } from "../season/due-companies.ts";
import { db, ledgerOf, settleDeps } from "./a-record.ts";

const lockTime = new Date("2026-10-19T20:17:00Z");
const ledgerId = "live versus";

it("a played season's pairs, scores and interval are those of the open data, computed again", async () => {
  const symbols = Array.from({ length: 12 }, (_, i) => `V${"ABCDEFGHIJKL"[i]}`);
  const record = {
    db,
    ledgerId,
    ledger: ledgerOf(ledgerId),
    files: env.FILES,
    marketNow: () => lockTime,
    newId: () => `prd_${crypto.randomUUID().slice(0, 8)}`,
  };
  expect(await versusMarketsOf(db, ledgerId)).toMatchObject({ figures: null, pairs: [], open: 0 });
  await storeDueCompanies(record, symbols, { now: new Date(lockTime.getTime() - 9 * HOUR_MS) });
  const prices = symbols.map((_, i) => (30 + 5 * i) / 100);
  // The last two are no pairs: one asks about another EPS, and one is too thin.
  const market = aPredictionMarket(
    symbols.map((symbol, i) => ({
      question: aQuestionAbout(symbol, i === 10 ? { strike: 1.5 } : i === 11 ? { volumeUsd: 3 } : {}),
      price: aPriceOf(prices[i] ?? 0),
    })),
  );
  await storeQuestionPrices(record, market, new Date(lockTime.getTime() - HOUR_MS));
  await lockUpcomingForecasts(record, await dueLocks(record, "live", lockTime));
  expect(await versusMarketsOf(db, ledgerId)).toMatchObject({ figures: null, open: 10, notCompared: {} });

  const isBeat = (i: number) => i % 3 !== 0;
  const night = new Date("2026-10-20T23:17:00Z");
  await storeReports(
    record,
    symbols.map((symbol, i) => ({
      symbol,
      fiscalQuarterEnd: null,
      reportDate: REPORT_DAY,
      session: null,
      isConfirmed: true,
      consensusEps: 1,
      analystCount: 9,
      reportedEps: isBeat(i) ? 1.1 : 0.9,
      basis: null,
      source: "Test source",
      isImported: false,
    })),
    { now: night, today: REPORT_DAY },
  );
  expect(await settle(settleDeps(ledgerId, ["Test source", "a source"]), night)).toBe(12);

  const { figures, pairs, notCompared, rule, open } = await versusMarketsOf(db, ledgerId);
  expect([open, notCompared]).toEqual([0, { strike: 1, little_traded: 1 }]);
  expect(pairs.map(({ symbol, traders, outcome }) => [symbol, traders, outcome])).toEqual(
    symbols.slice(0, 10).map((symbol, i) => [symbol, prices[i], isBeat(i) ? "beat" : "miss"]),
  );
  // What anyone can compute from the published pairs.
  const y = pairs.map(({ outcome }) => Number(outcome === "beat"));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const brier = (by: "ours" | "traders" | "combined") =>
    mean(pairs.map((pair, i) => (pair[by] - (y[i] ?? 0)) ** 2));
  for (const by of ["ours", "traders", "combined"] as const)
    expect(figures?.scores[by].brier).toBeCloseTo(brier(by), 6);
  const gaps = pairs.map(({ ours, traders }, i) => (ours - (y[i] ?? 0)) ** 2 - (traders - (y[i] ?? 0)) ** 2);
  // Each company has one pair here, so the clustered error is the ordinary one.
  const error = Math.sqrt(mean(gaps.map((gap) => (gap - mean(gaps)) ** 2)) / (gaps.length - 1));
  expect(figures?.oursAgainstTraders.brier).toBeCloseTo(mean(gaps), 6);
  expect(figures?.oursAgainstTraders.standardError).toBeCloseTo(error, 6);
  expect(rule).toMatchObject({ minPairs: 300, minStandardErrors: 2, pairs: 10, isMet: false });
});

it("is a public call, and its page shows the study before there is a pair", async () => {
  const { status, body } = await call("GET", "/api/track-record/versus-markets");
  expect(status).toBe(200);
  expect(versusMarketsSchema.parse(body)).toMatchObject({ figures: null, rule: { pairs: 0 } });
  const page = versusMarketsPage(await versusMarketsOf(db, "live none"), "https://beatcast.example");
  const html = String(await page.content);
  expect(html).toContain("No report has been scored against a live price yet.");
  expect(html).toContain("On 148 past questions, our Brier score would have been 0.1242");
  expect(html).toContain("Not asked yet.");
});
