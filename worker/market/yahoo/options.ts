import type { MissingPart, OptionChain, Part } from "#contract/market-data.ts";
import { isoDay } from "#contract/time.ts";
import { fromEpoch } from "../lenient-schemas.ts";
import { empty, live, malformed, refusedPart } from "../port.ts";
import { SOURCE, type YahooClient } from "./client.ts";
import { type Chain, optionsSchema } from "./lists-schema.ts";

/** Null `after` means the nearest expiry. */
export async function readOptions(
  client: YahooClient,
  symbol: string,
  after: string | null,
  now: Date,
): Promise<Part<OptionChain>> {
  const path = `/v7/finance/options/${encodeURIComponent(symbol)}`;
  const nearest = await readChain(client, path, {});
  if (!("expirationDates" in nearest)) return nearest;
  const wanted = nearest.expirationDates.find(
    (expiry) => isoDay(fromEpoch(expiry)) >= (after ?? isoDay(now)),
  );
  if (wanted === undefined) return empty(SOURCE, "no option expiry after the report");
  const isHere = nearest.options[0]?.expirationDate === wanted;
  const chain = isHere ? nearest : await readChain(client, path, { date: String(wanted) });
  if (!("expirationDates" in chain)) return chain;
  const expiry = chain.options[0];
  const { regularMarketPrice: spot, regularMarketTime: quotedAt } = chain.quote;
  if (!expiry || !spot || expiry.calls.length === 0 || expiry.puts.length === 0)
    return empty(SOURCE, "no option quotes");
  if (expiry.expirationDate !== wanted)
    return empty(SOURCE, "no option quotes for the expiry after the report");
  if (quotedAt !== null && fromEpoch(quotedAt) > now) return empty(SOURCE, "no option quotes yet");
  const quotes = (side: Chain["options"][number]["calls"]) =>
    side.map(({ lastPrice, ...quote }) => ({ ...quote, last: lastPrice }));
  const data = {
    expiry: isoDay(fromEpoch(wanted)),
    spot,
    calls: quotes(expiry.calls),
    puts: quotes(expiry.puts),
  };
  // The chain is as old as its last trade: on a Sunday it is Friday's.
  const asOf = quotedAt === null ? now : fromEpoch(quotedAt);
  return live(data, SOURCE, client.pageOf(symbol, "options"), asOf);
}

async function readChain(
  client: YahooClient,
  path: string,
  query: Record<string, string>,
): Promise<Chain | MissingPart> {
  const answer = await client.get(path, query);
  if (!answer.isOk) return refusedPart(SOURCE, answer);
  return optionsSchema.safeParse(answer.body).data?.optionChain.result[0] ?? malformed(SOURCE);
}
