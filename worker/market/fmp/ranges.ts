import type { EstimateRange, Part } from "#contract/market-data.ts";
import { DAY_MS, isoDay } from "#contract/time.ts";
import { empty, live, malformed, refusedPart } from "../port.ts";
import { type FmpClient, SOURCE } from "./client.ts";
import { fiscalEstimateSchema, rowsOf } from "./schemas.ts";

/** To come and the newest past ones; the list begins years ahead. */
const QUARTERS = "40";
/** A quarter's report comes weeks after its end. */
const PAST_QUARTER_DAYS = 100;

export async function readRanges(
  client: FmpClient,
  symbol: string,
  now: Date,
): Promise<Part<EstimateRange[]>> {
  const query = { symbol, period: "quarter", page: "0", limit: QUARTERS };
  const answer = await client.list("analyst-estimates", query);
  if (!answer.isOk) return refusedPart(SOURCE, answer);
  const rows = rowsOf(fiscalEstimateSchema, answer.rows);
  if (answer.rows.length > 0 && rows.length === 0) return malformed(SOURCE);
  const oldest = isoDay(now.getTime() - PAST_QUARTER_DAYS * DAY_MS);
  const ranges = rows.flatMap(({ date, epsLow, epsHigh, numAnalystsEps }): EstimateRange[] =>
    date < oldest
      ? []
      : [{ fiscalQuarterEnd: date, low: epsLow, high: epsHigh, analystCount: numAnalystsEps }],
  );
  if (ranges.length === 0) return empty(SOURCE, "no estimates of a quarter ahead");
  return live(ranges, SOURCE, client.pageOf(symbol), now);
}
