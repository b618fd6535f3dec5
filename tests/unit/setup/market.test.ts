import { describe, expect, it } from "vitest";
import { parseSettings } from "#app/settings/env.ts";
import { LIVE_MARKET, withReachableMarket } from "../../../scripts/setup/market.mjs";

const NO_MARKET = "No live market can be reached: the simulated market is used, and marked as sample data.";
const asked: string[] = [];
const noNetwork = async (url: unknown) => {
  asked.push(String(url));
  throw new TypeError("fetch failed");
};
const network = async () => new Response("", { status: 404 });

describe("the market of a local run", () => {
  it("is the simulated one without a network, and one plain line says so", async () => {
    const { settings, line } = await withReachableMarket({ AUTH_SECRET: "x" }, noNetwork);
    expect(settings).toEqual({ AUTH_SECRET: "x", MARKET_DATA: "sample" });
    expect(line).toBe(NO_MARKET);
    expect(asked.at(-1)).toBe(LIVE_MARKET);
  });

  it("stays open where the network answers, whatever the status", async () => {
    const settings = { MARKET_DATA: "auto" };
    expect(await withReachableMarket(settings, network)).toEqual({ settings, line: null });
  });

  it.each([
    ["a source named", { MARKET_DATA: "yahoo" }],
    ["a key", { FMP_API_KEY: "key" }],
    ["production", { APP_ENV: "production" }],
  ])("is left as the settings have it with %s, and nothing is asked", async (_, settings) => {
    asked.length = 0;
    expect(await withReachableMarket(settings, noNetwork)).toEqual({ settings, line: null });
    expect(asked).toEqual([]);
  });

  it("asks where the Worker itself would", () => {
    const { YAHOO_BASE_URL } = parseSettings({
      APP_ENV: "development",
      AUTH_SECRET: "a secret of at least thirty-two characters",
    });
    expect(YAHOO_BASE_URL).toBe(LIVE_MARKET);
  });
});
