import { DAY_SECONDS } from "#contract/time.ts";
import { logEvent } from "../log.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export class CircuitOpenError extends Error {
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
 * Returns a fetch that stops calling a host after repeated failures, with one circuit per host. Failed
 * connections, timeouts, status 429 and status 5xx count as failures. The returned function throws
 * `CircuitOpenError` while the host's circuit is open. Only the host name is logged, never the URL.
 */
export function fetchWithCircuitBreaker(fetch: Fetch, breaker: CircuitBreaker): Fetch {
  return async (url, init) => {
    const host = new URL(url).hostname;
    const waitSeconds = breaker.admit(host);
    if (waitSeconds !== null) throw new CircuitOpenError(host, waitSeconds);
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

/** Recognizes a timeout by the name that the platform gives it or the code that Stripe's library gives it. */
function isTimeout(reason: unknown): boolean {
  const { name, code } = Object(reason) as { name?: unknown; code?: unknown };
  return name === "TimeoutError" || code === "ETIMEDOUT";
}

/**
 * Returns the seconds of the `Retry-After` header. Returns null unless it is a whole number between one second
 * and one day.
 */
export function retryAfterOf(response: Response): number | null {
  const seconds = Number(response.headers.get("retry-after"));
  return Number.isInteger(seconds) && seconds > 0 && seconds < DAY_SECONDS ? seconds : null;
}

export const FAILURES_TO_OPEN = 5;
/** The length of the first pause. Each failure after a pause doubles the next one. */
const FIRST_PAUSE_MS = 10_000;
export const LONGEST_PAUSE_MS = 300_000;
/** The largest random extension, as a share of the pause. It keeps isolates from retrying at the same moment. */
const PAUSE_JITTER = 0.25;
/**
 * How long the single attempt after a pause keeps other callers out. Then another attempt may start, in case
 * the first was canceled.
 */
const ATTEMPT_MS = 30_000;

type Circuit = {
  failures: number;
  openings: number;
  openUntilMs: number;
  attemptUntilMs: number;
};

type Clock = { nowMs: () => number; random: () => number };

const realClock: Clock = { nowMs: () => Date.now(), random: () => Math.random() };

/**
 * Counts the failures of upstream hosts and decides whether to call them. Each isolate counts for itself
 * (`docs/decisions/0090-circuit-breaker.md`).
 */
export class CircuitBreaker {
  readonly #circuits = new Map<string, Circuit>();
  readonly #clock: Clock;

  constructor(clock: Clock = realClock) {
    this.#clock = clock;
  }

  /**
   * Returns null if the caller may send a request now, or else the seconds to wait. After a pause, only one
   * caller at a time may try.
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

  /** Closes the circuit. Any response shows that the upstream is up, even a refusal such as status 403. */
  succeeded(upstream: string): void {
    this.#circuits.delete(upstream);
  }

  /**
   * Ends an attempt that the caller aborted. It tells nothing about the upstream, so another caller may try at
   * once.
   */
  released(upstream: string): void {
    const circuit = this.#circuits.get(upstream);
    if (circuit) circuit.attemptUntilMs = 0;
  }

  /**
   * Counts a failure and opens the circuit after `FAILURES_TO_OPEN` of them, or at once when the upstream sent
   * `Retry-After`. Returns the seconds of the pause that begins now, or null if none begins.
   */
  failed(upstream: string, retryAfterSeconds: number | null = null): number | null {
    const now = this.#clock.nowMs();
    const fresh = { failures: 0, openings: 0, openUntilMs: 0, attemptUntilMs: 0 };
    const circuit = this.#circuits.get(upstream) ?? fresh;
    this.#circuits.set(upstream, circuit);
    // Ignores failures of requests that were sent before the circuit opened.
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
