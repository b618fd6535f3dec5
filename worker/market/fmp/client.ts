import { type Fetch, fetchJson, type SourceFailure, sourceFailure } from "../fetch-source.ts";

/** The name of the source as citations show it. */
export const SOURCE = "Financial Modeling Prep";

/** The rows of a list. For an unknown ticker there are none. */
export type Rows = { isOk: true; rows: unknown[] };

export class FmpClient {
  readonly #fetch: Fetch;
  readonly #baseUrl: string;
  readonly #key: string;

  constructor(fetch: Fetch, baseUrl: string, key: string) {
    this.#fetch = fetch;
    this.#baseUrl = baseUrl;
    this.#key = key;
  }

  /** Requests a list. `name` is an endpoint such as "earnings" or "news/stock". */
  async list(name: string, query: Record<string, string>): Promise<Rows | SourceFailure> {
    const url = new URL(`/stable/${name}`, this.#baseUrl);
    for (const [key, value] of Object.entries({ ...query, apikey: this.#key }))
      url.searchParams.set(key, value);
    const answer = await fetchJson({ fetch: this.#fetch, url });
    if (!answer.isOk)
      return planRefusal.test(answer.bodyExcerpt) ? { ...answer, reason: "not_in_plan" } : answer;
    if (Array.isArray(answer.body)) return { isOk: true, rows: answer.body };
    return refusedInWords(answer.body, url.hostname);
  }

  /** Returns the page where a person can check the figures. */
  pageOf(symbol: string): string {
    return `https://site.financialmodelingprep.com/financial-summary/${encodeURIComponent(symbol)}`;
  }
}

/**
 * Matches the texts by which FMP refuses what the plan does not include. They came with several statuses (402
 * and 403 in 2025).
 */
const planRefusal = /(Exclusive|Special|Legacy) Endpoint|Premium Query Parameter|current subscription/i;

/**
 * Returns the refusal for a body that is not a list. FMP sends some refusals with status 200, as `{"Error
 * Message": "…"}`.
 */
function refusedInWords(body: unknown, host: string): SourceFailure {
  const said: unknown = Reflect.get(Object(body), "Error Message");
  if (typeof said !== "string")
    return sourceFailure("malformed", `${host} answered in a form we do not know`);
  if (/limit reach/i.test(said))
    return sourceFailure("rate_limited", `${host} says that its limit is reached`);
  if (/api key/i.test(said)) return sourceFailure("unauthorized", `${host} does not accept the key`);
  if (planRefusal.test(said))
    return sourceFailure("not_in_plan", `${host} says that this is not in the plan`);
  return sourceFailure("upstream", `${host} answered with an error`);
}
