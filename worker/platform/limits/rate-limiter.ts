import { DurableObject } from "cloudflare:workers";
import { retentionHours } from "#contract/retention.ts";
import {
  type ApproximateRateName,
  type approximateLimits,
  type ExactRateName,
  isApproximate,
  type RateName,
  type RateRule,
  rateRules,
} from "#contract/rules.ts";
import { HOUR_MS } from "#contract/time.ts";
import { AppError } from "../errors.ts";
import { objectNamed } from "../objects.ts";

/** After this time without use any bucket is full again. The object is deleted within the same time after that. */
const IDLE_MS = (retentionHours.attemptCounter / 2) * HOUR_MS;

const BUCKET = "bucket";

/** One token bucket. The object's name is the key it limits, for example "sign-in:address:203.0.113.7". */
export class RateLimiter extends DurableObject {
  /** Takes tokens, or returns the whole seconds until there are enough. */
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

  /** Deletes an unused bucket: it is full again, and its key may contain an address. */
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
  /** Counts a request. Throws `rate_limited` with the seconds to wait. */
  enforceRateLimit(rule: RateName, key: string): Promise<void>;
  /** Throws `rate_limited` when the bucket is empty, without taking a token. */
  checkRateLimit(rule: ExactRateName, key: string): Promise<void>;
  releaseRateToken(rule: ExactRateName, key: string): Promise<void>;
};

/** One of Cloudflare's rate-limit bindings for each number of requests per minute. */
export type ApproximateLimits = Readonly<Record<`LIMIT_${(typeof approximateLimits)[number]}`, RateLimit>>;

/** The rules in `#contract/rules.ts` say which limits the platform counts and which a Durable Object counts. */
export function openRateLimits(
  env: ApproximateLimits & { RATE: DurableObjectNamespace<RateLimiter> },
): RateLimits {
  const bucketOf = (rule: ExactRateName, key: string) => objectNamed(env.RATE, `${rule}:${key}`);
  return {
    async enforceRateLimit(rule, key) {
      requireAllowed(
        rule,
        isApproximate(rule)
          ? await countApproximately(env, rule, key)
          : await bucketOf(rule, key).take(bucketRule(rule)),
      );
    },
    checkRateLimit: async (rule, key) =>
      requireAllowed(rule, await bucketOf(rule, key).peek(bucketRule(rule))),
    async releaseRateToken(rule, key) {
      await bucketOf(rule, key).restore(bucketRule(rule));
    },
  };
}

/** The binding does not tell when the next request is allowed, so a refusal names the whole period. */
async function countApproximately(
  limits: ApproximateLimits,
  rule: ApproximateRateName,
  key: string,
): Promise<RateVerdict> {
  const { capacity, perSeconds } = rateRules[rule];
  const { success } = await limits[`LIMIT_${capacity}`].limit({ key: `${rule}:${key}` });
  return { isAllowed: success, retryAfterSeconds: success ? 0 : perSeconds };
}

export function bucketRule(rule: RateName): RateRule {
  const { capacity, perSeconds } = rateRules[rule];
  return { capacity, perSeconds };
}

function requireAllowed(rule: RateName, { isAllowed, retryAfterSeconds }: RateVerdict): void {
  if (!isAllowed) throw tooFast(rule, retryAfterSeconds);
}

export function tooFast(rule: RateName, retryAfterSeconds: number): AppError {
  const { reason = "Too many requests." }: RateRule = rateRules[rule];
  const message = `${reason} Please try again in ${retryAfterSeconds} s.`;
  return new AppError("rate_limited", message, { retryAfterSeconds });
}

/** `at` is in milliseconds; `tokens` is the number of tokens at that instant. */
export type Bucket = { tokens: number; at: number };

export type RateVerdict = { isAllowed: boolean; retryAfterSeconds: number };

/** Takes `cost` tokens. Returns `bucket: null` when the request is refused. A key without a bucket starts full. */
export function takeTokens(
  bucket: Bucket | undefined,
  rule: RateRule,
  { cost, nowMs }: { cost: number; nowMs: number },
): { verdict: RateVerdict; bucket: Bucket | null } {
  const available = availableIn(bucket, rule, nowMs);
  const missing = Math.max(0, cost - available);
  const isAllowed = missing === 0;
  const verdict = {
    isAllowed,
    retryAfterSeconds: isAllowed ? 0 : Math.max(1, Math.ceil(missing / tokensPerMs(rule) / 1000)),
  };
  return { verdict, bucket: isAllowed ? { tokens: available - cost, at: nowMs } : null };
}

function availableIn(bucket: Bucket | undefined, rule: RateRule, nowMs: number): number {
  if (!bucket) return rule.capacity;
  const refilled = Math.max(0, nowMs - bucket.at) * tokensPerMs(rule);
  return Math.min(rule.capacity, bucket.tokens + refilled);
}

const tokensPerMs = ({ capacity, perSeconds }: RateRule) => capacity / (perSeconds * 1000);
