import type { FoundCompany } from "#contract/market-data.ts";
import { withDottedShareClass, withSpacedShareClass } from "#contract/symbol.ts";
import { commonName, normalizedCompanyName } from "./company-name.ts";
import { type MarketData, MarketError } from "./port.ts";

type CompanySearch = {
  matches: FoundCompany[];
  /** The ticker of the company that is meant, or null when a person must choose or nothing matches. */
  resolved: string | null;
  /** Companies with similar names; filled only when nothing matches. */
  nearest: FoundCompany[];
};

const MAX_NEAREST = 5;

const BEGINNING_LENGTH = 2;

/** A company is suggested only if its name or ticker is at least this similar, on a scale from 0 to 1. */
const MIN_SIMILARITY = 0.25;

/** Brands whose company is listed under another name, which is searched in place of the brand. */
const brands: ReadonlyMap<string, string> = new Map([
  ["google", "alphabet"],
  ["youtube", "alphabet"],
  ["facebook", "meta platforms"],
  ["instagram", "meta platforms"],
]);

/**
 * Searches companies by ticker or name. If nothing matches, it makes up to two more searches for similar
 * names, unless `isNearestAllowed` refuses. Throws MarketError when the source cannot search.
 */
export async function searchCompanies(
  market: MarketData,
  typed: string,
  now: Date,
  isNearestAllowed: () => Promise<boolean> = async () => true,
): Promise<CompanySearch> {
  const name = brands.get(normalizedCompanyName(typed)) ?? typed.trim();
  const text = withSpacedShareClass(name);
  const matches = byRelevance(await searchByName(market, text, now), text);
  if (matches.length > 0) return { matches, resolved: resolvedOf(matches, text), nearest: [] };
  const nearest = (await isNearestAllowed()) ? await nearestOf(market, name, now) : [];
  const alike = nearest.filter((company) => unspacedName(commonName(company.name)) === unspacedName(name));
  if (alike.length > 0) return { matches: alike, resolved: resolvedOf(alike, name), nearest: [] };
  return { matches, resolved: null, nearest };
}

/** Returns the letters and digits of a name, in which "AT&T" and "att" are the same. */
function unspacedName(name: string): string {
  return normalizedCompanyName(name).replaceAll(" ", "");
}

async function searchByName(market: MarketData, text: string, now: Date): Promise<FoundCompany[]> {
  const part = await market.search(text, now);
  if (part.state !== "missing")
    return part.data.map((match) => ({ ...match, symbol: withDottedShareClass(match.symbol) }));
  if (part.reason === "empty" || part.reason === "not_found") return [];
  throw new MarketError(part.reason, `${part.source}: ${part.detail}`);
}

function resolvedOf(matches: readonly FoundCompany[], text: string): string | null {
  const ticker = tickerOf(text);
  const isTicker = ({ symbol }: FoundCompany) => symbol === ticker;
  const named = matches.filter(
    (match) => normalizedCompanyName(commonName(match.name)) === normalizedCompanyName(commonName(text)),
  );
  if (matches.some(isTicker)) {
    // A ticker typed in lower case may also be another company's name ("ford").
    const rivals = matches.filter((match) => !isTicker(match) && beginsWithWord(match.name, text));
    return text === ticker || rivals.length === 0 ? ticker : null;
  }
  const candidates = named.length > 0 ? named : matches;
  return candidates.length === 1 ? (candidates[0]?.symbol ?? null) : null;
}

/**
 * Orders matches: the ticker itself, exact names, tickers that begin with the text, names that begin with it,
 * and the rest.
 */
function byRelevance(matches: readonly FoundCompany[], text: string): FoundCompany[] {
  const ticker = tickerOf(text);
  const rank = ({ symbol, name }: FoundCompany) => {
    if (symbol === ticker) return 0;
    if (normalizedCompanyName(commonName(name)) === normalizedCompanyName(commonName(text))) return 1;
    if (symbol.startsWith(ticker)) return 2;
    return normalizedCompanyName(commonName(name)).startsWith(normalizedCompanyName(text)) ? 3 : 4;
  };
  return [...matches].sort((a, b) => rank(a) - rank(b));
}

/**
 * Returns the companies most similar to the text among those that share its first word, or else its first two
 * letters.
 */
async function nearestOf(market: MarketData, text: string, now: Date): Promise<FoundCompany[]> {
  const [firstWord = ""] = text.split(/\s+/);
  const tries = [firstWord, firstWord.slice(0, BEGINNING_LENGTH)].filter(
    (piece, i, all) => piece.length >= BEGINNING_LENGTH && piece !== text && all.indexOf(piece) === i,
  );
  for (const piece of tries) {
    const similar = (await searchByName(market, piece, now))
      .map((match) => ({ match, likeness: likenessOf(match, text) }))
      .filter(({ likeness }) => likeness >= MIN_SIMILARITY)
      .sort((a, b) => b.likeness - a.likeness);
    if (similar.length > 0) return similar.slice(0, MAX_NEAREST).map(({ match }) => match);
  }
  return [];
}

/** Returns how similar a text is to the company's name or ticker, from 0 to 1. */
function likenessOf({ symbol, name }: FoundCompany, text: string): number {
  return Math.max(
    diceOf(normalizedCompanyName(commonName(name)), normalizedCompanyName(text)),
    diceOf(symbol.toLowerCase(), normalizedCompanyName(text)),
  );
}

/** Returns Dice's coefficient over pairs of letters, from 0 to 1. */
function diceOf(first: string, second: string): number {
  const pairsOf = (text: string) => new Set(Array.from(text).flatMap((_, i) => text.slice(i, i + 2)));
  const [a, b] = [pairsOf(` ${first}`), pairsOf(` ${second}`)];
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return (2 * shared) / (a.size + b.size);
}

function beginsWithWord(name: string, word: string): boolean {
  return `${normalizedCompanyName(commonName(name))} `.startsWith(`${normalizedCompanyName(word)} `);
}

function tickerOf(text: string): string {
  return withDottedShareClass(text.trim().toUpperCase());
}
