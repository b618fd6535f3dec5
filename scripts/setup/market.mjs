/** A test compares this address with worker/app/settings/env.ts. */
export const LIVE_MARKET = "https://query2.finance.yahoo.com";

const PATIENCE_MS = 2_500;

/**
 * When `auto` finds no network, it chooses the simulated market and prints so. It runs here because workerd prints
 * a stack trace for an unknown address.
 */
export async function withReachableMarket(settings, fetch) {
  const {
    MARKET_DATA = "auto",
    APP_ENV = "development",
    FMP_API_KEY,
    YAHOO_BASE_URL = LIVE_MARKET,
  } = settings;
  if (MARKET_DATA !== "auto" || APP_ENV !== "development" || FMP_API_KEY) return { settings, line: null };
  if (await isReachable(fetch, YAHOO_BASE_URL)) return { settings, line: null };
  return {
    settings: { ...settings, MARKET_DATA: "sample" },
    line: "No live market can be reached: the simulated market is used, and marked as sample data.",
  };
}

async function isReachable(fetch, url) {
  try {
    const answer = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(PATIENCE_MS) });
    await answer.body?.cancel();
    return true;
  } catch {
    return false;
  }
}
