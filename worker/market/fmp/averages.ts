import type { Part, PriceAverages } from "#contract/market-data.ts";
import { withDottedShareClass } from "#contract/symbol.ts";
import { DAY_MS } from "#contract/time.ts";
import { withDashedShareClass } from "../company-name.ts";
import { emptyPart, failedPart, livePart, malformedPart } from "../port.ts";
import { type FmpClient, SOURCE } from "./client.ts";
import { quoteSchema, rowsOf } from "./schemas.ts";

/** The number of symbols in one request, which keeps its URL below 4 kB. */
const SYMBOLS_AT_ONCE = 400;
/**
 * On a plan without batch requests, only this many companies are read, at 240 requests per minute. The
 * smallest plan allows 300.
 */
const SINGLE_QUOTES = 500;
const QUOTES_A_SECOND = 4;
/** A quote that is older than this belongs to a share that is no longer traded. */
const MAX_AGE_MS = 5 * DAY_MS;
const PAGE = "https://site.financialmodelingprep.com/";

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Returns the price averages of all symbols or none, because a part of the market has another median. On a
 * plan without batch requests it reads only the first companies, one by one.
 */
export async function readAverages(
  client: FmpClient,
  symbols: readonly string[],
  now: Date,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<Part<PriceAverages[]>> {
  const averages: PriceAverages[] = [];
  for (let from = 0; from < symbols.length; from += SYMBOLS_AT_ONCE) {
    const batch = symbols.slice(from, from + SYMBOLS_AT_ONCE).map(withDashedShareClass);
    const answer = await client.list("batch-quote", { symbols: batch.join(",") });
    if (!answer.isOk && answer.reason === "not_in_plan") return readSingles(client, symbols, now, wait);
    if (!answer.isOk) return failedPart(SOURCE, answer);
    const rows = averagesIn(answer.rows, now);
    if (rows === null) return malformedPart(SOURCE);
    averages.push(...rows);
  }
  return partOf(averages, now);
}

/** Reads the first companies one by one. Companies that the plan does not include are left out. */
async function readSingles(
  client: FmpClient,
  symbols: readonly string[],
  now: Date,
  wait: (ms: number) => Promise<unknown>,
): Promise<Part<PriceAverages[]>> {
  const averages: PriceAverages[] = [];
  for (let from = 0; from < Math.min(SINGLE_QUOTES, symbols.length); from += QUOTES_A_SECOND) {
    if (from > 0) await wait(1_000);
    const batch = symbols
      .slice(from, Math.min(SINGLE_QUOTES, from + QUOTES_A_SECOND))
      .map(withDashedShareClass);
    const answers = await Promise.all(batch.map((symbol) => client.list("quote", { symbol })));
    for (const answer of answers) {
      if (answer.isOk) averages.push(...(averagesIn(answer.rows, now) ?? []));
      else if (answer.reason !== "not_in_plan" && answer.reason !== "not_found")
        return failedPart(SOURCE, answer);
    }
  }
  return partOf(averages, now);
}

function averagesIn(answer: readonly unknown[], now: Date): PriceAverages[] | null {
  const rows = rowsOf(quoteSchema, answer);
  if (answer.length > 0 && rows.length === 0) return null;
  return rows.flatMap(({ symbol, price, priceAvg50, priceAvg200, timestamp }) => {
    const at = (timestamp ?? 0) * 1_000;
    if (at > now.getTime() || at < now.getTime() - MAX_AGE_MS) return [];
    if (!isPrice(price) || !isPrice(priceAvg50)) return [];
    const average200 = isPrice(priceAvg200) ? priceAvg200 : null;
    return [{ symbol: withDottedShareClass(symbol), price, average50: priceAvg50, average200 }];
  });
}

function partOf(averages: PriceAverages[], now: Date): Part<PriceAverages[]> {
  return averages.length === 0 ? emptyPart(SOURCE, "no price came") : livePart(averages, SOURCE, PAGE, now);
}

const isPrice = (value: number | null): value is number => value !== null && value > 0;
