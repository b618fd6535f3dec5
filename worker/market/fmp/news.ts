import { easternInstant } from "#contract/eastern.ts";
import type { Headline, Part } from "#contract/market-data.ts";
import { publicUrl } from "#contract/public-url.ts";
import { empty, live, refusedPart } from "../part.ts";
import { type FmpClient, SOURCE } from "./client.ts";
import { rowsOf, storySchema } from "./schemas.ts";

const MAX_DESCRIPTION_LENGTH = 500;

/** Headlines about a company, newest first, none after `now`. */
export async function readNews(client: FmpClient, symbol: string, now: Date): Promise<Part<Headline[]>> {
  const answer = await client.list("news/stock", { symbols: symbol, page: "0", limit: "40" });
  if (!answer.isOk) return refusedPart(SOURCE, answer);
  const headlines = rowsOf(storySchema, answer.rows).flatMap((row): Headline[] => {
    const url = publicUrl(row.url);
    const at = publishedAt(row.publishedDate);
    if (!url || at > now || (row.symbol !== null && row.symbol !== symbol)) return [];
    return [
      {
        title: row.title,
        description: row.text?.slice(0, MAX_DESCRIPTION_LENGTH) || null,
        publisher: row.publisher ?? SOURCE,
        publishedAt: at.toISOString(),
        url,
        relatedSymbols: [symbol],
      },
    ];
  });
  if (headlines.length === 0) return empty(SOURCE, "no headline names this company");
  headlines.sort((a, b) => b.publishedAt.localeCompare(a.publishedAt));
  return live(headlines, SOURCE, client.pageOf(symbol), now);
}

/**
 * FMP writes the time of New York without saying so: a Reuters story recorded on 23 September 2025 at 03:08 UTC carries
 * "2025-09-22 21:31:48" while its own address is dated the 23rd.
 */
function publishedAt(text: string): Date {
  return easternInstant(text.slice(0, 10), text.slice(11, 19));
}
