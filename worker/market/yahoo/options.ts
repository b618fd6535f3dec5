import { empty, malformed, refusedPart } from "../part.ts";
import type { MissingPart, OptionChain, Part } from "../port.ts";
import type { YahooClient } from "./client.ts";
import { type Chain, optionsSchema } from "./lists-schema.ts";

const SOURCE = "Yahoo Finance";

/** The chain of the first expiry on or after the day `after`; without a day, the nearest expiry. */
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
    (expiry) => dayOf(expiry) >= (after ?? dayOf(now.getTime() / 1000)),
  );
  if (wanted === undefined) return empty(SOURCE, "no option expiry after the report");
  const isHere = nearest.options[0]?.expirationDate === wanted;
  const chain = isHere ? nearest : await readChain(client, path, { date: String(wanted) });
  if (!("expirationDates" in chain)) return chain;
  const expiry = chain.options[0];
  const spot = chain.quote.regularMarketPrice;
  if (!expiry || !spot || expiry.calls.length === 0 || expiry.puts.length === 0)
    return empty(SOURCE, "no option quotes");
  if (expiry.expirationDate !== wanted)
    return empty(SOURCE, "no option quotes for the expiry after the report");
  const quotes = (side: Chain["options"][number]["calls"]) =>
    side.map(({ lastPrice, ...quote }) => ({ ...quote, last: lastPrice }));
  return {
    state: "live",
    data: { expiry: dayOf(wanted), spot, calls: quotes(expiry.calls), puts: quotes(expiry.puts) },
    source: SOURCE,
    url: client.pageOf(symbol, "options"),
    asOf: now.toISOString(),
  };
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

function dayOf(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString().slice(0, 10);
}
