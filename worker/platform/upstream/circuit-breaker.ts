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
