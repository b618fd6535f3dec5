import { env } from "cloudflare:test";
import { isApproximate, type RateLimitName } from "#contract/rules.ts";
import { HOUR_MS } from "#contract/time.ts";
import { bucketRule, openRateLimits } from "#platform/limits/rate-limiter.ts";
import { inOneMinute } from "../in-one-minute.ts";

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
