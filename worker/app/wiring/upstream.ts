import { CircuitBreaker } from "#platform/upstream/circuit-breaker.ts";
import { guardedFetch } from "#platform/upstream/guarded-fetch.ts";
import type { Settings } from "../settings/env.ts";

const breaker = new CircuitBreaker();

const plainFetch = (url: string, init: RequestInit) => fetch(url, init);
const throughBreaker = guardedFetch(plainFetch, breaker);

/**
 * How this deployment asks other services: in production through one breaker an isolate. A development run asks at once
 * again, because whoever works on a source changes it between two calls.
 */
export function upstreamFetch({ APP_ENV }: Pick<Settings, "APP_ENV">): typeof plainFetch {
  return APP_ENV === "production" ? throughBreaker : plainFetch;
}
