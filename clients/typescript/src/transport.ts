import {
  BeatcastError,
  errorOf,
  NoConnectionError,
  RateLimitError,
  ServerError,
  SettingsError,
} from "./errors.ts";

export type Settings = {
  /** The key from the account's API tab. The default is the environment variable BEATCAST_API_KEY. */
  apiKey?: string;
  /** The address of Beatcast. The default is the environment variable BEATCAST_URL. */
  url?: string;
  /** The time limit of one attempt. The default is a minute. */
  timeoutMs?: number;
  /** The number of retries after the first attempt. The default is two. */
  retries?: number;
  fetch?: typeof fetch;
};

export type Call = {
  method: "GET" | "POST";
  path: string;
  query?: Record<string, string | number | undefined> | undefined;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
};

/** After a longer wait than this there is no retry; the error is thrown, and the caller decides. */
const MAX_WAIT_SECONDS = 60;

export class Transport {
  readonly #url: string;
  readonly #key: string;
  readonly #settings: Required<Pick<Settings, "timeoutMs" | "retries" | "fetch">>;

  /** Throws `SettingsError` for a key or an address that cannot be right. */
  constructor({ apiKey, url, timeoutMs = 60_000, retries = 2, fetch = globalThis.fetch }: Settings) {
    this.#key = checkedKey(apiKey ?? fromEnvironment("BEATCAST_API_KEY"));
    this.#url = checkedAddress(url ?? fromEnvironment("BEATCAST_URL"));
    this.#settings = { timeoutMs, retries, fetch };
  }

  /**
   * Sends a call and reads its answer, and retries both when a retry may help. A retry counts nothing twice.
   */
  async send<T>(call: Call, read: (answer: Response) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt(call, read);
      } catch (error) {
        const seconds = attempt < this.#settings.retries ? waitAfter(error, attempt) : null;
        if (seconds === null) throw error;
        await pause(seconds, call.signal);
      }
    }
  }

  async #attempt<T>({ method, path, query, headers, signal }: Call, read: (answer: Response) => Promise<T>) {
    signal?.throwIfAborted();
    const url = new URL(path, this.#url);
    for (const [name, value] of Object.entries(query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const timeout = AbortSignal.timeout(this.#settings.timeoutMs);
    try {
      const answer = await this.#settings.fetch(url, {
        method,
        headers: { accept: "application/json", ...headers, authorization: `Bearer ${this.#key}` },
        // Following a redirect could send the key to another host.
        redirect: "error",
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      if (answer.ok) return await read(answer);
      throw errorOf(answer.status, await answer.json().catch(() => null), answer.headers.get("retry-after"));
    } catch (error) {
      if (error instanceof BeatcastError || signal?.aborted) throw error;
      const what = timeout.aborted
        ? `did not answer within ${this.#settings.timeoutMs / 1000} seconds`
        : "could not be reached";
      throw new NoConnectionError(
        `${url.host} ${what}. Check the network and try again.`,
        "no_connection",
        {},
        error,
      );
    }
  }
}

/**
 * Returns the seconds before a retry, or null when a retry would not help or would take too long. Unless the
 * server says how long, they double from half a second and vary randomly by up to 25%.
 */
function waitAfter(error: unknown, attempt: number): number | null {
  const isPassing =
    error instanceof NoConnectionError || error instanceof RateLimitError || error instanceof ServerError;
  if (!isPassing) return null;
  const seconds = error.retryAfterSeconds ?? 0.5 * 2 ** attempt * (0.75 + Math.random() / 2);
  return seconds <= MAX_WAIT_SECONDS ? seconds : null;
}

function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, 1000 * seconds);
    signal?.addEventListener("abort", done, { once: true });
    function done() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    }
  });
}

const fromEnvironment = (name: string): string | undefined => globalThis.process?.env?.[name];

/**
 * Returns the key without spaces around it. It refuses characters that no header may contain, because the error
 * of `fetch` would print the key.
 */
function checkedKey(text = ""): string {
  const key = text.trim();
  if (key === "")
    throw new SettingsError(
      "Set BEATCAST_API_KEY. Your keys are in the API tab of your account.",
      "settings",
    );
  if (!/^[\x21-\x7e]{1,500}$/.test(key))
    throw new SettingsError("The API key has characters that no key has. Copy it again.", "settings");
  return key;
}

/**
 * Returns the origin of an address. It must use https or be on this machine, so that the key is not sent
 * unencrypted.
 */
export function checkedAddress(text = ""): string {
  if (text === "") throw new SettingsError("Set BEATCAST_URL to the address of Beatcast.", "settings");
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url?.hostname ?? "");
  if (!url || !(url.protocol === "https:" || (url.protocol === "http:" && isLocal)) || url.username)
    throw new SettingsError("BEATCAST_URL must be an address like https://beatcast.example.", "settings");
  return url.origin;
}
