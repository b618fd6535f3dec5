import { askJson, type Fetch, type JsonAnswer, type Refusal } from "../ask.ts";
import { BROWSER, SessionKeeper } from "./session.ts";

/** Calls Yahoo with its cookie and crumb, and asks once more with a new pair when the old one was refused. */
export class YahooClient {
  readonly #fetch: Fetch;
  readonly #baseUrl: string;
  readonly #sessions: SessionKeeper;

  constructor(fetch: Fetch, baseUrl: string) {
    this.#fetch = fetch;
    this.#baseUrl = baseUrl;
    this.#sessions = new SessionKeeper(fetch, baseUrl);
  }

  /** The JSON at a path of Yahoo's API, or why there is none. */
  async get(path: string, query: Record<string, string>): Promise<JsonAnswer | Refusal> {
    const first = await this.#once(path, query);
    if (first.isOk || first.reason !== "unauthorised") return first;
    this.#sessions.drop();
    return this.#once(path, query);
  }

  /** The page of a symbol that a person can open to check a figure. */
  pageOf(symbol: string, section = ""): string {
    return `https://finance.yahoo.com/quote/${encodeURIComponent(symbol)}/${section}`;
  }

  async #once(path: string, query: Record<string, string>): Promise<JsonAnswer | Refusal> {
    const opened = await this.#sessions.get(Date.now());
    if (!opened.isOk) return opened;
    const url = new URL(path, this.#baseUrl);
    for (const [name, value] of Object.entries({ ...query, crumb: opened.session.crumb }))
      url.searchParams.set(name, value);
    return askJson({
      fetch: this.#fetch,
      url,
      headers: { "user-agent": BROWSER, cookie: opened.session.cookie },
    });
  }
}
