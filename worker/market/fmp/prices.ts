import type { DailyBar, Part } from "#contract/market-data.ts";
import { DAY_MS, easternDay } from "#contract/time.ts";
import { empty, live, refusedPart } from "../part.ts";
import { type FmpClient, SOURCE } from "./client.ts";
import { barSchema, rowsOf } from "./schemas.ts";

/** Daily bars of the last `days` calendar days, adjusted for splits, oldest first, none after `now`. */
export async function readPrices(
  client: FmpClient,
  symbol: string,
  days: number,
  now: Date,
): Promise<Part<DailyBar[]>> {
  const to = easternDay(now);
  const from = easternDay(new Date(now.getTime() - days * DAY_MS));
  const answer = await client.list("historical-price-eod/full", { symbol, from, to });
  if (!answer.isOk) return refusedPart(SOURCE, answer);
  const bars = rowsOf(barSchema, answer.rows)
    .filter((bar) => bar.date <= to)
    .sort((a, b) => a.date.localeCompare(b.date));
  if (bars.length === 0) return empty(SOURCE, "no daily prices");
  return live(bars, SOURCE, client.pageOf(symbol), now);
}
