import { MAX_SEARCH_LENGTH } from "#contract/market.ts";
import { searchCompanies } from "#market/company-search.ts";
import type { MarketData } from "#market/port.ts";
import { AppError } from "#platform/errors.ts";
import { failureOf } from "./failure.ts";

const MAX_CANDIDATES = 5;
const MAX_MESSAGE_LENGTH = 1000;

type SymbolRequest = {
  market: MarketData;
  /** A ticker that nobody has, or a name. */
  text: string;
  now: Date;
  isNearestAllowed?: () => Promise<boolean>;
};

/**
 * Adds the companies that `text` may mean to an error about an unknown or invalid ticker. Returns any other
 * error unchanged, and also this one when the search fails or finds nothing.
 */
export async function withCandidates(error: unknown, request: SymbolRequest): Promise<unknown> {
  const failure = failureOf(error);
  if (!(failure instanceof AppError)) return error;
  if (failure.code !== "unknown_symbol" && failure.code !== "invalid_symbol") return error;
  const { market, text, now, isNearestAllowed } = request;
  if (text.trim() === "" || text.length > MAX_SEARCH_LENGTH) return error;
  const found = await searchCompanies(market, text, now, isNearestAllowed).catch(() => null);
  const candidates = (found?.matches.length ? found.matches : (found?.nearest ?? [])).slice(
    0,
    MAX_CANDIDATES,
  );
  if (candidates.length === 0) return error;
  const names = candidates.map(({ symbol, name }) => `${name} (${symbol})`).join(", ");
  const message = `${failure.message} Did you mean ${names}?`.slice(0, MAX_MESSAGE_LENGTH);
  return new AppError(failure.code, message, { ...failure.extras, candidates });
}
