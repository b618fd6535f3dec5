import { empty, live, malformed, refusedPart } from "../part.ts";
import type { MarketMood, NamedSymbol, Part } from "../port.ts";
import { SOURCE, type YahooClient } from "./client.ts";
import { quotesSchema, screenerSchema, trendingSchema } from "./lists-schema.ts";
import { readPrices } from "./prices.ts";

const MAX_TRENDING = 20;

/** What moves people today: companies only, with their names. */
export async function readTrending(client: YahooClient, now: Date): Promise<Part<NamedSymbol[]>> {
  const answer = await client.get("/v1/finance/trending/US", { count: String(MAX_TRENDING) });
  if (!answer.isOk) return refusedPart(SOURCE, answer);
  const parsed = trendingSchema.safeParse(answer.body);
  if (!parsed.success) return malformed(SOURCE);
  const symbols = (parsed.data.finance.result[0]?.quotes ?? []).map((quote) => quote.symbol);
  // Coins, indices and currency pairs trend too; their tickers all carry one of these marks.
  const companies = symbols.filter((symbol) => !/[-^=]/.test(symbol)).slice(0, MAX_TRENDING);
  if (companies.length === 0) return empty(SOURCE, "no company is trending");
  const names = await readNames(client, companies);
  const data = companies.map((symbol) => ({ symbol, name: names.get(symbol) ?? symbol }));
  return live(data, SOURCE, "https://finance.yahoo.com/markets/stocks/trending/", now);
}

/** Volatility, a broad index and the session's movers, each on its own: what cannot be had is null. */
export async function readMood(client: YahooClient, now: Date): Promise<Part<MarketMood>> {
  const [volatility, index, rising, falling] = await Promise.all([
    readPrices(client, "^VIX", "1mo", now),
    readPrices(client, "^GSPC", "1y", now),
    readTotal(client, "day_gainers"),
    readTotal(client, "day_losers"),
  ]);
  const mood: MarketMood = {
    volatilityIndex: volatility.state === "missing" ? null : (volatility.data.at(-1)?.close ?? null),
    indexCloses: index.state === "missing" ? null : index.data.map((bar) => bar.close),
    breadth: rising === null || falling === null ? null : { advancing: rising, declining: falling },
  };
  if (Object.values(mood).every((input) => input === null)) return empty(SOURCE, "no market-wide figures");
  return live(mood, SOURCE, "https://finance.yahoo.com/markets/", now);
}

async function readNames(client: YahooClient, symbols: string[]): Promise<Map<string, string>> {
  const answer = await client.get("/v7/finance/quote", { symbols: symbols.join(",") });
  const parsed = answer.isOk ? quotesSchema.safeParse(answer.body) : null;
  const quotes = parsed?.data?.quoteResponse.result ?? [];
  return new Map(
    quotes.flatMap((quote) => {
      const name = quote.longName ?? quote.shortName;
      return name ? [[quote.symbol, name] as const] : [];
    }),
  );
}

/** How many shares Yahoo's list of strong movers holds. */
async function readTotal(client: YahooClient, list: string): Promise<number | null> {
  const answer = await client.get("/v1/finance/screener/predefined/saved", { scrIds: list, count: "1" });
  const parsed = answer.isOk ? screenerSchema.safeParse(answer.body) : null;
  return parsed?.data?.finance.result[0]?.total ?? null;
}
