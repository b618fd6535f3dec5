import { dottedClass, symbolSchema } from "#contract/symbol.ts";
import { resolveTickers } from "#season/identity/tickers.ts";
import type { SeasonStore } from "#season/store.ts";

/**
 * An old ticker under `symbol`, in path or query, leads to the company that had it; with `asOf` to who had it
 * then. Others stay as sent.
 */
export async function withTickersOfToday<Input extends { params: unknown; query: unknown }>(
  store: () => Promise<SeasonStore>,
  input: Input,
): Promise<Input> {
  const asked = [input.params, input.query].map(tickerOf);
  const given = asked.filter((ticker) => ticker !== null);
  if (given.length === 0) return input;
  const asOf: unknown = Reflect.get(Object(input.query), "asOf");
  const resolved = await resolveTickers(
    await store(),
    given,
    typeof asOf === "string" ? new Date(asOf) : null,
  );
  const [params, query] = asked.map((ticker, i) => {
    const part = i === 0 ? input.params : input.query;
    const symbol = ticker === null ? undefined : resolved.get(ticker)?.symbol;
    return symbol === undefined || symbol === ticker ? part : { ...(part as object), symbol };
  });
  return { ...input, params, query };
}

function tickerOf(part: unknown): string | null {
  const parsed = symbolSchema.safeParse(Reflect.get(Object(part), "symbol"));
  return parsed.success ? dottedClass(parsed.data) : null;
}
