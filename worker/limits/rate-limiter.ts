import { DurableObject } from "cloudflare:workers";
import { retentionHours } from "#contract/retention.ts";
import { type RateName, type RateRule, rateRules } from "#contract/rules.ts";
import { AppError } from "#worker/errors.ts";
import { HOUR_MS } from "#worker/time.ts";

/** `remaining`: whole tokens left afterwards; `fullAfterSeconds`: until the bucket is full again if nobody takes any. */
export type RateVerdict = {
  isAllowed: boolean;
  retryAfterSeconds: number;
  remaining: number;
  fullAfterSeconds: number;
};

/** After this long without use any bucket is full, and is deleted within as long again. */
const IDLE_MS = (retentionHours.attemptCounter / 2) * HOUR_MS;

/** One bucket; the object's name is the key it limits ("sign-in:address:203.0.113.7"). */
export class RateLimiter extends DurableObject {
  /** Takes `cost` tokens when there are enough; otherwise says after how many whole seconds there will be. */
  async take(rule: RateRule, cost = 1, nowMs = Date.now()): Promise<RateVerdict> {
    const available = this.#available(rule, nowMs);
    const isAllowed = available >= cost;
    this.#openTable().exec(
      "INSERT OR REPLACE INTO bucket (id, tokens, at) VALUES (1, ?, ?)",
      isAllowed ? available - cost : available,
      nowMs,
    );
    // Set once, not at every call: a set alarm is billed as a row.
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + IDLE_MS);
    return verdictOn(rule, available, cost);
  }

  /** What taking one token would answer now; takes none. */
  peek(rule: RateRule, nowMs = Date.now()): RateVerdict {
    return verdictOn(rule, this.#available(rule, nowMs), 1);
  }

  /** Puts one token back: what it was taken for did not happen. */
  restore(rule: RateRule, nowMs = Date.now()): Promise<RateVerdict> {
    return this.take(rule, -1, nowMs);
  }

  /** A bucket nobody used is full again; keeping it would only cost storage (and its key may hold an address). */
  override async alarm(): Promise<void> {
    const { storage } = this.ctx;
    const [row] = this.#openTable().exec<{ at: number }>("SELECT at FROM bucket WHERE id = 1").toArray();
    const idleAt = (row?.at ?? 0) + IDLE_MS;
    await (idleAt > Date.now() ? storage.setAlarm(idleAt) : storage.deleteAll());
  }

  #available(rule: RateRule, nowMs: number): number {
    const [row] = this.#openTable()
      .exec<{ tokens: number; at: number }>("SELECT tokens, at FROM bucket WHERE id = 1")
      .toArray();
    if (!row) return rule.capacity;
    const refilled = Math.max(0, nowMs - row.at) * tokensPerMs(rule);
    return Math.min(rule.capacity, row.tokens + refilled);
  }

  /** Opened at every call: the alarm may have dropped the table under a living object. */
  #openTable(): SqlStorage {
    const { sql } = this.ctx.storage;
    sql.exec(
      "CREATE TABLE IF NOT EXISTS bucket (id INTEGER PRIMARY KEY CHECK (id = 1), tokens REAL NOT NULL, at INTEGER NOT NULL)",
    );
    return sql;
  }
}

const tokensPerMs = ({ capacity, perSeconds }: RateRule) => capacity / (perSeconds * 1000);

function verdictOn(rule: RateRule, available: number, cost: number): RateVerdict {
  const missing = Math.max(0, cost - available);
  const isAllowed = missing === 0;
  const left = isAllowed ? available - cost : available;
  const secondsFor = (tokens: number) => Math.ceil(tokens / tokensPerMs(rule) / 1000);
  return {
    isAllowed,
    retryAfterSeconds: isAllowed ? 0 : Math.max(1, secondsFor(missing)),
    remaining: Math.floor(left),
    fullAfterSeconds: secondsFor(rule.capacity - left),
  };
}

export type RateLimits = {
  /** Takes one token where there is one, and says how many are left. Never throws `rate_limited`. */
  takeRateToken(rule: RateName, key: string): Promise<RateVerdict>;
  /** Takes one token of the rule's bucket for `key`. Throws `rate_limited` with the seconds to wait. */
  enforceRateLimit(rule: RateName, key: string): Promise<void>;
  /** Throws `rate_limited` when taking a token would; takes none. */
  checkRateLimit(rule: RateName, key: string): Promise<void>;
  /** Puts a token back that was taken for nothing. */
  releaseRateToken(rule: RateName, key: string): Promise<void>;
};

/** The rate limits on these buckets. */
export function openRateLimits(buckets: DurableObjectNamespace<RateLimiter>): RateLimits {
  const bucketOf = (rule: RateName, key: string) => buckets.get(buckets.idFromName(`${rule}:${key}`));
  const takeRateToken = async (rule: RateName, key: string) => bucketOf(rule, key).take(bucketRule(rule));
  return {
    takeRateToken,
    enforceRateLimit: async (rule, key) => requireAllowed(rule, await takeRateToken(rule, key)),
    checkRateLimit: async (rule, key) =>
      requireAllowed(rule, await bucketOf(rule, key).peek(bucketRule(rule))),
    async releaseRateToken(rule, key) {
      await bucketOf(rule, key).restore(bucketRule(rule));
    },
  };
}

/** What a bucket needs of a rule: its reason is for people. */
function bucketRule(rule: RateName): RateRule {
  const { capacity, perSeconds } = rateRules[rule];
  return { capacity, perSeconds };
}

/** Throws `rate_limited` where a verdict refuses. */
export function requireAllowed(rule: RateName, { isAllowed, retryAfterSeconds }: RateVerdict): void {
  if (isAllowed) return;
  const { reason = "Too many requests." }: RateRule = rateRules[rule];
  const message = `${reason} Please try again in ${retryAfterSeconds} s.`;
  throw new AppError("rate_limited", message, { retryAfterSeconds });
}
