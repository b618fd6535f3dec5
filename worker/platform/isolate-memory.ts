/**
 * What an isolate has read lately: at most so many values, the one not asked for the longest leaving first. Gone with the
 * isolate.
 */
export class IsolateMemory<T> {
  readonly #entries = new Map<string, { value: T; untilMs: number; isAskedAgain: boolean }>();
  readonly #max: number;
  readonly #earlyMs: number;

  /** In the last `earlyMs` of a value one caller finds nothing and reads it anew, so that not all do at once when it ends. */
  constructor(max: number, earlyMs = 0) {
    this.#max = max;
    this.#earlyMs = earlyMs;
  }

  /** The value under a key; null where there is none, its time is over, or the caller is the one to read it anew. */
  find(key: string, nowMs: number): T | null {
    const entry = this.#entries.get(key);
    if (!entry || entry.untilMs <= nowMs) return null;
    if (entry.untilMs - this.#earlyMs <= nowMs && !entry.isAskedAgain) {
      entry.isAskedAgain = true;
      return null;
    }
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  keep(key: string, value: T, untilMs: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, untilMs, isAskedAgain: false });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#max && oldest !== undefined) this.#entries.delete(oldest);
  }

  forget(key: string): void {
    this.#entries.delete(key);
  }
}
