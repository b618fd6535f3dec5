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

export const FAILURES_TO_OPEN = 5;
/** Each pause that ends in a failure doubles the next. */
const FIRST_PAUSE_MS = 10_000;
export const LONGEST_PAUSE_MS = 300_000;
/** Isolates do not all come back at once. */
const PAUSE_JITTER = 0.25;
/** Frees the next attempt when one was cancelled. */
const ATTEMPT_MS = 30_000;

type Circuit = {
  failures: number;
  openings: number;
  openUntilMs: number;
  attemptUntilMs: number;
};

type Clock = { nowMs: () => number; random: () => number };

const realClock: Clock = { nowMs: () => Date.now(), random: () => Math.random() };

/** Each isolate learns by its own failures (`docs/decisions/0090-circuit-breaker.md`). */
export class CircuitBreaker {
  readonly #circuits = new Map<string, Circuit>();
  readonly #clock: Clock;

  constructor(clock: Clock = realClock) {
    this.#clock = clock;
  }

  /** Null: ask now; else in how many seconds. After a pause the first caller alone may. */
  admit(upstream: string): number | null {
    const circuit = this.#circuits.get(upstream);
    const now = this.#clock.nowMs();
    if (!circuit || circuit.openUntilMs === 0) return null;
    const waitMs = Math.max(circuit.openUntilMs, circuit.attemptUntilMs) - now;
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    circuit.attemptUntilMs = now + ATTEMPT_MS;
    return null;
  }

  /** A refusal also shows that it is up. */
  succeeded(upstream: string): void {
    this.#circuits.delete(upstream);
  }

  /** A caller gave up: nothing was learnt. */
  released(upstream: string): void {
    const circuit = this.#circuits.get(upstream);
    if (circuit) circuit.attemptUntilMs = 0;
  }

  /** As long as the upstream says, up to the longest. Answers the seconds of a pause that begins now. */
  failed(upstream: string, retryAfterSeconds: number | null = null): number | null {
    const now = this.#clock.nowMs();
    const fresh = { failures: 0, openings: 0, openUntilMs: 0, attemptUntilMs: 0 };
    const circuit = this.#circuits.get(upstream) ?? fresh;
    this.#circuits.set(upstream, circuit);
    // Calls under way when it opened count no more.
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
