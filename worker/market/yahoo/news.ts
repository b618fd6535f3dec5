import type { Headline, Part } from "#contract/market-data.ts";
import { publicUrl } from "#contract/public-url.ts";
import { namesCompany } from "../company-name.ts";
import { empty, live, malformed, refusedPart } from "../part.ts";
import { SOURCE, type YahooClient } from "./client.ts";
import { searchSchema } from "./lists-schema.ts";

/** Headlines about a company, newest first. Yahoo mixes in other companies' news, which is dropped. */
export async function readNews(
  client: YahooClient,
  symbol: string,
  companyName: string,
  now: Date,
): Promise<Part<Headline[]>> {
  const answer = await client.get("/v1/finance/search", { q: symbol, newsCount: "30", quotesCount: "1" });
  if (!answer.isOk) return refusedPart(SOURCE, answer);
  const parsed = searchSchema.safeParse(answer.body);
  if (!parsed.success) return malformed(SOURCE);
  const headlines = parsed.data.news.flatMap((row): Headline[] => {
    const url = publicUrl(row.link);
    const at = new Date(row.providerPublishTime * 1000);
    if (!url || at > now || !isAbout(row, symbol, companyName)) return [];
    return [
      {
        title: row.title,
        description: null,
        publisher: row.publisher ?? SOURCE,
        publishedAt: at.toISOString(),
        url,
        relatedSymbols: row.relatedTickers,
      },
    ];
  });
  if (headlines.length === 0) return empty(SOURCE, "no headline names this company");
  headlines.sort((a, b) => b.publishedAt.localeCompare(a.publishedAt));
  return live(headlines, SOURCE, client.pageOf(symbol, "news"), now);
}

function isAbout(
  row: { title: string; relatedTickers: string[] },
  symbol: string,
  companyName: string,
): boolean {
  return row.relatedTickers.includes(symbol) || namesCompany(row.title, companyName);
}
