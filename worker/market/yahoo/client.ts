import { CALL_TIMEOUT_MS, type Fetch, fetchJson, type JsonAnswer, type Refusal } from "../fetch-source.ts";
import { BROWSER, SessionCache, type YahooSession } from "./session.ts";

/** The name under which Yahoo's figures are cited. */
export const SOURCE = "Yahoo Finance";

/** Patience with one question, its cookie, crumb and second try included; an analysis gives up on a company after 6 s. */
export const QUESTION_TIMEOUT_MS = 5_500;

/** Calls Yahoo with its cookie and crumb, and asks once more with a new pair when the old one was refused. */
export class YahooClient {
  readonly #fetch: Fetch;
  readonly #baseUrl: string;
  readonly #sessions: SessionCache;
  readonly #patienceMs: number;

  constructor(fetch: Fetch, baseUrl: string, patienceMs: number) {
    this.#fetch = fetch;
    this.#baseUrl = baseUrl;
    this.#patienceMs = patienceMs;
    this.#sessions = new SessionCache(fetch, baseUrl);
  }

  /** The JSON at a path of Yahoo's API, or why there is none. */
  async get(path: string, query: Record<string, string>): Promise<JsonAnswer | Refusal> {
    const deadline = Date.now() + this.#patienceMs;
    const opened = await this.#sessions.get(deadline);
    if (!opened.isOk) return opened;
    const first = await this.#ask(path, query, opened.session, deadline);
    if (first.isOk || first.reason !== "unauthorised") return first;
    this.#sessions.drop(opened.session);
    const renewed = await this.#sessions.get(deadline);
    return renewed.isOk ? this.#ask(path, query, renewed.session, deadline) : renewed;
  }

  /** The page of a symbol that a person can open to check a figure. */
  pageOf(symbol: string, section = ""): string {
    return `https://finance.yahoo.com/quote/${encodeURIComponent(symbol)}/${section}`;
  }

  #ask(
    path: string,
    query: Record<string, string>,
    { cookie, crumb }: YahooSession,
    deadline: number,
  ): Promise<JsonAnswer | Refusal> {
    const url = new URL(path, this.#baseUrl);
    for (const [name, value] of Object.entries({ ...query, crumb })) url.searchParams.set(name, value);
    return fetchJson({
      fetch: this.#fetch,
      url,
      headers: { "user-agent": BROWSER, cookie },
      timeoutMs: Math.min(CALL_TIMEOUT_MS, deadline - Date.now()),
    });
  }
}
