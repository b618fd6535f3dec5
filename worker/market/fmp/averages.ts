import type { Part, PriceAverages } from "#contract/market-data.ts";
import { dottedClass } from "#contract/symbol.ts";
import { DAY_MS } from "#contract/time.ts";
import { dashedClass } from "../company-name.ts";
import { empty, live, malformed, refusedPart } from "../port.ts";
import { type FmpClient, SOURCE } from "./client.ts";
import { quoteSchema, rowsOf } from "./schemas.ts";

/** An address stays under 4 kB. */
const SYMBOLS_AT_ONCE = 400;
/** An older quote is of a share that no longer trades. */
const MAX_AGE_MS = 5 * DAY_MS;
const PAGE = "https://site.financialmodelingprep.com/";

/** All or none: a part of the market has another median. */
export async function readAverages(
  client: FmpClient,
  symbols: readonly string[],
  now: Date,
): Promise<Part<PriceAverages[]>> {
  const found: PriceAverages[] = [];
  for (let from = 0; from < symbols.length; from += SYMBOLS_AT_ONCE) {
    const asked = symbols.slice(from, from + SYMBOLS_AT_ONCE).map(dashedClass);
    const answer = await client.list("batch-quote", { symbols: asked.join(",") });
    if (!answer.isOk) return refusedPart(SOURCE, answer);
    const rows = rowsOf(quoteSchema, answer.rows);
    if (answer.rows.length > 0 && rows.length === 0) return malformed(SOURCE);
    for (const { symbol, price, priceAvg50, priceAvg200, timestamp } of rows) {
      const at = (timestamp ?? 0) * 1_000;
      if (at > now.getTime() || at < now.getTime() - MAX_AGE_MS) continue;
      if (!isPrice(price) || !isPrice(priceAvg50)) continue;
      const average200 = isPrice(priceAvg200) ? priceAvg200 : null;
      found.push({ symbol: dottedClass(symbol), price, average50: priceAvg50, average200 });
    }
  }
  if (found.length === 0) return empty(SOURCE, "no price came");
  return live(found, SOURCE, PAGE, now);
}

const isPrice = (value: number | null): value is number => value !== null && value > 0;
