import { waitUntil } from "cloudflare:workers";
import { TimedCache } from "#platform/cache.ts";
import { networkOf } from "#platform/network.ts";
import type { AppContext } from "../deps.ts";
import { isEdgeCacheEnabled } from "../settings/env.ts";

/** Cached responses: the most recent ones in this isolate, the others in the data center's cache. */
const answers = new TimedCache<{ body: ArrayBuffer; headers: Headers }>({
  max: 20,
  earlyMs: 1_000,
  shared: {
    open: async () => caches.default,
    addressOf: (key) => key,
    read: async (answer) => ({ body: await answer.arrayBuffer(), headers: answer.headers }),
  },
});
const IN_ISOLATE_MS = 5_000;

/**
 * Returns the cached response, or a 304 when the client already has it. Returns null when nothing is cached,
 * and always in development without `EDGE_CACHE`.
 */
async function cachedAnswer(c: AppContext, key: string): Promise<Response | null> {
  if (!isEdgeCacheEnabled(c.var.deps.settings)) return null;
  const cached = await answers.findShared(key, Date.now(), () => Date.now() + IN_ISOLATE_MS);
  return cached && orNotModified(c, new Response(cached.body, { headers: cached.headers }));
}

function share(c: AppContext, key: string, answer: Response): void {
  if (isEdgeCacheEnabled(c.var.deps.settings)) waitUntil(answers.share(key, answer.clone()));
}

export type EdgeCachePolicy = {
  /**
   * How long the edge cache may reuse a response. It is shared among visitors without credentials, or among all
   * readers with `isForEverybody`.
   */
  sharedSeconds: number;
  isForEverybody?: true;
  /**
   * Keys of the response that may change while its meaning stays the same, such as the time of the request.
   * They do not affect the ETag.
   */
  notInEtag: readonly string[];
};

/**
 * Returns the cached response and the key under which a new one is cached; both are null when the response must
 * not be shared. `query` is already parsed, so that made-up parameters do not create separate cache entries.
 */
export async function findCachedResponse(
  c: AppContext,
  query: unknown,
  reuse: EdgeCachePolicy,
): Promise<{ answer: Response | null; key: string | null }> {
  if (!isShared(c, reuse) || !isEdgeCacheEnabled(c.var.deps.settings)) return { answer: null, key: null };
  const params = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]),
  );
  params.sort();
  const key = await edgeCacheKeyOf(c, params);
  return { answer: await cachedAnswer(c, key), key };
}

/**
 * Returns the cache key of the request's URL. It contains the version of the public data, which is read before
 * the response is made, so that no outdated response is stored under a newer key.
 */
export async function edgeCacheKeyOf(c: AppContext, params = new URLSearchParams()): Promise<string> {
  const { origin, publicVersion } = c.var.deps;
  params.set("public-version", String(await publicVersion()));
  return `${origin}${canonicalPathname(new URL(c.req.url).pathname)}?${params}`;
}

/** Normalizes percent-encoding, so that `/stocks/%41APL` and `/stocks/AAPL` share one cache entry. */
export function canonicalPathname(pathname: string): string {
  return pathname
    .split("/")
    .map((part) => {
      try {
        return encodeURIComponent(decodeURIComponent(part));
      } catch {
        return part;
      }
    })
    .join("/");
}

/**
 * Returns a JSON response with an ETag, or a 304 when the client already has it, and stores it in the edge
 * cache if `key` is not null. A response that is not shared stays in the browser, which revalidates it each
 * time.
 */
export async function cacheableJsonResponse(
  c: AppContext,
  answered: object,
  key: string | null,
  reuse: EdgeCachePolicy,
): Promise<Response> {
  const isPublic = isShared(c, reuse);
  const lasting = Object.entries(answered).filter(([key]) => !reuse.notInEtag.includes(key));
  const answer = Response.json(answered, {
    headers: {
      "cache-control": isPublic
        ? `public, max-age=0, s-maxage=${reuse.sharedSeconds}, must-revalidate`
        : "private, no-cache",
      ...(reuse.isForEverybody ? {} : { vary: "Authorization, Cookie" }),
      etag: await etagOf(JSON.stringify(lasting)),
    },
  });
  if (key !== null) share(c, key, answer);
  return orNotModified(c, answer);
}

/**
 * Returns a response that is the same for everybody, from the edge cache or from `make`, or null when `make`
 * returns null. Only a response that has to be made counts against the network's rate limit.
 */
export async function respondFromEdgeCache(
  c: AppContext,
  key: string,
  sharedSeconds: number,
  make: () => Promise<Response | null>,
): Promise<Response | null> {
  // Reads the data center's cache directly, because files and pictures are too large for the isolate's memory
  // and must be streamed.
  const cached = isEdgeCacheEnabled(c.var.deps.settings) ? await caches.default.match(key) : undefined;
  if (cached) return orNotModified(c, cached);
  await c.var.deps.enforceRateLimit("publicPages", networkOf(c.req.raw));
  const answer = await make();
  if (!answer) return null;
  answer.headers.set("cache-control", `public, max-age=0, s-maxage=${sharedSeconds}, must-revalidate`);
  if (answer.status === 200) share(c, key, answer);
  return orNotModified(c, answer);
}

function isShared(c: AppContext, { isForEverybody }: EdgeCachePolicy): boolean {
  return isForEverybody === true || !hasCredentials(c);
}

/** Whether the sender may get a personal response, which must not be shared. */
function hasCredentials(c: AppContext): boolean {
  return c.req.header("authorization") !== undefined || c.req.header("cookie") !== undefined;
}

export function orNotModified(c: AppContext, answer: Response): Response {
  const knownTags =
    c.req
      .header("if-none-match")
      ?.split(",")
      .map((tag) => tag.trim()) ?? [];
  const etag = answer.headers.get("etag");
  if (etag === null || !knownTags.includes(etag)) return answer;
  const headers = new Headers(answer.headers);
  headers.delete("content-type");
  return new Response(null, { status: 304, headers });
}

/** Returns a weak ETag of the body. It is weak because a proxy on the way may compress the body. */
export async function etagOf(body: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).slice(0, 12);
  return `W/"${Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")}"`;
}
