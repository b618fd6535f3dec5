import { DurableObject } from "cloudflare:workers";
import {
  type ApproximateRateLimitName,
  type approximateLimits,
  type ExactRateLimitName,
  isApproximate,
  type RateLimitName,
  type RateLimitRule,
  rateLimitRules,
  unsolicitedMailLimits,
} from "#contract/rules.ts";
import { HOUR_SECONDS, MINUTE_SECONDS } from "#contract/time.ts";
import { AppError } from "../errors.ts";
import { durableObjectStub } from "../objects.ts";

const BUCKET = "bucket";
const USES = "uses";

/** `perSeconds` is the period of the rule, after which an unused bucket is full again. */
type StoredBucket = Bucket & { perSeconds: number };
/** `at` lists the milliseconds of the uses within `perSeconds`, the longest period of the limits; oldest first. */
type StoredUses = { at: number[]; perSeconds: number };

/** Counts one key, which is the object's name, for example "signInAddress:203.0.113.7". */
export class RateLimiter extends DurableObject {
  /** Takes tokens of a bucket, or returns the whole seconds until there are enough. */
  async take(rule: RateLimitRule, cost = 1, nowMs = Date.now()): Promise<RateVerdict> {
    const { storage } = this.ctx;
    const storedBucket = this.#bucket();
    const { verdict, bucket } = takeTokens(storedBucket, rule, { cost, nowMs });
    const { perSeconds } = rule;
    // A refused request changes nothing, so it writes no row.
    if (bucket) storage.kv.put<StoredBucket>(BUCKET, { ...bucket, perSeconds });
    // Setting an alarm is billed as a row write, so it is set only when the bucket is created.
    if (bucket && !storedBucket) await storage.setAlarm(Date.now() + perSeconds * 1000);
    return verdict;
  }

  peek(rule: RateLimitRule, nowMs = Date.now()): RateVerdict {
    return takeTokens(this.#bucket(), rule, { cost: 1, nowMs }).verdict;
  }

  restore(rule: RateLimitRule, nowMs = Date.now()): Promise<RateVerdict> {
    return this.take(rule, -1, nowMs);
  }

  /**
   * Counts a use unless one of the limits is reached. No span of a limit's length ever has more uses than its
   * capacity, whereas a bucket refills during the span.
   */
  async takeWithin(limits: readonly RateLimitRule[], nowMs = Date.now()): Promise<RateVerdict> {
    const { storage } = this.ctx;
    const stored = this.#uses();
    const perSeconds = Math.max(...limits.map((limit) => limit.perSeconds), stored?.perSeconds ?? 0);
    const recent = (stored?.at ?? []).filter((at) => at > nowMs - perSeconds * 1000);
    // The use that must leave a full span before the next one fits into it.
    const waitsMs = limits.map((limit) => {
      const blocking = recent.at(-limit.capacity);
      return blocking === undefined ? 0 : blocking + limit.perSeconds * 1000 - nowMs;
    });
    const waitMs = Math.max(0, ...waitsMs);
    if (waitMs > 0) return { isAllowed: false, retryAfterSeconds: Math.ceil(waitMs / 1000) };
    storage.kv.put<StoredUses>(USES, { at: [...recent, nowMs], perSeconds });
    if (!stored) await storage.setAlarm(Date.now() + perSeconds * 1000);
    return { isAllowed: true, retryAfterSeconds: 0 };
  }

  /** Deletes a count that no longer limits anything, because its key may contain an address. */
  override async alarm(): Promise<void> {
    const { storage } = this.ctx;
    const [bucket, uses] = [this.#bucket(), this.#uses()];
    const emptyAt = Math.max(
      bucket ? bucket.at + bucket.perSeconds * 1000 : 0,
      uses ? (uses.at.at(-1) ?? 0) + uses.perSeconds * 1000 : 0,
    );
    await (emptyAt > Date.now() ? storage.setAlarm(emptyAt) : storage.deleteAll());
  }

  #bucket(): StoredBucket | undefined {
    return this.ctx.storage.kv.get<StoredBucket>(BUCKET);
  }

  #uses(): StoredUses | undefined {
    return this.ctx.storage.kv.get<StoredUses>(USES);
  }
}

export type RateLimits = {
  /** Counts a request. Throws `rate_limited` with the seconds to wait. */
  enforceRateLimit(rule: RateLimitName, key: string): Promise<void>;
  /** Throws `rate_limited` when the bucket is empty, without taking a token. */
  checkRateLimit(rule: ExactRateLimitName, key: string): Promise<void>;
  releaseRateToken(rule: ExactRateLimitName, key: string): Promise<void>;
  /** Counts a mail that anyone can cause. Throws `rate_limited` when the mailbox's budget is spent. */
  enforceMailBudget(mailbox: string, need: keyof typeof unsolicitedMailLimits): Promise<void>;
};

/** One of Cloudflare's rate-limit bindings for each number of requests per minute. */
export type ApproximateLimits = Readonly<Record<`LIMIT_${(typeof approximateLimits)[number]}`, RateLimit>>;

/** The rules in `#contract/rules.ts` say which limits the platform counts and which a Durable Object counts. */
export function openRateLimits(
  env: ApproximateLimits & { RATE: DurableObjectNamespace<RateLimiter> },
): RateLimits {
  const bucketOf = (rule: ExactRateLimitName, key: string) => durableObjectStub(env.RATE, `${rule}:${key}`);
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
    async enforceMailBudget(mailbox, need) {
      const counter = durableObjectStub(env.RATE, `unsolicitedMail:${mailbox}`);
      const { isAllowed, retryAfterSeconds } = await counter.takeWithin([...unsolicitedMailLimits[need]]);
      if (!isAllowed) throw limitReached("Too many emails were sent to this address.", retryAfterSeconds);
    },
  };
}

/** The binding does not tell when the next request is allowed, so a refusal names the whole period. */
async function countApproximately(
  limits: ApproximateLimits,
  rule: ApproximateRateLimitName,
  key: string,
): Promise<RateVerdict> {
  const { capacity, perSeconds } = rateLimitRules[rule];
  const { success } = await limits[`LIMIT_${capacity}`].limit({ key: `${rule}:${key}` });
  return { isAllowed: success, retryAfterSeconds: success ? 0 : perSeconds };
}

export function bucketRule(rule: RateLimitName): RateLimitRule {
  const { capacity, perSeconds } = rateLimitRules[rule];
  return { capacity, perSeconds };
}

function requireAllowed(rule: RateLimitName, { isAllowed, retryAfterSeconds }: RateVerdict): void {
  if (!isAllowed) throw rateLimitError(rule, retryAfterSeconds);
}

export function rateLimitError(rule: RateLimitName, retryAfterSeconds: number): AppError {
  const { reason = "Too many requests." }: RateLimitRule = rateLimitRules[rule];
  return limitReached(reason, retryAfterSeconds);
}

function limitReached(reason: string, retryAfterSeconds: number): AppError {
  const message = `${reason} Please try again in ${waitText(retryAfterSeconds)}.`;
  return new AppError("rate_limited", message, { retryAfterSeconds });
}

function waitText(seconds: number): string {
  if (seconds < 2 * MINUTE_SECONDS) return `${seconds} s`;
  return seconds < 2 * HOUR_SECONDS
    ? `${Math.ceil(seconds / MINUTE_SECONDS)} minutes`
    : `${Math.ceil(seconds / HOUR_SECONDS)} hours`;
}

/** `at` is in milliseconds; `tokens` is the number of tokens at that instant. */
export type Bucket = { tokens: number; at: number };

type RateVerdict = { isAllowed: boolean; retryAfterSeconds: number };

/** Takes `cost` tokens. Returns `bucket: null` when the request is refused. A key without a bucket starts full. */
export function takeTokens(
  bucket: Bucket | undefined,
  rule: RateLimitRule,
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

function availableIn(bucket: Bucket | undefined, rule: RateLimitRule, nowMs: number): number {
  if (!bucket) return rule.capacity;
  const refilled = Math.max(0, nowMs - bucket.at) * tokensPerMs(rule);
  return Math.min(rule.capacity, bucket.tokens + refilled);
}

const tokensPerMs = ({ capacity, perSeconds }: RateLimitRule) => capacity / (perSeconds * 1000);
