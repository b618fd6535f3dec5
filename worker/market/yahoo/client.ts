import {
  CALL_TIMEOUT_MS,
  type Fetch,
  fetchJson,
  fetchText,
  type JsonAnswer,
  type SourceFailure,
  sourceFailure,
} from "../fetch-source.ts";

/** The credentials that some requests need: a cookie and a crumb, which is a token bound to the cookie. */
type YahooSession = { cookie: string; crumb: string };

const SESSION_TTL_MS = 30 * 60 * 1000;
const SESSION_TIMEOUT_MS = 4_000;

/** The user agent of every request, because Yahoo answers 429 to a client without a browser's name. */
const BROWSER =
  "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36";

/**
 * Opens sessions and caches the newest for half an hour. Only a finished session is cached, never a pending
 * request.
 */
class SessionCache {
  #cached: { session: YahooSession; until: number } | null = null;
  readonly #fetch: Fetch;
  readonly #baseUrl: string;

  constructor(fetch: Fetch, baseUrl: string) {
    this.#fetch = fetch;
    this.#baseUrl = baseUrl;
  }

  /** Returns the cached session, or opens a new one by `deadline`, which is in milliseconds since 1970. */
  async get(deadline: number): Promise<{ isOk: true; session: YahooSession } | SourceFailure> {
    const cached = this.#cached;
    if (cached && cached.until > Date.now()) return { isOk: true, session: cached.session };
    const opened = await this.#open(deadline);
    if (opened.isOk) this.#cached = { session: opened.session, until: Date.now() + SESSION_TTL_MS };
    return opened;
  }

  /** Removes this session from the cache, but keeps a newer one that another request has opened. */
  drop(session: YahooSession): void {
    if (this.#cached?.session === session) this.#cached = null;
  }

  async #open(deadline: number): Promise<{ isOk: true; session: YahooSession } | SourceFailure> {
    const headers = { "user-agent": BROWSER };
    const patience = () => Math.min(SESSION_TIMEOUT_MS, deadline - Date.now());
    const cookie = await this.#cookie(headers, patience());
    if (typeof cookie !== "string") return cookie;
    const url = new URL("/v1/test/getcrumb", this.#baseUrl);
    const answer = await fetchText({
      fetch: this.#fetch,
      url,
      headers: { ...headers, cookie },
      timeoutMs: patience(),
    });
    if (!answer.isOk) return answer;
    const crumb = answer.text.trim();
    // A refusal may come with status 200 and a sentence in place of the crumb.
    if (/too many requests/i.test(crumb))
      return sourceFailure("rate_limited", `${url.hostname} answered Too Many Requests`);
    if (!/^[\w./-]{4,40}$/.test(crumb)) return sourceFailure("malformed", `${url.hostname} gave no crumb`);
    return { isOk: true, session: { cookie, crumb } };
  }

  /** Requests the cookie. Yahoo's cookie host answers 404 and still sets it. */
  async #cookie(headers: Record<string, string>, timeoutMs: number): Promise<string | SourceFailure> {
    const isYahoo = new URL(this.#baseUrl).hostname.endsWith(".yahoo.com");
    const url = isYahoo ? "https://fc.yahoo.com/" : new URL("/", this.#baseUrl).href;
    if (timeoutMs <= 0) return sourceFailure("timed_out", "no time was left to ask Yahoo");
    try {
      const response = await this.#fetch(url, {
        headers,
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      return response.headers
        .getSetCookie()
        .map((cookie) => cookie.split(";")[0] ?? "")
        .join("; ");
    } catch (error) {
      const isTimeout = error instanceof Error && error.name === "TimeoutError";
      return isTimeout
        ? sourceFailure("timed_out", `Yahoo did not answer within ${timeoutMs / 1000} s`)
        : sourceFailure("upstream", "Yahoo could not be reached");
    }
  }
}

/** The name of the source as citations show it. */
export const SOURCE = "Yahoo Finance";

/**
 * The time limit of a query, including the requests for cookie and crumb and a retry. An analysis gives up on
 * a company after 6 s.
 */
export const YAHOO_REQUEST_TIMEOUT_MS = 5_500;

/**
 * A client for Yahoo's API. A query that Yahoo refuses as unauthorized is retried once with a new cookie and
 * crumb.
 */
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

  async get(path: string, query: Record<string, string>): Promise<JsonAnswer | SourceFailure> {
    const deadline = Date.now() + this.#patienceMs;
    const opened = await this.#sessions.get(deadline);
    if (!opened.isOk) return opened;
    const first = await this.#ask(path, query, opened.session, deadline);
    if (first.isOk || first.reason !== "unauthorized") return first;
    this.#sessions.drop(opened.session);
    const renewed = await this.#sessions.get(deadline);
    return renewed.isOk ? this.#ask(path, query, renewed.session, deadline) : renewed;
  }

  /** Returns the page where a person can check the figures. */
  pageOf(symbol: string, section = ""): string {
    return `https://finance.yahoo.com/quote/${encodeURIComponent(symbol)}/${section}`;
  }

  #ask(
    path: string,
    query: Record<string, string>,
    { cookie, crumb }: YahooSession,
    deadline: number,
  ): Promise<JsonAnswer | SourceFailure> {
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
