import { z } from "zod";
import type { Part, SocialMessage } from "#contract/market-data.ts";
import { type Fetch, fetchJson } from "../fetch-source.ts";
import { lenientPart } from "../lenient-schemas.ts";
import { emptyPart, failedPart, livePart, type MarketData, malformedPart } from "../port.ts";

const SOURCE = "Stocktwits";
const MAX_TEXT_LENGTH = 1_000;

const messageSchema = z.object({
  id: z.number().int(),
  body: z.string().min(1).max(5_000),
  created_at: z.iso.datetime(),
  user: z.object({ username: z.string().regex(/^[\w-]{1,60}$/) }),
  likes: lenientPart(z.object({ total: z.number().int().nonnegative() })),
  entities: lenientPart(
    z.object({ sentiment: lenientPart(z.object({ basic: z.enum(["Bullish", "Bearish"]) })) }),
  ),
});
const streamSchema = z.object({ messages: z.array(messageSchema.nullable().catch(null)).max(200) });

/**
 * Returns the market source with social messages from Stocktwits. Unregistered use is for personal purposes
 * and allows about 200 requests an hour, so Stocktwits is added only when its URL is configured.
 */
export function withMessages(market: MarketData, fetch: Fetch, baseUrl: string): MarketData {
  return {
    ...market,
    sources: [...market.sources, SOURCE],
    social: (symbol, now) => readMessages(fetch, baseUrl, symbol, now),
  };
}

/**
 * Returns messages about a symbol up to `now`, newest first. The labels are the authors' own, and half of the
 * messages have none.
 */
export async function readMessages(
  fetch: Fetch,
  baseUrl: string,
  symbol: string,
  now: Date,
): Promise<Part<SocialMessage[]>> {
  const url = new URL(`/api/2/streams/symbol/${encodeURIComponent(symbol)}.json`, baseUrl);
  const answer = await fetchJson({ fetch, url });
  if (!answer.isOk) return failedPart(SOURCE, answer);
  const stream = streamSchema.safeParse(answer.body);
  if (!stream.success) return malformedPart(SOURCE);
  const messages = stream.data.messages.flatMap((row): SocialMessage[] => {
    if (!row || Date.parse(row.created_at) > now.getTime()) return [];
    const { id, body, created_at: at, user, likes, entities } = row;
    const label = entities?.sentiment?.basic;
    return [
      {
        id: String(id),
        text: decoded(body).slice(0, MAX_TEXT_LENGTH),
        author: user.username,
        at: new Date(at).toISOString(),
        label: label === "Bullish" ? "bullish" : label === "Bearish" ? "bearish" : null,
        likes: likes?.total ?? null,
        url: `https://stocktwits.com/${user.username}/message/${id}`,
      },
    ];
  });
  if (messages.length === 0) return emptyPart(SOURCE, "no messages");
  messages.sort((a, b) => b.at.localeCompare(a.at));
  const page = `https://stocktwits.com/symbol/${encodeURIComponent(symbol)}`;
  return livePart(messages, SOURCE, page, now);
}

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** Replaces the HTML entities that message bodies contain by their characters. */
function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (entity, decimal, hex, name) => {
    if (name) return named[name.toLowerCase()] ?? entity;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
  });
}
