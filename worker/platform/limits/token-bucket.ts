import type { RateRule } from "#contract/rules.ts";

/** Tokens left at an instant, in milliseconds. */
export type Bucket = { tokens: number; at: number };

/** `remaining`: whole tokens left afterwards; `fullAfterSeconds`: until the bucket is full again if nobody takes any. */
export type RateVerdict = {
  isAllowed: boolean;
  retryAfterSeconds: number;
  remaining: number;
  fullAfterSeconds: number;
};

/** Takes `cost` tokens where there are enough; the bucket is null where nothing was taken. A rule's new bucket is full. */
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
