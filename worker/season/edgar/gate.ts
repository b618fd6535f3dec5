import { DurableObject } from "cloudflare:workers";
import { DAY_MS, HOUR_MS } from "#contract/time.ts";
import { type Fetch, fetchText, type SourceFailure, sourceFailure } from "#market/fetch-source.ts";
import type { EdgarRequest, EdgarText } from "./filings.ts";

/** The SEC allows 10 requests per second and blocks whoever exceeds them. */
const REQUESTS_PER_SECOND = 5;
const INTERVAL_MS = 1000 / REQUESTS_PER_SECOND;
/** A request that would wait longer for its turn fails, and its caller retries it later. */
const MAX_WAIT_MS = 20_000;
/** After a refusal by the SEC, no request is sent for this long; each further refusal doubles the time. */
const SHUT_OUT_MS = 10 * 60 * 1000;
const MAX_SHUT_OUT_MS = 2 * HOUR_MS;
/** A row of a Durable Object holds at most 2 MB. */
const MAX_STORED_LENGTH = 1_500_000;

export type EdgarAccess = {
  fetch: Fetch;
  /** The User-Agent header, as "Company name email"; the SEC answers any other form with 403. */
  userAgent: string;
  data: string;
  archive: string;
};

/** Text that each kind of answer must match, so that an error page with a successful status is not cached. */
const formOf: Record<EdgarRequest["kind"], RegExp> = {
  json: /^\s*\{[\s\S]*\}\s*$/,
  header: /ACCEPTANCE-DATETIME/,
  document: /<\w/,
};

/**
 * The Durable Object through which all requests to EDGAR go. It limits their rate, caches answers and pauses
 * after a refusal. The rate is kept in memory, because the object is evicted only when it is idle.
 */
export abstract class EdgarGate extends DurableObject {
  readonly #sql = this.ctx.storage.sql;
  #nextTurnAt = 0;
  readonly #running = new Map<string, Promise<EdgarText>>();

  /** `access` is null without a user agent, and nothing is requested from EDGAR. */
  protected abstract readonly access: EdgarAccess | null;

  constructor(state: DurableObjectState, env: Cloudflare.Env) {
    super(state, env);
    this.#sql.exec(
      `CREATE TABLE IF NOT EXISTS answers (
         address TEXT PRIMARY KEY, text TEXT, expires_at INTEGER NOT NULL
       ) WITHOUT ROWID;
       CREATE TABLE IF NOT EXISTS shut_out (
         id INTEGER PRIMARY KEY CHECK (id = 1), until INTEGER NOT NULL, refusals INTEGER NOT NULL
       );`,
    );
  }

  /**
   * Returns EDGAR's answer, from the cache if possible. Identical simultaneous requests become one, and "not
   * found" is cached too.
   */
  async read(request: EdgarRequest): Promise<EdgarText> {
    const address = `${request.from}${request.path}`;
    const running = this.#running.get(address) ?? this.#cachedOrFetched(address, request);
    this.#running.set(address, running);
    try {
      return await running;
    } finally {
      this.#running.delete(address);
    }
  }

  override async alarm(): Promise<void> {
    this.#sql.exec("DELETE FROM answers WHERE expires_at <= ?", Date.now());
    const [next] = this.#sql
      .exec<{ at: number | null }>("SELECT min(expires_at) AS at FROM answers")
      .toArray();
    if (next?.at) await this.ctx.storage.setAlarm(next.at + HOUR_MS);
  }

  async #cachedOrFetched(address: string, request: EdgarRequest): Promise<EdgarText> {
    const [cached] = this.#sql
      .exec<{ text: string | null }>(
        "SELECT text FROM answers WHERE address = ? AND expires_at > ?",
        address,
        Date.now(),
      )
      .toArray();
    if (cached) return cached.text === null ? notFound() : { isOk: true, text: cached.text };
    const answer = await this.#fetched(request);
    const text = answer.isOk ? answer.text : null;
    const isStored = request.freshMs > 0 && (answer.isOk || answer.reason === "not_found");
    if (isStored && (text?.length ?? 0) <= MAX_STORED_LENGTH) {
      const freshMs = Math.min(request.freshMs, 7 * DAY_MS);
      this.#sql.exec(
        "INSERT OR REPLACE INTO answers (address, text, expires_at) VALUES (?, ?, ?)",
        address,
        text,
        Date.now() + freshMs,
      );
      if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + HOUR_MS);
    }
    return answer;
  }

  async #fetched({ from, path, kind }: EdgarRequest): Promise<EdgarText> {
    const { access } = this;
    if (!access) return sourceFailure("unsupported", "EDGAR_USER_AGENT is not set");
    const waited = (await this.#turn())
      ? this.#shutOut()
      : sourceFailure("rate_limited", "EDGAR's queue is full", 60);
    if (waited) return waited;
    const answer = await fetchText({
      fetch: access.fetch,
      url: new URL(`${access[from]}${path}`),
      headers: { "user-agent": access.userAgent },
    });
    if (answer.isOk) {
      if (!formOf[kind].test(answer.text)) return sourceFailure("malformed", `EDGAR answered no ${kind}`);
      this.#sql.exec("DELETE FROM shut_out");
      return { isOk: true, text: answer.text };
    }
    const isRefused = answer.reason === "unauthorized" || answer.reason === "rate_limited";
    return isRefused ? this.#backOff(answer) : answer;
  }

  /** Waits for this request's turn. Returns false at once when the turn is too far away. */
  async #turn(): Promise<boolean> {
    const now = Date.now();
    const at = Math.max(now, this.#nextTurnAt);
    if (at - now > MAX_WAIT_MS) return false;
    this.#nextTurnAt = at + INTERVAL_MS;
    if (at > now) await scheduler.wait(at - now);
    return true;
  }

  #shutOut(): SourceFailure | null {
    const [row] = this.#sql.exec<{ until: number }>("SELECT until FROM shut_out").toArray();
    const leftMs = (row?.until ?? 0) - Date.now();
    return leftMs > 0
      ? sourceFailure("rate_limited", "EDGAR has shut us out", Math.ceil(leftMs / 1000))
      : null;
  }

  #backOff({ detail, retryAfterSeconds }: SourceFailure): SourceFailure {
    const now = Date.now();
    const [row] = this.#sql
      .exec<{ until: number; refusals: number }>("SELECT until, refusals FROM shut_out")
      .toArray();
    // Several requests that are refused at the same time count as one refusal.
    const refusals = row && row.until > now ? row.refusals : (row?.refusals ?? 0) + 1;
    const ownMs = Math.min(MAX_SHUT_OUT_MS, SHUT_OUT_MS * 2 ** (refusals - 1));
    const until = now + Math.max(ownMs, (retryAfterSeconds ?? 0) * 1000);
    this.#sql.exec("INSERT OR REPLACE INTO shut_out (id, until, refusals) VALUES (1, ?, ?)", until, refusals);
    return sourceFailure("rate_limited", detail, Math.ceil((until - now) / 1000));
  }
}

function notFound(): SourceFailure {
  return sourceFailure("not_found", "EDGAR has no such document");
}
