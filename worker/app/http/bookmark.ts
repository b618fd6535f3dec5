import { retentionHours } from "#contract/retention.ts";
import { HOUR_MS } from "#contract/time.ts";
import type { Cookies } from "#platform/cookies.ts";

const COOKIE = "beatcast_bookmark";
/** After this a signed-in person's reads go to the primary again. */
const COOKIE_SECONDS = (retentionHours.bookmark * HOUR_MS) / 1000;

/** What D1 gives as a bookmark. */
const bookmark = /^[0-9a-zA-Z-]{1,200}$/;

/**
 * Where a call's reads begin: a write's at the primary, a visitor's at the nearest copy, a person's at any copy with their
 * last write, which a cookie names; without one at the primary.
 */
export function startOfReads(request: Request | null, cookies: Cookies): D1SessionBookmark {
  if (!request || (request.method !== "GET" && request.method !== "HEAD")) return "first-primary";
  const last = cookies.read(request, COOKIE);
  if (last !== null && bookmark.test(last)) return last;
  const isVisitor = !request.headers.has("authorization") && !request.headers.has("cookie");
  return isVisitor ? "first-unconstrained" : "first-primary";
}

/**
 * The Set-Cookie value after a write; null where nothing was asked of the database. A stream writes after its headers have left, so
 * the bookmark goes, and the next read begins at the primary.
 */
export function bookmarkCookie(
  response: Response,
  latest: D1SessionBookmark | null,
  cookies: Cookies,
): string | null {
  if (response.headers.get("content-type")?.startsWith("text/event-stream")) return cookies.clear(COOKIE);
  return latest && bookmark.test(latest) ? cookies.set(COOKIE, latest, COOKIE_SECONDS) : null;
}
