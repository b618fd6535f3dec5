import { and, eq, gt } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { sessions } from "#db/schema/accounts.ts";
import { SESSION_DAYS } from "./library.ts";
import { hashToken } from "./token.ts";

/** Whose session a call carries. */
export type Session = { userId: string; sessionId: string; via: "bearer" | "cookie" };

const COOKIE = "beatcast_session";

/** Last use is written at most this often: a write per call would be the most expensive part of most calls. */
const LAST_USE_RESOLUTION_MS = 5 * 60 * 1000;

/**
 * The living session of a call, or null. An Authorization header decides alone: an invalid one is null even beside a
 * good cookie. Served by the unique index on the token.
 */
export async function findSession(db: Database, request: Request, now: Date): Promise<Session | null> {
  const bearer = /^Bearer\s+(\S{1,200})$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (request.headers.has("authorization") && !bearer) return null;
  const token = bearer ?? sessionCookieOf(request);
  if (!token) return null;
  const [row] = await db
    .select({ userId: sessions.userId, sessionId: sessions.id, updatedAt: sessions.updatedAt })
    .from(sessions)
    .where(and(eq(sessions.token, await hashToken(token)), gt(sessions.expiresAt, now)))
    .limit(1);
  if (!row) return null;
  if (now.getTime() - row.updatedAt.getTime() > LAST_USE_RESOLUTION_MS)
    await db.update(sessions).set({ updatedAt: now }).where(eq(sessions.id, row.sessionId));
  return { userId: row.userId, sessionId: row.sessionId, via: bearer ? "bearer" : "cookie" };
}

/** Ends a session on the server: its token is dead from here on. */
export async function endSession(db: Database, session: Session): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, session.sessionId));
}

/** The Set-Cookie value that gives the browser its session; scripts cannot read it. */
export function sessionCookie(token: string, isSecure: boolean): string {
  return `${COOKIE}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${SESSION_DAYS * 24 * 60 * 60}${isSecure ? "; Secure" : ""}`;
}

/** The Set-Cookie value that takes the session from the browser. */
export function clearedSessionCookie(isSecure: boolean): string {
  return `${COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${isSecure ? "; Secure" : ""}`;
}

function sessionCookieOf(request: Request): string | undefined {
  const cookies = (request.headers.get("cookie") ?? "").split(/;\s*/);
  return cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
}
