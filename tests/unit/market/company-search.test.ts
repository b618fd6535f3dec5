import { describe, expect, it } from "vitest";
import type { FoundCompany } from "#contract/market-data.ts";
import { searchCompanies } from "#market/company-search.ts";
import type { MarketData } from "#market/port.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { withValidation } from "#market/validated.ts";

const now = new Date("2026-03-03T15:00:00Z");
const sample = sampleMarket();
const search = (text: string) => searchCompanies(sample, text, now);

/** Returns a live source that lists exactly these companies and finds them by any part of their name or ticker. */
function aSourceOf(...companies: [symbol: string, name: string][]): MarketData {
  const listed = companies.map(([symbol, name]): FoundCompany => ({ symbol, name, reportDate: null }));
  return {
    ...sample,
    search: async (query) => ({
      state: "live",
      data: listed.filter(({ symbol, name }) =>
        `${symbol} ${name}`.toLowerCase().includes(query.toLowerCase()),
      ),
      source: "Source",
      url: null,
      asOf: now.toISOString(),
    }),
  };
}

it("a word that every object has as a property is a name like any other", async () => {
  for (const text of ["constructor", "__proto__", "toString", "hasOwnProperty"])
    expect((await search(text)).resolved).toBeNull();
});

describe("a company's name", () => {
  it.each([
    ["apple", "AAPL"],
    ["Apple", "AAPL"],
    ["Apple Inc.", "AAPL"],
    ["Bank of America", "BAC"],
    ["bank of america corporation", "BAC"],
    ["The Coca-Cola Company", "KO"],
    ["coca cola", "KO"],
    ["at&t", "T"],
    ["Mcdonald's", "MCD"],
    ["ford", "F"],
    ["facebook", "META"],
    ["att", "T"],
  ])("%s is taken as the one company it means", async (text, symbol) => {
    expect((await search(text)).resolved).toBe(symbol);
  });

  it.each(["AAPL", "aapl", "ko", "brk-b", "BRK.B", "BRK B", "brk/b"])(
    "the ticker %s is taken as it is",
    async (text) => {
      expect((await search(text)).resolved).toBe(text.toUpperCase().replace(/[-/ ]/, "."));
    },
  );

  it("of several companies is the person's choice, each with its next report", async () => {
    const { matches, resolved } = await search("united");
    expect(resolved).toBeNull();
    expect(matches.map(({ symbol }) => symbol)).toEqual(["UNH", "UPS"]);
    for (const { reportDate } of matches) expect(reportDate).toMatch(/^2026-\d\d-\d\d$/);
  });

  it("that nobody has says so with the nearest names", async () => {
    const { matches, resolved, nearest } = await search("Bank of Amerca");
    expect({ matches, resolved }).toEqual({ matches: [], resolved: null });
    expect(nearest.map(({ symbol }) => symbol)).toEqual(["BAC"]);
    expect((await search("Microsft")).nearest[0]?.symbol).toBe("MSFT");
    expect((await search("Aplle")).nearest[0]?.symbol).toBe("AAPL");
  });

  it.each([
    ["APLE", "AAPL"],
    ["BANK", "BAC"],
  ])("typed as %s, which no company is listed as, names %s", async (text, symbol) => {
    const { matches, resolved, nearest } = await search(text);
    expect(resolved).not.toBe(text);
    expect([...matches, ...nearest].map((one) => one.symbol)).toContain(symbol);
  });

  it("without any likeness has no nearest names", async () => {
    expect(await search("!?")).toEqual({ matches: [], resolved: null, nearest: [] });
    expect((await search("qqqqqq")).nearest).toEqual([]);
  });

  it("that is a ticker of one company and the name of another is taken in capitals only", async () => {
    const market = aSourceOf(["FORD", "Forward Industries, Inc."], ["F", "Ford Motor Company"]);
    expect((await searchCompanies(market, "FORD", now)).resolved).toBe("FORD");
    expect((await searchCompanies(market, "ford", now)).resolved).toBeNull();
  });

  it("is the company of exactly that name before others that begin with it", async () => {
    const market = aSourceOf(["APLE", "Apple Hospitality REIT, Inc."], ["AAPL", "Apple Inc."]);
    const { matches, resolved } = await searchCompanies(market, "apple", now);
    expect(resolved).toBe("AAPL");
    expect(matches.map(({ symbol }) => symbol)).toEqual(["AAPL", "APLE"]);
  });

  it("keeps its place in the list when its source names a day that cannot be meant", async () => {
    const market = withValidation({
      ...sample,
      search: async () => ({
        state: "live",
        data: [{ symbol: "AAPL", name: "Apple Inc.", reportDate: "250000-01-01" }],
        source: "Source",
        url: null,
        asOf: now.toISOString(),
      }),
    });
    const { matches } = await searchCompanies(market, "apple", now);
    expect(matches).toEqual([{ symbol: "AAPL", name: "Apple Inc.", reportDate: null }]);
  });

  it("is not said to be unknown when the source cannot search", async () => {
    const market: MarketData = {
      ...sample,
      search: async () => ({ state: "missing", reason: "rate_limited", detail: "busy", source: "Source" }),
    };
    await expect(searchCompanies(market, "apple", now)).rejects.toMatchObject({ reason: "rate_limited" });
  });
});
