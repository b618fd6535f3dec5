import { DurableObject } from "cloudflare:workers";
import { retentionHours } from "#contract/retention.ts";
import type { RateRule } from "#contract/rules.ts";
import { type RateName, rateRules } from "#contract/rules.ts";
import { HOUR_MS } from "#contract/time.ts";
import { AppError } from "../errors.ts";
import { objectNamed } from "../objects.ts";

/**
 * A bucket that is unused for this long is deleted and so starts full again, even if its rule has a longer
 * period (`support`, `unsolicitedMail`).
 */
const IDLE_MS = (retentionHours.attemptCounter / 2) * HOUR_MS;

const BUCKET = "bucket";

/**
 * One token bucket. The object's name is the rule and the key that it limits, for example
 * "signInAddress:203.0.113.7".
 */
export class RateLimiter extends DurableObject {
  /** Takes `cost` tokens if the bucket has them. If not, the verdict says how many seconds to wait. */
  async take(rule: RateRule, cost = 1, nowMs = Date.now()): Promise<RateVerdict> {
    const { storage } = this.ctx;
    const storedBucket = this.#bucket();
    const { verdict, bucket } = takeTokens(storedBucket, rule, { cost, nowMs });
    // A refused request changes nothing, so it writes no row.
    if (bucket) storage.kv.put<Bucket>(BUCKET, bucket);
    // Setting an alarm is billed as a row write, so it is set only when the bucket is created.
    if (bucket && !storedBucket) await storage.setAlarm(Date.now() + IDLE_MS);
    return verdict;
  }

  peek(rule: RateRule, nowMs = Date.now()): RateVerdict {
    return takeTokens(this.#bucket(), rule, { cost: 1, nowMs }).verdict;
  }

  restore(rule: RateRule, nowMs = Date.now()): Promise<RateVerdict> {
    return this.take(rule, -1, nowMs);
  }

  /** Deletes a bucket that has been unused for `IDLE_MS`, because its name may contain an IP address. */
  override async alarm(): Promise<void> {
    const { storage } = this.ctx;
    const idleAt = (this.#bucket()?.at ?? 0) + IDLE_MS;
    await (idleAt > Date.now() ? storage.setAlarm(idleAt) : storage.deleteAll());
  }

  #bucket(): Bucket | undefined {
    return this.ctx.storage.kv.get<Bucket>(BUCKET);
  }
}

export type RateLimits = {
  takeRateToken(rule: RateName, key: string): Promise<RateVerdict>;
  /** Takes a token. Throws `rate_limited` with the seconds to wait. */
  enforceRateLimit(rule: RateName, key: string): Promise<void>;
  /** Throws `rate_limited` when the bucket is empty, without taking a token. */
  checkRateLimit(rule: RateName, key: string): Promise<void>;
  releaseRateToken(rule: RateName, key: string): Promise<void>;
};

export function openRateLimits(buckets: DurableObjectNamespace<RateLimiter>): RateLimits {
  const bucketOf = (rule: RateName, key: string) => objectNamed(buckets, `${rule}:${key}`);
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

export function bucketRule(rule: RateName): RateRule {
  const { capacity, perSeconds } = rateRules[rule];
  return { capacity, perSeconds };
}

export function requireAllowed(rule: RateName, { isAllowed, retryAfterSeconds }: RateVerdict): void {
  if (!isAllowed) throw tooFast(rule, retryAfterSeconds);
}

export function tooFast(rule: RateName, retryAfterSeconds: number): AppError {
  const { reason = "Too many requests." }: RateRule = rateRules[rule];
  const message = `${reason} Please try again in ${retryAfterSeconds} s.`;
  return new AppError("rate_limited", message, { retryAfterSeconds });
}

/** The state of a bucket: it had `tokens` tokens at the time `at`, in milliseconds since the Unix epoch. */
export type Bucket = { tokens: number; at: number };

/**
 * `remaining` is what is left afterwards. `fullAfterSeconds` is the time until the bucket is full if it is not
 * used.
 */
export type RateVerdict = {
  isAllowed: boolean;
  retryAfterSeconds: number;
  remaining: number;
  fullAfterSeconds: number;
};

/** Takes `cost` tokens. Returns `bucket: null` when the request is refused. A key without a bucket starts full. */
export function takeTokens(
  bucket: Bucket | undefined,
  rule: RateRule,
  { cost, nowMs }: { cost: number; nowMs: number },
): { verdict: RateVerdict; bucket: Bucket | null } {
  const available = availableIn(bucket, rule, nowMs);
  const missing = Math.max(0, cost - available);
  const isAllowed = missing === 0;
  const left = isAllowed ? available - cost : available;
  const secondsFor = (tokens: number) => Math.ceil(tokens / tokensPerMs(rule) / 1000);
  const verdict = {
    isAllowed,
    retryAfterSeconds: isAllowed ? 0 : Math.max(1, secondsFor(missing)),
    remaining: Math.floor(left),
    fullAfterSeconds: secondsFor(rule.capacity - left),
  };
  return { verdict, bucket: isAllowed ? { tokens: left, at: nowMs } : null };
}

function availableIn(bucket: Bucket | undefined, rule: RateRule, nowMs: number): number {
  if (!bucket) return rule.capacity;
  const refilled = Math.max(0, nowMs - bucket.at) * tokensPerMs(rule);
  return Math.min(rule.capacity, bucket.tokens + refilled);
}

const tokensPerMs = ({ capacity, perSeconds }: RateRule) => capacity / (perSeconds * 1000);
