import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { versusMarketsPage } from "#app/pages/versus-markets-page.tsx";
import { HOUR_MS } from "#contract/time.ts";
import { versusMarketsSchema } from "#contract/versus-markets.ts";
import study from "#model/versus-study.json" with { type: "json" };
import { lockUpcomingForecasts } from "#record/lock-upcoming-forecasts.ts";
import { writeOpenData } from "#record/open-data/open-data.ts";
import { settle } from "#record/settle.ts";
import { versusMarketsOf } from "#record/versus-markets.ts";
import { storeReports } from "#season/store-reports.ts";
import { storeQuestionPrices } from "#season/traders/store-prices.ts";
import { dueLocks } from "#season/upcoming/due-locks.ts";
import { call } from "../api.ts";
import { open } from "../app/pages/a-market.ts";
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
  // What anyone can compute from the open data, whose rows are read here without our own code.
  const { files } = await writeOpenData(
    { db, ledgerId, files: env.FILES, hasSources: false, hasTraders: true },
    night,
  );
  const csv = await (await env.FILES.get(files[0]?.key ?? ""))?.text();
  const [names = [], ...lines] = (csv ?? "")
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
  const rows = lines
    .map((cells) => Object.fromEntries(names.map((name, i) => [name, cells[i]])))
    .filter((row) => row["combined_probability"]);
  const bySymbol = new Map(rows.map((row) => [row["symbol"], row]));
  expect(rows).toHaveLength(10);
  expect(
    pairs.map(({ symbol, ours, traders, combined, baseRate, outcome }) => [
      symbol,
      ...[ours, traders, combined, baseRate].map(String),
      outcome,
    ]),
  ).toEqual(
    pairs.map(({ symbol }) => {
      const row = bySymbol.get(symbol) ?? {};
      return [
        symbol,
        ...["beat_probability", "trader_price", "combined_probability", "base_rate"].map((name) => row[name]),
        row["outcome"],
      ];
    }),
  );
  const published = rows.map((row) => ({
    y: Number(row["outcome"] === "beat"),
    ours: Number(row["beat_probability"]),
    traders: Number(row["trader_price"]),
    combined: Number(row["combined_probability"]),
    baseRate: Number(row["base_rate"]),
  }));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const square = (p: number, y: number) => (p - y) ** 2;
  const loss = (p: number, y: number) => -Math.log(y === 1 ? p : 1 - p);
  for (const by of ["ours", "traders", "combined", "baseRate"] as const) {
    expect(figures?.scores[by].brier).toBeCloseTo(mean(published.map((row) => square(row[by], row.y))), 6);
    expect(figures?.scores[by].logLoss).toBeCloseTo(mean(published.map((row) => loss(row[by], row.y))), 5);
    const inTop = published.filter((row) => row[by] >= 0.6 && row[by] < 0.8);
    expect(figures?.scores[by].bins[3]).toMatchObject({
      n: inTop.length,
      observed: inTop.length === 0 ? null : expect.closeTo(mean(inTop.map(({ y }) => y)), 6),
    });
  }
  for (const [difference, first, second] of [
    [figures?.oursAgainstTraders, "ours", "traders"],
    [figures?.combinedAgainstOurs, "combined", "ours"],
  ] as const)
    for (const [score, of] of [
      [square, difference?.brier],
      [loss, difference?.logLoss],
    ] as const) {
      const gaps = published.map((row) => score(row[first], row.y) - score(row[second], row.y));
      // Each company has one pair here, so the clustered error is the ordinary one.
      const error = Math.sqrt(mean(gaps.map((gap) => (gap - mean(gaps)) ** 2)) / (gaps.length - 1));
      expect(of?.mean).toBeCloseTo(mean(gaps), 5);
      expect(of?.standardError).toBeCloseTo(error, 5);
      expect([of?.low, of?.high]).toEqual([
        expect.closeTo(mean(gaps) - 1.959964 * error, 5),
        expect.closeTo(mean(gaps) + 1.959964 * error, 5),
      ]);
    }
  expect(rule).toMatchObject({ minPairs: 300, minStandardErrors: 2, pairs: 10, isMet: false });
});

it("is a public call, and its page shows the study before there is a pair", async () => {
  const { status, body } = await call("GET", "/api/track-record/versus-markets");
  expect(status).toBe(200);
  expect(versusMarketsSchema.parse(body)).toMatchObject({ figures: null, rule: { pairs: 0 } });
  const page = versusMarketsPage(await versusMarketsOf(db, "live none"), "https://beatcast.example");
  const html = String(await page.content);
  expect(html).toContain("No report has been scored against a live price yet.");
  const { figures } = study;
  expect(html).toContain(
    `On ${figures.n} past questions, our Brier score would have been ${figures.scores.ours.brier.toFixed(4)}`,
  );
  expect(html).toContain(study.modelVersion);
  expect(html).toContain("Not asked yet.");
  expect(html).toContain("at most 10 cents apart, at least $100 are offered within 10 cents of the middle");
});

it("and open data show no price where the operator hides them, and no link leads nowhere", async () => {
  const hidden = { PREDICTION_MARKET_PRICES: "hidden" };
  const page = await open("/track-record/versus-markets", {}, hidden);
  expect(page.status).toBe(200);
  expect(page.text).toContain("Prices of prediction markets are not shown on this site.");
  expect(page.text).not.toContain("Brier");
  expect((await open("/api/track-record/versus-markets", {}, hidden)).status).toBe(404);
  const data = await open("/data", {}, hidden);
  expect(data.text).not.toContain("trader_price");
  expect(data.text).not.toContain("--markets");
  const columns = (await open("/data/predictions.csv", {}, hidden)).text.split("\r\n")[0];
  expect(columns).toContain("ledger_entry");
  expect(columns).not.toMatch(/trader|combined/);
  expect((await open("/data/predictions.csv")).text.split("\r\n")[0]).toContain("trader_price");
});
