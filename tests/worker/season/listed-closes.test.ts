import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { openDatabase } from "#platform/db/client.ts";
import { seasonReports } from "#platform/schema/season.ts";
import { storeCompanies } from "#season/companies.ts";
import { storeListedCloses } from "#season/listing.ts";
import { postEarningsMoveOf } from "#season/post-earnings-move.ts";

const db = openDatabase(env.DB);
const quarter = "2026-09-30";
const unknown = { name: null, exchange: null, sector: null, industry: null, country: null, currency: null };

/** Reads the daily listing at ten o'clock UTC of a day, after which the companies have its prices. */
async function listed(ledgerId: string, day: string, prices: Record<string, number>) {
  const store = { db, ledgerId };
  const now = new Date(`${day}T10:00:00Z`);
  const companies = Object.entries(prices).map(([symbol, price]) => ({ symbol, price }));
  const written = await storeListedCloses(store, { companies, source: "Listing" }, now);
  await storeCompanies(
    store,
    companies.map((one) => ({ ...unknown, marketCap: null, ...one })),
    now,
  );
  return written;
}

async function aReport(ledgerId: string, symbol: string, reportDate: string, session: "pre" | "post" | null) {
  const at = new Date("2026-11-01T12:00:00Z");
  await db.insert(seasonReports).values({
    ledgerId,
    symbol,
    fiscalQuarterEnd: quarter,
    reportDate,
    session,
    isDayKnown: true,
    isQuarterDeclared: true,
    isConfirmed: true,
    isImported: false,
    consensusEps: 1,
    source: "Source",
    firstSeenAt: at,
    changedAt: at,
  });
}

async function moveOf(ledgerId: string, symbol: string) {
  const subject = { symbol, fiscalQuarterEnd: quarter, expectedDay: null };
  const { move, moveMissing } = await postEarningsMoveOf(
    { db, ledgerId },
    null,
    subject,
    new Date("2026-11-30T12:00:00Z"),
  );
  return move ? { ...move, percent: Number(move.percent.toFixed(2)) } : moveMissing;
}

/** Lists Tuesday to the following Tuesday. The listing of a morning has the closes of the previous weekday. */
async function aWeek(ledgerId: string, prices: Record<string, (day: number) => number>) {
  const of = (day: number) =>
    Object.fromEntries(Object.entries(prices).map(([symbol, at]) => [symbol, at(day)]));
  for (const [day, i] of [
    ["2026-11-10", 0],
    ["2026-11-11", 1],
    ["2026-11-12", 2],
    ["2026-11-13", 3],
    ["2026-11-14", 4],
    ["2026-11-15", 4],
    ["2026-11-16", 4],
    ["2026-11-17", 5],
  ] as const)
    await listed(ledgerId, day, of(i));
}

it("the closes around each report come from the listings, by its session, over a weekend too", async () => {
  const rising = (day: number) => 100 + day;
  await aReport("moves", "PRE", "2026-11-12", "pre");
  await aReport("moves", "POST", "2026-11-12", "post");
  await aReport("moves", "SOME", "2026-11-12", null);
  await aReport("moves", "MON", "2026-11-16", "pre");
  await aReport("moves", "FRI", "2026-11-13", "post");
  await aWeek("moves", { PRE: rising, POST: rising, SOME: rising, MON: rising, FRI: rising });
  const move = (fromDay: string, toDay: string, percent: number) => ({
    fromDay,
    toDay,
    percent,
    source: "Listing",
  });
  // The close is 102 on the 11th, 103 on the 12th, 104 on Friday the 13th, and 105 on Monday.
  expect(await moveOf("moves", "PRE")).toEqual(move("2026-11-11", "2026-11-12", 0.98));
  expect(await moveOf("moves", "POST")).toEqual(move("2026-11-12", "2026-11-13", 0.97));
  expect(await moveOf("moves", "SOME")).toEqual(move("2026-11-11", "2026-11-13", 1.96));
  expect(await moveOf("moves", "MON")).toEqual(move("2026-11-13", "2026-11-16", 0.96));
  expect(await moveOf("moves", "FRI")).toEqual(move("2026-11-13", "2026-11-16", 0.96));
});

it("a day on which nothing traded, a split and a missing price give no move", async () => {
  const rising = (day: number) => 100 + day;
  const split = (day: number) => (day < 3 ? 100 + day : 51);
  for (const symbol of ["HALF", "GONE"]) await aReport("none", symbol, "2026-11-12", "pre");
  await aReport("none", "CLOSED", "2026-11-17", "pre");
  await aWeek("none", { HALF: split, A: rising, B: rising, CLOSED: rising });
  const text = "No prices around the report are known.";
  expect(await moveOf("none", "HALF")).toBe(text);
  expect(await moveOf("none", "GONE")).toBe(text);
  // The market was closed on the 17th, so the next morning's listing has the same prices.
  expect(await listed("none", "2026-11-18", { HALF: 51, A: 105, B: 105, CLOSED: 105 })).toBe(0);
  expect(await moveOf("none", "CLOSED")).toBe(text);
});

it("the same listing twice writes nothing more, and the first of all is no close", async () => {
  await aReport("twice", "ONE", "2026-11-12", "pre");
  expect(await listed("twice", "2026-11-12", { ONE: 10 }), "nothing to compare with").toBe(0);
  await aReport("twice", "TWO", "2026-11-13", "pre");
  const day = { ONE: 11, TWO: 20 };
  expect(await listed("twice", "2026-11-13", day)).toBe(1);
  expect(await listed("twice", "2026-11-13", day)).toBe(0);
});
