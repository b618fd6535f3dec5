type Shared<Value> = {
  open: () => Promise<Cache>;
  addressOf: (key: string) => string;
  read: (answer: Response) => Promise<Value>;
};

type Options<Value> = {
  /** The largest number of entries. When it is exceeded, the least recently read entry is removed. */
  max: number;
  /**
   * During the last `earlyMs` of an entry's life, the first caller gets null and so reloads the value, while
   * other callers still get the entry. This keeps many callers from reloading at once.
   */
  earlyMs?: number;
  shared?: Shared<Value>;
};

/** Values with an expiry time, cached in this isolate and optionally in the data center's shared cache. */
export class TimedCache<Value> {
  readonly #entries = new Map<string, { value: Value; untilMs: number; isAskedAgain: boolean }>();
  readonly #options: Options<Value>;

  constructor(options: Options<Value>) {
    this.#options = options;
  }

  find(key: string, nowMs: number): Value | null {
    const entry = this.#entries.get(key);
    if (!entry || entry.untilMs <= nowMs) return null;
    if (entry.untilMs - (this.#options.earlyMs ?? 0) <= nowMs && !entry.isAskedAgain) {
      entry.isAskedAgain = true;
      return null;
    }
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  async findShared(key: string, nowMs: number, untilOf: (value: Value) => number): Promise<Value | null> {
    const cached = this.find(key, nowMs);
    const { shared } = this.#options;
    if (cached !== null || !shared) return cached;
    const answer = await (await shared.open()).match(shared.addressOf(key));
    if (!answer) return null;
    const value = await shared.read(answer);
    const untilMs = untilOf(value);
    if (untilMs <= nowMs) return null;
    this.set(key, value, untilMs);
    return value;
  }

  set(key: string, value: Value, untilMs: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, untilMs, isAskedAgain: false });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#options.max && oldest !== undefined) this.#entries.delete(oldest);
  }

  async share(key: string, answer: Response): Promise<void> {
    const { shared } = this.#options;
    if (shared) await (await shared.open()).put(shared.addressOf(key), answer);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
