import type { DailyBar, Part } from "#contract/market-data.ts";
import { isoDay } from "#contract/time.ts";
import { empty, live, malformed, refusedPart } from "../part.ts";
import { SOURCE, type YahooClient } from "./client.ts";
import { chartSchema } from "./lists-schema.ts";

/** Daily bars of a symbol over a range ("2y", "1y", "5d"), oldest first, none after `now`. */
export async function readPrices(
  client: YahooClient,
  symbol: string,
  range: string,
  now: Date,
): Promise<Part<DailyBar[]>> {
  const answer = await client.get(`/v8/finance/chart/${encodeURIComponent(symbol)}`, {
    range,
    interval: "1d",
  });
  if (!answer.isOk) return refusedPart(SOURCE, answer);
  const parsed = chartSchema.safeParse(answer.body);
  const chart = parsed.data?.chart.result[0];
  const quote = chart?.indicators.quote[0];
  if (!chart || !quote) return malformed(SOURCE);
  const bars = chart.timestamp.flatMap((seconds, i): DailyBar[] => {
    const [open, high, low, close] = [quote.open[i], quote.high[i], quote.low[i], quote.close[i]];
    if (open == null || high == null || low == null || close == null) return [];
    if (seconds * 1000 > now.getTime()) return [];
    // The bar's day is the exchange's day, not UTC's.
    const date = isoDay((seconds + chart.meta.gmtoffset) * 1000);
    return [{ date, open, high, low, close, volume: quote.volume[i] ?? null }];
  });
  if (bars.length === 0) return empty(SOURCE, "no daily prices");
  return live(bars, SOURCE, client.pageOf(symbol, "history"), now);
}
