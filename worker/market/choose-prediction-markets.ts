import type { DataMode } from "#contract/prediction.ts";
import type { Fetch } from "./fetch-source.ts";
import { polymarket } from "./polymarket/polymarket.ts";
import type { PredictionMarkets } from "./prediction-markets.ts";
import { samplePredictionMarkets } from "./sample/questions.ts";

type PredictionMarketSettings = {
  PREDICTION_MARKETS: "off" | "polymarket";
  POLYMARKET_LIST_BASE_URL: string;
  POLYMARKET_PRICE_BASE_URL: string;
  SAMPLE_COMPANIES?: number | undefined;
};

/**
 * Returns the venue that the settings name, or null when they name none. The simulated market has simulated
 * questions and asks no venue, because real prices beside simulated figures would mislead.
 */
export function choosePredictionMarkets(
  settings: PredictionMarketSettings,
  dataMode: DataMode,
  fetch: Fetch,
): PredictionMarkets | null {
  if (settings.PREDICTION_MARKETS === "off") return null;
  if (dataMode === "sample") return samplePredictionMarkets(settings.SAMPLE_COMPANIES);
  const { POLYMARKET_LIST_BASE_URL: list, POLYMARKET_PRICE_BASE_URL: prices } = settings;
  return polymarket(fetch, { list, prices });
}
