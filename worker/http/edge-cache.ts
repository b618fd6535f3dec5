import { waitUntil } from "cloudflare:workers";
import type { AppContext } from "#worker/context.ts";
import type { Settings } from "#worker/env.ts";

/** The cache of the data centre; null in a development run, which shows each change at once. */
export function edgeCache({ APP_ENV }: Pick<Settings, "APP_ENV">): Cache | null {
  return APP_ENV === "production" ? caches.default : null;
}

/** How a call's answer may be reused. */
export type Reuse = {
  /** Seconds for which the edge answers visitors without credentials. */
  visitorSeconds: number;
  /** Keys of the answer that change while it says the same: they are no part of its ETag. */
  notInEtag: readonly string[];
};

/**
 * The edge's answer for a visitor; null where there is none or the request carries credentials. `query` is the parsed one, so
 * that no made-up parameter splits the cache.
 */
export async function sharedAnswer(c: AppContext, query: unknown): Promise<Response | null> {
  if (hasCredentials(c)) return null;
  const cached = await edgeCache(c.var.deps.settings)?.match(keyOf(c, query));
  return cached ? unlessUnchanged(c, cached) : null;
}

/**
 * An answer with its ETag, or a 304. A visitor's is shared for some seconds; any other is for its reader's browser alone,
 * which asks each time whether it still holds.
 */
export async function reusable(
  c: AppContext,
  answered: object,
  query: unknown,
  reuse: Reuse,
): Promise<Response> {
  const isShared = !hasCredentials(c);
  const lasting = Object.entries(answered).filter(([key]) => !reuse.notInEtag.includes(key));
  const answer = Response.json(answered, {
    headers: {
      "cache-control": isShared
        ? `public, max-age=0, s-maxage=${reuse.visitorSeconds}, must-revalidate`
        : "private, no-cache",
      vary: "Authorization, Cookie",
      etag: await etagOf(JSON.stringify(lasting)),
    },
  });
  const cache = isShared ? edgeCache(c.var.deps.settings) : null;
  if (cache) waitUntil(cache.put(keyOf(c, query), answer.clone()));
  return unlessUnchanged(c, answer);
}

/** Whoever sends a cookie or a token may be somebody, whose answer is nobody else's. */
function hasCredentials(c: AppContext): boolean {
  return c.req.header("authorization") !== undefined || c.req.header("cookie") !== undefined;
}

function keyOf(c: AppContext, query: unknown): string {
  const params = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]),
  );
  params.sort();
  return `${c.var.deps.origin}${new URL(c.req.url).pathname}?${params}`;
}

/** A 304 without a body where the reader has this very answer. */
export function unlessUnchanged(c: AppContext, answer: Response): Response {
  const known = c.req.header("if-none-match")?.split(/\s*,\s*/) ?? [];
  const etag = answer.headers.get("etag");
  if (etag === null || !known.includes(etag)) return answer;
  const headers = new Headers(answer.headers);
  headers.delete("content-type");
  return new Response(null, { status: 304, headers });
}

/** Of a body's bytes. Weak, because a server on the way may compress the body. */
export async function etagOf(body: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).slice(0, 12);
  return `W/"${Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")}"`;
}
