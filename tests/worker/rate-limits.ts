import { env } from "cloudflare:test";
import { isApproximate, type RateLimitName } from "#contract/rules.ts";
import { HOUR_MS } from "#contract/time.ts";
import { bucketRule, openRateLimits } from "#platform/limits/rate-limiter.ts";

const MINUTE_MS = 60_000;
const ENOUGH_MS = 15_000;

/** The runtime counts approximate limits per minute of the clock, so a test that counts them begins early in one. */
export async function inOneMinute(): Promise<void> {
  const leftMs = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (leftMs < ENOUGH_MS) await new Promise((resolve) => setTimeout(resolve, leftMs));
}

/** Uses up everything that `key` may request: of an approximate limit in this minute, of an exact one in an hour. */
export async function exhaust(rule: RateLimitName, key: string): Promise<void> {
  const limit = bucketRule(rule);
  if (!isApproximate(rule)) {
    const bucket = env.RATE.get(env.RATE.idFromName(`${rule}:${key}`));
    await bucket.take(limit, limit.capacity, Date.now() + HOUR_MS);
    return;
  }
  await inOneMinute();
  const { enforceRateLimit } = openRateLimits(env);
  await Promise.allSettled(Array.from({ length: limit.capacity }, () => enforceRateLimit(rule, key)));
}
