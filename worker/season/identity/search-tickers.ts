import { calendarDay } from "#contract/format.ts";
import type { FoundCompany } from "#contract/market-data.ts";
import { symbolSchema, withDottedShareClass } from "#contract/symbol.ts";
import { companiesOf } from "../companies.ts";
import type { SeasonStore } from "../store.ts";
import { resolveTickers } from "./tickers.ts";

type Search = { matches: FoundCompany[]; resolved: string | null; nearest: FoundCompany[] };

/**
 * Adds companies that had the typed ticker earlier to the search result. With several possible companies,
 * `resolved` is null, because a person must choose.
 */
export async function withEarlierOwners(store: SeasonStore, typed: string, search: Search): Promise<Search> {
  const parsed = symbolSchema.safeParse(typed);
  if (!parsed.success) return search;
  const ticker = withDottedShareClass(parsed.data);
  const { symbol, earlier } = (await resolveTickers(store, [ticker])).get(ticker) ?? {
    symbol: ticker,
    earlier: [],
  };
  const before = earlier.map((owner) => ({
    symbol: owner.symbol,
    name: `${owner.name ?? owner.symbol} (${ticker} until ${calendarDay(owner.until)})`,
    reportDate: null,
  }));
  const otherMatches = search.matches.filter((match) => !before.some((one) => one.symbol === match.symbol));
  if (symbol === ticker) {
    if (before.length === 0) return search;
    const [first, ...rest] = otherMatches;
    return { matches: [...(first ? [first] : []), ...before, ...rest], resolved: null, nearest: [] };
  }
  const company = (await companiesOf(store, [symbol])).get(symbol);
  const current = otherMatches.find((match) => match.symbol === symbol) ?? {
    symbol,
    name: company?.name ?? symbol,
    reportDate: null,
  };
  const rest = otherMatches.filter((match) => match.symbol !== symbol);
  return { matches: [current, ...before, ...rest], resolved: before.length > 0 ? null : symbol, nearest: [] };
}
