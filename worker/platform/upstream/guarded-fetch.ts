import { DAY_SECONDS } from "#contract/time.ts";
import { logEvent } from "../log.ts";
import type { CircuitBreaker } from "./circuit-breaker.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export class UpstreamPaused extends Error {
  override readonly name = "UpstreamPaused";
  readonly host: string;
  readonly retryAfterSeconds: number;

  constructor(host: string, retryAfterSeconds: number) {
    super(`${host} failed several times and is not asked for ${retryAfterSeconds} s`);
    this.host = host;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * One circuit a host. No connection, no timely answer, 429 and 5xx are failures. Throws `UpstreamPaused`
 * while open. Logs the host alone.
 */
export function guardedFetch(fetch: Fetch, breaker: CircuitBreaker): Fetch {
  return async (url, init) => {
    const host = new URL(url).hostname;
    const waitSeconds = breaker.admit(host);
    if (waitSeconds !== null) throw new UpstreamPaused(host, waitSeconds);
    const startedAt = Date.now();
    const failed = (reason: string, retryAfterSeconds: number | null = null) => {
      const pausedSeconds = breaker.failed(host, retryAfterSeconds);
      logEvent("info", "upstream failed", { host, reason, ms: Date.now() - startedAt, pausedSeconds });
    };
    try {
      const response = await fetch(url, init);
      const { status } = response;
      if (status === 429 || status >= 500) failed(`status ${status}`, retryAfterOf(response));
      else breaker.succeeded(host);
      return response;
    } catch (error) {
      const { signal } = init;
      if (signal?.aborted && !isTimeout(signal.reason)) breaker.released(host);
      else failed(signal?.aborted ? "timed out" : "not reached");
      throw error;
    }
  };
}

/** As the platform or Stripe's library says it. */
function isTimeout(reason: unknown): boolean {
  const { name, code } = Object(reason) as { name?: unknown; code?: unknown };
  return name === "TimeoutError" || code === "ETIMEDOUT";
}

/** Whole seconds under a day; null where it does not say. */
export function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get("retry-after"));
  return Number.isInteger(seconds) && seconds > 0 && seconds < DAY_SECONDS ? seconds : null;
}
