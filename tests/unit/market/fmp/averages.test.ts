import { describe, expect, it } from "vitest";
import { readAverages } from "#market/fmp/averages.ts";
import { FmpClient } from "#market/fmp/client.ts";
import { fmpMarket } from "#market/fmp/fmp.ts";
import { withValidation } from "#market/validated.ts";
import { type Answer, vendor } from "../sources.ts";
import { now } from "./bodies.ts";

const at = now.getTime() / 1_000 - 3_600;
const quote = (symbol: string, over: object = {}) => ({
  symbol,
  name: "A company",
  price: 110,
  priceAvg50: 100,
  priceAvg200: 95,
  timestamp: at,
  ...over,
});
const marketOf = (source: ReturnType<typeof vendor>) =>
  withValidation(fmpMarket(source.fetch, "https://fmp.example", "a-key"));

it("FMP gives prices and their means in batches: 1,000 companies are three calls", async () => {
  const source = vendor((url) => ({
    body: (url.searchParams.get("symbols") ?? "").split(",").map((symbol) => quote(symbol)),
  }));
  const symbols = Array.from({ length: 1_000 }, (_, i) => `S${i.toString(36).toUpperCase()}`);
  const part = await marketOf(source).averages([...symbols.slice(1), "BRK.B"], now);
  expect(source.asked.map(({ url }) => url.pathname)).toEqual(Array(3).fill("/stable/batch-quote"));
  expect(source.asked.at(-1)?.url.searchParams.get("symbols")).toMatch(/,BRK-B$/);
  if (part.state === "missing") throw new Error(part.detail);
  expect(part.data).toHaveLength(1_000);
  expect(part.data.at(-1)).toEqual({ symbol: "BRK.B", price: 110, average50: 100, average200: 95 });
});

it("leaves out what is no price of these days: old, of the future, or zero", async () => {
  const source = vendor(() => ({
    body: [
      quote("GOOD", { priceAvg200: 0 }),
      quote("OLD", { timestamp: at - 6 * 86_400 }),
      quote("LATER", { timestamp: at + 86_400 }),
      quote("ZERO", { price: 0 }),
      quote("NONE", { priceAvg50: null }),
    ],
  }));
  const part = await marketOf(source).averages(["GOOD"], now);
  expect(part.state === "live" && part.data).toEqual([
    { symbol: "GOOD", price: 110, average50: 100, average200: null },
  ]);
});

it("a batch that fails leaves none: a part of the market has another median", async () => {
  const source = vendor((url, nth) =>
    nth === 1
      ? { status: 500, body: {} }
      : { body: (url.searchParams.get("symbols") ?? "").split(",").map((symbol) => quote(symbol)) },
  );
  const part = await marketOf(source).averages(
    Array.from({ length: 500 }, (_, i) => `S${i}`),
    now,
  );
  expect(part.state).toBe("missing");
});

it("FMP gives the ranges of the quarters ahead in one call, and none of long ago", async () => {
  const source = vendor(() => ({
    body: [
      { date: "2026-01-31", epsLow: 0.6, epsHigh: 0.9, numAnalystsEps: 8 },
      { date: "2025-11-01", epsLow: 0.52, epsHigh: "many", numAnalystsEps: 7 },
      { date: "2025-02-01", epsLow: 0.4, epsHigh: 0.5, numAnalystsEps: 7 },
      { epsLow: 1 },
    ],
  }));
  const part = await marketOf(source).ranges("BRK.B", now);
  expect(source.asked.map(({ url }) => `${url.pathname}?${url.searchParams.get("symbol")}`)).toEqual([
    "/stable/analyst-estimates?BRK-B",
  ]);
  expect(part.state === "live" && part.data).toEqual([
    { fiscalQuarterEnd: "2026-01-31", low: 0.6, high: 0.9, analystCount: 8 },
    { fiscalQuarterEnd: "2025-11-01", low: 0.52, high: null, analystCount: 7 },
  ]);
  const none = await marketOf(vendor(() => ({ body: [] }))).ranges("ACME", now);
  expect(none).toMatchObject({ state: "missing", reason: "empty" });
});

describe("a plan without batches", () => {
  const refusal = { status: 402, body: "Special Endpoint : not under your current subscription" };
  const read = async (symbols: readonly string[], single: (symbol: string) => Answer) => {
    const source = vendor((url) =>
      url.pathname === "/stable/batch-quote" ? refusal : single(url.searchParams.get("symbol") ?? ""),
    );
    const waits: number[] = [];
    const wait = async (ms: number) => void waits.push(ms);
    const client = new FmpClient(source.fetch, "https://fmp.example", "a-key");
    return { source, waits, part: await readAverages(client, symbols, now, wait) };
  };

  it("has single quotes of the first 500 companies, four a second, without those outside of the plan", async () => {
    const symbols = Array.from({ length: 1_200 }, (_, i) => `S${i}`);
    const { source, waits, part } = await read(symbols, (symbol) =>
      symbol === "S1" ? refusal : { body: [quote(symbol)] },
    );
    expect(source.countOf("/stable/batch-quote")).toBe(1);
    expect(source.countOf("/stable/quote")).toBe(500);
    expect(waits).toEqual(Array(124).fill(1_000));
    if (part.state === "missing") throw new Error(part.detail);
    expect(part.data.map(({ symbol }) => symbol)).toEqual(
      symbols.slice(0, 500).filter((symbol) => symbol !== "S1"),
    );
  });

  it("has none where the limit is reached on the way, so that no part passes for the market", async () => {
    const { part } = await read(["A", "B", "C"], (symbol) =>
      symbol === "C" ? { status: 429, body: {} } : { body: [quote(symbol)] },
    );
    expect(part).toMatchObject({ state: "missing", reason: "rate_limited" });
  });
});
