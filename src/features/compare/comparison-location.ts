import { tickersOf } from "#contract/compare.ts";
import { MAX_COMPARED } from "#contract/rules.ts";

export type ComparisonLocation = {
  symbols: string[];
  refused: string[];
};

export function comparisonLocationOf(params: URLSearchParams): ComparisonLocation {
  return tickersOf(params.get("s") ?? "");
}

export function searchOf(symbols: readonly string[]): string {
  return symbols.length === 0 ? "" : `?s=${symbols.map(encodeURIComponent).join(",")}`;
}

export function canAddCompany({ symbols }: ComparisonLocation): boolean {
  return symbols.length < MAX_COMPARED;
}

/** Returns why the typed tickers cannot be added, or null if they can. */
export function addCompanyError(text: string, { symbols }: ComparisonLocation): string | null {
  const typed = tickersOf(text);
  const [refused] = typed.refused;
  if (refused !== undefined) return `"${refused}" is not a ticker symbol.`;
  if (typed.symbols.length === 0) return "Enter a ticker, such as MSFT.";
  const added = typed.symbols.filter((symbol) => !symbols.includes(symbol));
  if (added.length === 0) return `${typed.symbols.join(", ")} is already here.`;
  if (symbols.length + added.length > MAX_COMPARED)
    return `There is room for ${MAX_COMPARED} companies. Remove one first.`;
  return null;
}
