import { waitUntil } from "cloudflare:workers";
import { TimedCache } from "#platform/cache.ts";
import { networkOf } from "#platform/network.ts";
import type { AppContext } from "../deps.ts";
import { isCachedAtEdge } from "../settings/env.ts";

/** Keeps the most recent answers in the isolate, in front of the data center's cache. */
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

/** Null in a development run without `EDGE_CACHE`. */
async function cachedAnswer(c: AppContext, key: string): Promise<Response | null> {
  if (!isCachedAtEdge(c.var.deps.settings)) return null;
  const cached = await answers.findShared(key, Date.now(), () => Date.now() + IN_ISOLATE_MS);
  return cached && unlessUnchanged(c, new Response(cached.body, { headers: cached.headers }));
}

function share(c: AppContext, key: string, answer: Response): void {
  if (isCachedAtEdge(c.var.deps.settings)) waitUntil(answers.share(key, answer.clone()));
}

export type Reuse = {
  /** For visitors without credentials, or for everybody. */
  sharedSeconds: number;
  isForEverybody?: true;
  /** Keys that change while the answer says the same. */
  notInEtag: readonly string[];
};

/**
 * The cached answer and the key for a new one; nulls where nothing is shared. `query` is parsed: made-up
 * parameters do not split the cache.
 */
export async function sharedAnswer(
  c: AppContext,
  query: unknown,
  reuse: Reuse,
): Promise<{ answer: Response | null; key: string | null }> {
  if (!isShared(c, reuse) || !isCachedAtEdge(c.var.deps.settings)) return { answer: null, key: null };
  const params = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]),
  );
  params.sort();
  const key = await edgeKeyOf(c, params);
  return { answer: await cachedAnswer(c, key), key };
}

/** Names the public version, read before the answer is made: no older answer under a newer key. */
export async function edgeKeyOf(c: AppContext, params = new URLSearchParams()): Promise<string> {
  const { origin, publicVersion } = c.var.deps;
  params.set("public-version", String(await publicVersion()));
  return `${origin}${canonicalPathname(new URL(c.req.url).pathname)}?${params}`;
}

/** `/stocks/%41APL` is `/stocks/AAPL`: cached once, however written. */
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

/** With its ETag, or a 304. Unshared answers stay in the browser, which revalidates each time. */
export async function reusableAnswer(
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
  if (key !== null) share(c, key, answer);
  return unlessUnchanged(c, answer);
}

/** Only what is made counts against a network's rate. */
export async function answerEverybody(
  c: AppContext,
  key: string,
  sharedSeconds: number,
  make: () => Promise<Response | null>,
): Promise<Response | null> {
  // Streamed: files and pictures are too large for the isolate.
  const cached = isCachedAtEdge(c.var.deps.settings) ? await caches.default.match(key) : undefined;
  if (cached) return unlessUnchanged(c, cached);
  await c.var.deps.enforceRateLimit("publicPages", networkOf(c.req.raw));
  const answer = await make();
  if (!answer) return null;
  answer.headers.set("cache-control", `public, max-age=0, s-maxage=${sharedSeconds}, must-revalidate`);
  if (answer.status === 200) share(c, key, answer);
  return unlessUnchanged(c, answer);
}

function isShared(c: AppContext, { isForEverybody }: Reuse): boolean {
  return isForEverybody === true || !hasCredentials(c);
}

/** Their sender may get an answer of their own. */
function hasCredentials(c: AppContext): boolean {
  return c.req.header("authorization") !== undefined || c.req.header("cookie") !== undefined;
}

export function unlessUnchanged(c: AppContext, answer: Response): Response {
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

/** Weak, because a server on the way may compress the body. */
export async function etagOf(body: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).slice(0, 12);
  return `W/"${Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")}"`;
}
