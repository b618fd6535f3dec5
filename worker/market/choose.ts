import type { Fetch } from "./ask.ts";
import type { MarketData } from "./port.ts";
import { sampleMarket } from "./sample/sample.ts";
import { yahooMarket } from "./yahoo/yahoo.ts";

export type MarketSettings = {
  MARKET_DATA: "auto" | "yahoo" | "sample";
  YAHOO_BASE_URL: string;
  APP_ENV: "development" | "production";
};

const PROBE_TIMEOUT_MS = 2_500;

/**
 * The source that the settings name. `auto` in development takes Yahoo, or the sample market when the network is away;
 * production never falls back to simulated data, whatever fails.
 */
export async function chooseMarketData(settings: MarketSettings, fetch: Fetch): Promise<MarketData> {
  if (settings.MARKET_DATA === "sample") return sampleMarket();
  const isAway = settings.MARKET_DATA === "auto" && settings.APP_ENV === "development";
  if (isAway && !(await isReachable(fetch, settings.YAHOO_BASE_URL))) return sampleMarket();
  return yahooMarket(fetch, settings.YAHOO_BASE_URL);
}

async function isReachable(fetch: Fetch, url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}
