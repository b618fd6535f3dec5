import { DAY_SECONDS } from "#contract/time.ts";
import { logEvent } from "../log.ts";

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
 * Wraps fetch with one circuit breaker per host. Failed connections, timeouts, status 429 and 5xx count as
 * failures. Throws `UpstreamPaused` while the circuit is open. Only the host is logged.
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

/** The platform and Stripe's library name timeouts differently. */
function isTimeout(reason: unknown): boolean {
  const { name, code } = Object(reason) as { name?: unknown; code?: unknown };
  return name === "TimeoutError" || code === "ETIMEDOUT";
}

/** Returns the whole seconds of `Retry-After` if they are under a day, or null when the response does not say. */
export function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get("retry-after"));
  return Number.isInteger(seconds) && seconds > 0 && seconds < DAY_SECONDS ? seconds : null;
}

export const FAILURES_TO_OPEN = 5;
/** Each pause that ends in a failure doubles the next one. */
const FIRST_PAUSE_MS = 10_000;
export const LONGEST_PAUSE_MS = 300_000;
/** The jitter keeps isolates from all returning at the same moment. */
const PAUSE_JITTER = 0.25;
/** Frees the next attempt if the one under way was canceled. */
const ATTEMPT_MS = 30_000;

type Circuit = {
  failures: number;
  openings: number;
  openUntilMs: number;
  attemptUntilMs: number;
};

type Clock = { nowMs: () => number; random: () => number };

const realClock: Clock = { nowMs: () => Date.now(), random: () => Math.random() };

/** Each isolate learns from its own failures (`docs/decisions/0090-circuit-breaker.md`). */
export class CircuitBreaker {
  readonly #circuits = new Map<string, Circuit>();
  readonly #clock: Clock;

  constructor(clock: Clock = realClock) {
    this.#clock = clock;
  }

  /**
   * Returns null if the caller may ask now, or else the seconds to wait. After a pause only the first caller may
   * ask.
   */
  admit(upstream: string): number | null {
    const circuit = this.#circuits.get(upstream);
    const now = this.#clock.nowMs();
    if (!circuit || circuit.openUntilMs === 0) return null;
    const waitMs = Math.max(circuit.openUntilMs, circuit.attemptUntilMs) - now;
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    circuit.attemptUntilMs = now + ATTEMPT_MS;
    return null;
  }

  /** Any answer of the upstream shows that it is up, even a refusal. */
  succeeded(upstream: string): void {
    this.#circuits.delete(upstream);
  }

  /** The caller gave up, so nothing was learned about the upstream. */
  released(upstream: string): void {
    const circuit = this.#circuits.get(upstream);
    if (circuit) circuit.attemptUntilMs = 0;
  }

  /**
   * Opens the circuit for as long as the upstream says, up to the longest pause. Returns the seconds of a pause
   * that begins now, or null.
   */
  failed(upstream: string, retryAfterSeconds: number | null = null): number | null {
    const now = this.#clock.nowMs();
    const fresh = { failures: 0, openings: 0, openUntilMs: 0, attemptUntilMs: 0 };
    const circuit = this.#circuits.get(upstream) ?? fresh;
    this.#circuits.set(upstream, circuit);
    // Calls that were under way when the circuit opened do not count again.
    if (circuit.openUntilMs > now) return null;
    circuit.failures += 1;
    circuit.attemptUntilMs = 0;
    if (circuit.failures < FAILURES_TO_OPEN && retryAfterSeconds === null) return null;
    const ownMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** circuit.openings);
    const askedMs = Math.min(LONGEST_PAUSE_MS, (retryAfterSeconds ?? 0) * 1000);
    const pauseMs = Math.max(circuit.failures < FAILURES_TO_OPEN ? 0 : ownMs, askedMs);
    circuit.openings += 1;
    circuit.openUntilMs = now + pauseMs * (1 + PAUSE_JITTER * this.#clock.random());
    return Math.ceil((circuit.openUntilMs - now) / 1000);
  }
}
