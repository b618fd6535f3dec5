import { retentionHours } from "#contract/retention.ts";
import { HOUR_MS } from "#contract/time.ts";
import type { Cookies } from "#platform/cookies.ts";

const COOKIE = "beatcast_bookmark";
const COOKIE_SECONDS = (retentionHours.bookmark * HOUR_MS) / 1000;

/** D1's form of a bookmark. */
const bookmark = /^[0-9a-zA-Z-]{1,200}$/;

/**
 * A write reads from the primary, a visitor from the nearest copy, a person from any copy with their last write,
 * which a cookie names; without it from the primary.
 */
export function startOfReads(request: Request | null, cookies: Cookies): D1SessionBookmark {
  if (!request || (request.method !== "GET" && request.method !== "HEAD")) return "first-primary";
  const last = cookies.read(request, COOKIE);
  if (last !== null && bookmark.test(last)) return last;
  const isVisitor = !request.headers.has("authorization") && !request.headers.has("cookie");
  return isVisitor ? "first-unconstrained" : "first-primary";
}

/**
 * Null where the database was not used. A stream writes after its headers have left, so its bookmark is dropped and
 * the next read begins at the primary.
 */
export function bookmarkCookie(
  response: Response,
  latest: D1SessionBookmark | null,
  cookies: Cookies,
): string | null {
  if (response.headers.get("content-type")?.startsWith("text/event-stream")) return cookies.clear(COOKIE);
  return latest && bookmark.test(latest) ? cookies.set(COOKIE, latest, COOKIE_SECONDS) : null;
}
