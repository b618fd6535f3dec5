import { describe, expect, it } from "vitest";
import { readChanges } from "#market/fmp/changes.ts";
import { FmpClient } from "#market/fmp/client.ts";

const now = new Date("2026-10-19T12:00:00Z");
type Answers = Record<string, unknown>;
const read = (answers: Answers, from = "2026-09-04") => {
  const fetch = async (input: RequestInfo | URL) => {
    const url = new URL(String(input instanceof Request ? input.url : input));
    const page = url.searchParams.get("page");
    const name = url.pathname.slice("/stable/".length);
    const answer = answers[`${name} ${page}`] ?? answers[name] ?? [];
    return Response.json(answer, {
      status: Array.isArray(answer) ? 200 : "error" in Object(answer) ? 500 : 402,
    });
  };
  return readChanges(new FmpClient(fetch as never, "https://fmp.test", "key"), from, now);
};
const delisted = (symbol: string, delistedDate: string) => ({
  symbol,
  companyName: "A company",
  exchange: "NYSE",
  ipoDate: "1990-01-01",
  delistedDate,
});

describe("FMP's lists of changes", () => {
  it("become ours, row by row: renames, delistings with a buyer that a filing names, splits", async () => {
    const part = await read({
      "symbol-change": [
        { date: "2026-10-09", companyName: "Meta Platforms, Inc.", oldSymbol: "FB", newSymbol: "META" },
        { date: "2026-10-09", companyName: null, oldSymbol: "BRK-B", newSymbol: "BRKB" },
        { date: "2019-01-01", companyName: "Old", oldSymbol: "A", newSymbol: "B" },
        { date: "no day", oldSymbol: "C", newSymbol: "D" },
        "no row",
      ],
      "delisted-companies": [delisted("TWTR", "2026-10-08"), delisted("GONE", "2026-10-07")],
      "mergers-acquisitions-latest": [
        {
          symbol: "XH",
          companyName: "X Holdings",
          targetedCompanyName: "Twitter",
          targetedSymbol: "TWTR",
          transactionDate: "2026-05-01",
        },
      ],
      "splits-calendar": [
        { symbol: "NVDA", date: "2026-10-05", numerator: 10, denominator: 1 },
        { symbol: "BAD", date: "2026-10-05", numerator: 0, denominator: 1 },
      ],
    });
    const source = "Financial Modeling Prep";
    expect(part).toMatchObject({ state: "live" });
    expect(part.state === "missing" ? null : part.data).toEqual([
      { kind: "renamed", from: "FB", to: "META", name: "Meta Platforms, Inc.", day: "2026-10-09", source },
      { kind: "renamed", from: "BRK.B", to: "BRKB", name: null, day: "2026-10-09", source },
      { kind: "ended", ticker: "TWTR", how: "bought", by: "X Holdings", day: "2026-10-08", source },
      { kind: "ended", ticker: "GONE", how: "delisted", by: null, day: "2026-10-07", source },
      { kind: "split", ticker: "NVDA", factor: 10, day: "2026-10-05", source },
    ]);
  });

  it("are read page by page to the first old page, and no further than eight", async () => {
    const page = (day: string) => Array.from({ length: 100 }, (_, i) => delisted(`D${i}`, day));
    const part = await read({
      "delisted-companies 0": page("2026-10-01"),
      "delisted-companies 1": page("2020-01-01"),
      "delisted-companies 2": page("2026-10-02"),
    });
    expect(part.state === "missing" ? null : part.data).toHaveLength(100);
    const endless = await read({ "delisted-companies": page("2026-10-01") });
    expect(endless.state === "missing" ? null : endless.data).toHaveLength(800);
  });

  it("that the plan lacks count as empty; one that fails fails the whole", async () => {
    const refused = { "Error Message": "Exclusive Endpoint: not available under your current subscription" };
    const some = await read({ "symbol-change": refused, "splits-calendar": [] });
    expect(some).toMatchObject({ state: "live", data: [] });
    const all = ["symbol-change", "delisted-companies", "mergers-acquisitions-latest", "splits-calendar"];
    expect(await read(Object.fromEntries(all.map((name) => [name, refused])))).toMatchObject({
      reason: "empty",
    });
    expect(await read({ "symbol-change": { error: "broken" } })).toMatchObject({ state: "missing" });
  });
});
