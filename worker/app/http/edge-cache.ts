import { waitUntil } from "cloudflare:workers";
import { IsolateMemory } from "#platform/isolate-memory.ts";
import { networkOf } from "#platform/network.ts";
import type { AppContext } from "../deps.ts";
import { isCachedAtEdge, type Settings } from "../settings/env.ts";

/** The cache of the data centre; null in a development run without `EDGE_CACHE`, which shows each change at once. */
function edgeCache(settings: Pick<Settings, "APP_ENV" | "EDGE_CACHE">): Cache | null {
  return isCachedAtEdge(settings) ? caches.default : null;
}

/** Answers that this isolate read from the cache: for a moment a hot one costs no way there, which is beside the isolate. */
const inMemory = new IsolateMemory<{ body: ArrayBuffer; headers: Headers }>(20, 1_000);
const IN_MEMORY_MS = 5_000;

/** How a call's answer may be reused. */
export type Reuse = {
  /** Seconds for which the edge answers: visitors without credentials, or everybody. */
  sharedSeconds: number;
  /** The answer is the same whoever asks, so that credentials do not count. */
  isForEverybody?: true;
  /** Keys of the answer that change while it says the same: they are no part of its ETag. */
  notInEtag: readonly string[];
};

/**
 * The edge's answer, and the key under which one made now is left there; nulls where nothing is shared. `query` is the parsed one,
 * so that no made-up parameter splits the cache.
 */
export async function sharedAnswer(
  c: AppContext,
  query: unknown,
  reuse: Reuse,
): Promise<{ answer: Response | null; key: string | null }> {
  const cache = isShared(c, reuse) ? edgeCache(c.var.deps.settings) : null;
  if (!cache) return { answer: null, key: null };
  const params = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]),
  );
  params.sort();
  const key = await edgeKeyOf(c, params);
  const found = inMemory.find(key, Date.now()) ?? (await readCached(cache, key));
  // Each call completes headers of its own.
  return { answer: found && unlessUnchanged(c, new Response(found.body, { headers: found.headers })), key };
}

async function readCached(cache: Cache, key: string) {
  const cached = await cache.match(key);
  if (!cached) return null;
  const answer = { body: await cached.arrayBuffer(), headers: cached.headers };
  inMemory.keep(key, answer, Date.now() + IN_MEMORY_MS);
  return answer;
}

/** Of an address, in the public version of now: read before the answer is made, so that no older answer stands under it. */
export async function edgeKeyOf(c: AppContext, params = new URLSearchParams()): Promise<string> {
  const { origin, publicVersion } = c.var.deps;
  params.set("public-version", String(await publicVersion()));
  return `${origin}${new URL(c.req.url).pathname}?${params}`;
}

/**
 * An answer with its ETag, or a 304. A shared one is the edge's for some seconds; any other is for its reader's browser
 * alone, which asks each time whether it still holds.
 */
export async function reusable(
  c: AppContext,
  answered: object,
  key: string | null,
  reuse: Reuse,
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
  const cache = edgeCache(c.var.deps.settings);
  if (cache && key !== null) waitUntil(cache.put(key, answer.clone()));
  return unlessUnchanged(c, answer);
}

/**
 * A document of everybody: the edge's copy, or one made anew for some seconds of the edge; null where there is none. Only what
 * is made counts against a network's rate.
 */
export async function answerEverybody(
  c: AppContext,
  key: string,
  sharedSeconds: number,
  make: () => Promise<Response | null>,
): Promise<Response | null> {
  const { settings, enforceRateLimit } = c.var.deps;
  const cache = edgeCache(settings);
  const cached = await cache?.match(key);
  if (cached) return unlessUnchanged(c, cached);
  await enforceRateLimit("publicPages", networkOf(c.req.raw));
  const answer = await make();
  if (!answer) return null;
  answer.headers.set("cache-control", `public, max-age=0, s-maxage=${sharedSeconds}, must-revalidate`);
  if (cache && answer.status === 200) waitUntil(cache.put(key, answer.clone()));
  return unlessUnchanged(c, answer);
}

function isShared(c: AppContext, { isForEverybody }: Reuse): boolean {
  return isForEverybody === true || !hasCredentials(c);
}

/** Whoever sends a cookie or a token may be somebody, whose answer is nobody else's. */
function hasCredentials(c: AppContext): boolean {
  return c.req.header("authorization") !== undefined || c.req.header("cookie") !== undefined;
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
