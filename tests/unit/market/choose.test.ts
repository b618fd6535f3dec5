import { describe, expect, it } from "vitest";
import { parseSettings } from "#app/settings/env.ts";
import { chooseMarketData, type MarketSettings } from "#market/choose-market-data.ts";
import { safeProduction } from "../app/settings/safe-settings.ts";

const online = async () => new Response("ok");
const offline = async (): Promise<Response> => {
  throw new TypeError("fetch failed");
};

const settings = (over: Partial<MarketSettings> = {}): MarketSettings => ({
  MARKET_DATA: "auto",
  YAHOO_BASE_URL: "https://yahoo.example",
  FMP_BASE_URL: "https://fmp.example",
  APP_ENV: "development",
  ...over,
});
const nameOf = async (over: Partial<MarketSettings>, fetch = online) =>
  (await chooseMarketData(settings(over), fetch)).name;

describe("the source an installation shows", () => {
  it.each([
    ["auto without a key", {}, "Yahoo Finance"],
    ["auto with a key", { FMP_API_KEY: "key" }, "Financial Modeling Prep, Yahoo Finance"],
    ["fmp by name", { MARKET_DATA: "fmp", FMP_API_KEY: "key" }, "Financial Modeling Prep"],
    ["yahoo by name, whatever key there is", { MARKET_DATA: "yahoo", FMP_API_KEY: "key" }, "Yahoo Finance"],
    ["sample by name", { MARKET_DATA: "sample" }, "Sample market"],
  ] as const)("%s while developing", async (_, over, name) => {
    expect(await nameOf(over)).toBe(name);
  });

  it("auto is the sample market when the network is away, and never what is set by name", async () => {
    expect(await nameOf({}, offline)).toBe("Sample market");
    expect(await nameOf({ MARKET_DATA: "yahoo" }, offline)).toBe("Yahoo Finance");
    expect(await nameOf({ FMP_API_KEY: "key" }, offline)).toContain("Financial Modeling Prep");
  });

  it("in production is the licensed one alone, or Yahoo by name", async () => {
    const production = { APP_ENV: "production" } as const;
    expect(await nameOf({ ...production, FMP_API_KEY: "key" })).toBe("Financial Modeling Prep");
    expect(await nameOf({ ...production, MARKET_DATA: "yahoo" })).toBe("Yahoo Finance");
    await expect(nameOf(production, offline)).rejects.toThrow("FMP_API_KEY");
    await expect(nameOf({ ...production, MARKET_DATA: "sample" })).rejects.toThrow(
      "never served in production",
    );
  });

  it("names each source in use once, so that they can be counted", async () => {
    const sourcesOf = async (over: Partial<MarketSettings>) =>
      (await chooseMarketData(settings(over), online)).sources;
    expect(await sourcesOf({ MARKET_DATA: "sample" })).toEqual(["Sample market"]);
    expect(await sourcesOf({ FMP_API_KEY: "key" })).toEqual(["Financial Modeling Prep", "Yahoo Finance"]);
    expect(
      await sourcesOf({ MARKET_DATA: "yahoo", STOCKTWITS_BASE_URL: "https://messages.example" }),
    ).toEqual(["Yahoo Finance", "Stocktwits"]);
  });

  it("takes messages only from where they are set by name, and never mixes them with simulated data", async () => {
    const asked: string[] = [];
    const fetch = async (url: string) => {
      asked.push(new URL(url).hostname);
      return new Response("{}");
    };
    const social = async (over: Partial<MarketSettings>) => {
      const market = await chooseMarketData(settings(over), fetch);
      asked.length = 0;
      return market.social("AAPL", new Date("2026-03-03T15:00:00Z"));
    };
    const STOCKTWITS_BASE_URL = "https://messages.example";
    expect((await social({ MARKET_DATA: "yahoo" })).source).toBe("Yahoo Finance");
    expect(asked).toEqual([]);
    expect((await social({ MARKET_DATA: "yahoo", STOCKTWITS_BASE_URL })).source).toBe("Stocktwits");
    expect(asked).toEqual(["messages.example"]);
    expect((await social({ MARKET_DATA: "sample", STOCKTWITS_BASE_URL })).source).toBe("Sample market");
  });
});

describe("settings of the market's data", () => {
  const base = { APP_ENV: "development", AUTH_SECRET: "a secret of the tests, long enough to sign with" };
  const { MARKET_DATA: _, ...production } = safeProduction;

  it.each([
    ["simulated data in production", { ...production, MARKET_DATA: "sample" }, "never served in production"],
    ["production without a licensed source", production, "FMP_API_KEY"],
    [
      "another clock in production",
      { ...production, MARKET_DATA: "yahoo", MARKET_CLOCK: "2025-02-25T15:00:00Z" },
      "MARKET_CLOCK",
    ],
    ["fmp without a key", { ...base, MARKET_DATA: "fmp" }, "needs a key"],
    ["a source nobody knows", { ...base, MARKET_DATA: "bloomberg" }, "MARKET_DATA"],
    ["an address of another scheme", { ...base, FMP_BASE_URL: "ftp://fmp.example" }, "FMP_BASE_URL"],
  ])("refuse %s", (_, env, message) => {
    expect(() => parseSettings(env)).toThrow(message);
  });

  it.each([
    { ...production, FMP_API_KEY: "key" },
    { ...production, MARKET_DATA: "fmp", FMP_API_KEY: "key" },
    { ...production, MARKET_DATA: "yahoo" },
    { ...base, MARKET_DATA: "sample" },
    { ...base, MARKET_CLOCK: "2025-02-25T15:00:00Z" },
  ])("accept %j", (env) => {
    expect(parseSettings(env)).toMatchObject({ FMP_BASE_URL: "https://financialmodelingprep.com" });
  });

  it("never say the value of a key that is wrong", () => {
    const key = `k${"x".repeat(300)}`;
    expect(() => parseSettings({ ...base, FMP_API_KEY: key })).toThrow(/^(?!.*xxxxx)[\s\S]*FMP_API_KEY/);
  });
});
