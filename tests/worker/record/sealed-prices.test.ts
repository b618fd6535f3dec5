import { env } from "cloudflare:test";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LockEvidence } from "#contract/lock-evidence.ts";
import { HOUR_MS } from "#contract/time.ts";
import type { PredictionMarkets } from "#market/prediction-markets.ts";
import { meanOfLogOdds } from "#model/combine.ts";
import { lockEvidenceOf, lockUpcomingForecasts } from "#record/lock-upcoming-forecasts.ts";
import { repairLedgerRows } from "#record/reconcile.ts";
import { openArchive } from "#research/stored-archive.ts";
import { storeQuestionPrices } from "#season/traders/store-prices.ts";
import { dueLocks } from "#season/upcoming/due-locks.ts";
import { aPredictionMarket, aPriceOf, aQuestionAbout } from "../season/a-prediction-market.ts";
import { storeDueCompanies } from "../season/due-companies.ts";
import { db, ledgerOf } from "./a-record.ts";

const lockTime = new Date("2026-10-19T20:17:00Z");
const beforeLock = (minutes: number) => new Date(lockTime.getTime() - minutes * 60_000);
const quarter = "2026-09-30";

async function aMarketOf(ledgerId: string, symbols: readonly string[]) {
  const newId = () => `prd_${crypto.randomUUID().slice(0, 8)}`;
  const marketNow = () => lockTime;
  const record = { db, ledgerId, ledger: ledgerOf(ledgerId), files: env.FILES, marketNow, newId };
  await storeDueCompanies(record, symbols, { now: beforeLock(600) });
  return record;
}

type Record = Awaited<ReturnType<typeof aMarketOf>>;

const lockAll = async (record: Record) =>
  lockUpcomingForecasts(record, await dueLocks(record, "live", lockTime));

const columnsOf = (ledgerId: string) =>
  db.$client
    .prepare(
      "SELECT symbol, trader_price AS price, trader_objections AS objections, combined_probability AS combined FROM predictions WHERE scope = ? ORDER BY symbol",
    )
    .bind(`record:${ledgerId}`)
    .all()
    .then(({ results }) => results);

describe("a lock", () => {
  it("seals the newest price with the mean of both log-odds, and what speaks against comparing", async () => {
    const record = await aMarketOf("live priced", ["AAA", "BBB", "CCC"]);
    const market = aPredictionMarket([
      { question: aQuestionAbout("AAA"), price: aPriceOf(0.8) },
      { question: aQuestionAbout("BBB", { strike: 1.04, basis: "gaap" }), price: aPriceOf(0.6) },
    ]);
    expect(await storeQuestionPrices(record, market, beforeLock(10))).toEqual({
      stored: 2,
      matched: 2,
      refused: {},
      failure: null,
    });
    expect(await lockAll(record)).toMatchObject({ locked: 3 });
    const [aaa, bbb, ccc] = await Promise.all(
      ["AAA", "BBB", "CCC"].map(
        async (symbol) =>
          (await lockEvidenceOf(record, { symbol, fiscalQuarterEnd: quarter })) as LockEvidence,
      ),
    );
    const combined = meanOfLogOdds(aaa?.beatProbability ?? 0, 0.8);
    expect(aaa?.traders).toMatchObject({
      venue: "Polymarket",
      price: 0.8,
      spread: 0.04,
      volumeUsd: 2000,
      dayVolumeUsd: 100,
      strike: 1,
      basis: "adjusted",
      readAt: beforeLock(10).toISOString(),
      objections: [],
    });
    expect(aaa?.traders?.combinedProbability).toBeCloseTo(combined, 4);
    expect(bbb?.traders).toMatchObject({
      price: 0.6,
      objections: ["strike", "basis"],
      combinedProbability: null,
    });
    // The hash of evidence without a price is what it was before there were prices.
    expect(ccc && "traders" in ccc).toBe(false);
    const stored = [
      { symbol: "AAA", price: 0.8, objections: "", combined: aaa?.traders?.combinedProbability },
      { symbol: "BBB", price: 0.6, objections: "strike basis", combined: null },
      { symbol: "CCC", price: null, objections: null, combined: null },
    ];
    expect(await columnsOf("live priced")).toEqual(stored);
    // The rows come back from ledger and evidence alone.
    await db.$client.prepare("DELETE FROM predictions WHERE ledger_id = 'live priced'").run();
    await repairLedgerRows(record, lockTime);
    expect(await columnsOf("live priced")).toEqual(stored);
  });

  it("never seals a price that was read after it or hours before it, whatever was stored", async () => {
    let run = 0;
    let sealedPrices = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ minute: fc.integer({ min: -300, max: 60 }), price: fc.integer({ min: 5, max: 95 }) }),
          {
            maxLength: 6,
          },
        ),
        async (readings) => {
          const record = await aMarketOf(`live property ${run++}`, ["AAA"]);
          for (const { minute, price } of readings)
            await storeQuestionPrices(
              record,
              aPredictionMarket([{ question: aQuestionAbout("AAA"), price: aPriceOf(price / 100) }]),
              beforeLock(-minute),
            );
          const [evidence] = await dueLocks(record, "live", lockTime);
          const sealed = evidence?.traders;
          const newest = readings.toSorted((a, b) => b.minute - a.minute)[0];
          // A reading after the lock replaces the day's earlier one, and then there is no price.
          if (!newest || newest.minute > 0 || newest.minute < -180) {
            expect(sealed).toBeUndefined();
            return;
          }
          if (!sealed) throw new Error("The newest price was read in time and is not sealed.");
          sealedPrices++;
          // Of two readings of one minute, the first stays.
          const ofMinute = readings.filter(({ minute }) => minute === newest.minute);
          expect(sealed.price).toBeCloseTo((ofMinute[0]?.price ?? 0) / 100, 4);
          const age = lockTime.getTime() - Date.parse(sealed.readAt);
          expect(age).toBeGreaterThanOrEqual(0);
          expect(age).toBeLessThanOrEqual(3 * HOUR_MS);
          expect(age).toBe(Math.abs(newest.minute) * 60_000);
        },
      ),
      { numRuns: 25, seed: 2026 },
    );
    expect(sealedPrices).toBeGreaterThan(2);
  });
});

describe("an analysis", () => {
  it("shows the stored price without a request to the venue, and none where the operator hides prices", async () => {
    const record = await aMarketOf("live analysis", ["AAA"]);
    const market = aPredictionMarket([{ question: aQuestionAbout("AAA"), price: aPriceOf(0.8) }]);
    const asked: string[] = [];
    const counting: PredictionMarkets = {
      ...market,
      questions: (now) => {
        asked.push("questions");
        return market.questions(now);
      },
      prices: (questions, now) => {
        asked.push("prices");
        return market.prices(questions, now);
      },
    };
    await storeQuestionPrices(record, counting, beforeLock(10));
    const shownWhere = (areTraderPricesShown: boolean) =>
      openArchive({ ...record, areTraderPricesShown }).traders("AAA", lockTime);
    for (let analysis = 0; analysis < 3; analysis++)
      expect(await shownWhere(true)).toMatchObject({ price: 0.8, readAt: beforeLock(10).toISOString() });
    expect(await shownWhere(false)).toBeNull();
    // The round alone asked.
    expect(asked).toEqual(["questions", "prices"]);
  });
});

describe("a round of prices", () => {
  it("keeps one row a question and day, the day's latest, whatever order rounds end in", async () => {
    const record = await aMarketOf("live days", ["AAA"]);
    const read = (price: number, at: Date) =>
      storeQuestionPrices(
        record,
        aPredictionMarket([{ question: aQuestionAbout("AAA"), price: aPriceOf(price) }]),
        at,
      );
    await read(0.5, new Date("2026-10-18T15:00:00Z"));
    await read(0.7, beforeLock(10));
    await read(0.6, beforeLock(70));
    const { results } = await db.$client
      .prepare("SELECT day, bid FROM question_prices WHERE ledger_id = 'live days' ORDER BY day")
      .all();
    expect(results).toEqual([
      { day: "2026-10-18", bid: 0.48 },
      { day: "2026-10-19", bid: expect.closeTo(0.68, 6) },
    ]);
  });

  it("says why a question belongs to no report, and stores nothing when the venue fails", async () => {
    const record = await aMarketOf("live refused", ["AAA"]);
    const market = aPredictionMarket([
      { question: aQuestionAbout("ZZZ"), price: aPriceOf(0.5) },
      { question: aQuestionAbout("AAA", { expectedDay: "2027-01-20" }), price: aPriceOf(0.5) },
    ]);
    expect(await storeQuestionPrices(record, market, lockTime)).toEqual({
      stored: 0,
      matched: 0,
      refused: { unknown_company: 1, no_report: 1 },
      failure: null,
    });
    const missing = { state: "missing", reason: "rate_limited", detail: "list.test answered 429" } as const;
    const failing = { ...market, questions: async () => ({ ...missing, source: "Polymarket" }) };
    expect(await storeQuestionPrices(record, failing, lockTime)).toMatchObject({
      stored: 0,
      failure: "list.test answered 429",
    });
  });
});
