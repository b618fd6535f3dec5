import { and, desc, eq, gt, ne, type SQL } from "drizzle-orm";
import { retentionDays } from "#contract/retention.ts";
import type { SessionItem } from "#contract/security.ts";
import { DAY_MS, DAY_SECONDS } from "#contract/time.ts";
import { newId } from "#platform/ids.ts";
import { sessions } from "#platform/schema/accounts.ts";
import type { AccountDeps } from "../accounts.ts";
import type { Client } from "./client.ts";
import { UNKNOWN_DEVICE } from "./device.ts";
import { hashToken, newToken } from "./token.ts";

export type Session = {
  userId: string;
  sessionId: string;
  /** When the person last proved who they are, at the sign-in or later in the session. */
  provenAt: Date;
  via: "bearer" | "cookie" | "key";
};

export type OpenedSession = { userId: string; token: string };

const SESSION_DAYS = retentionDays.session;
const SESSION_MS = SESSION_DAYS * DAY_MS;

const SESSION_COOKIE = "beatcast_session";

/**
 * How exact the last use of a session is stored. Writing it at every request would cost more than most requests
 * do.
 */
const LAST_USE_RESOLUTION_MS = 5 * 60 * 1000;

type PresentedToken = { hash: string; via: Session["via"] };

/**
 * Returns the hash of the session token in a request, or null. If there is an Authorization header, the cookie
 * is ignored.
 */
export function sessionTokenFromRequest({ cookies }: AccountDeps, request: Request): PresentedToken | null {
  const bearer = /^Bearer\s+(\S{1,200})$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (request.headers.has("authorization") && !bearer) return null;
  const token = bearer ?? cookies.read(request, SESSION_COOKIE);
  return token ? { hash: hashToken(token), via: bearer ? "bearer" : "cookie" } : null;
}

/** Returns the condition for the unexpired session with this token hash. It uses the unique index on the token. */
export function isActiveSession(tokenHash: SQL<string>, nowMs: SQL<number>) {
  return and(eq(sessions.token, tokenHash), gt(sessions.expiresAt, nowMs));
}

export async function recordUse(
  { db, now }: AccountDeps,
  { id, updatedAt }: Pick<typeof sessions.$inferSelect, "id" | "updatedAt">,
): Promise<void> {
  const at = now();
  if (at.getTime() - updatedAt.getTime() > LAST_USE_RESOLUTION_MS)
    await db.update(sessions).set({ updatedAt: at }).where(eq(sessions.id, id));
}

export async function openSession(
  { db, now }: AccountDeps,
  userId: string,
  client: Client,
): Promise<OpenedSession> {
  const [token, at] = [newToken(), now()];
  await db.insert(sessions).values({
    id: newId("ses"),
    token: hashToken(token),
    userId,
    expiresAt: new Date(at.getTime() + SESSION_MS),
    userAgent: client.device,
    place: client.place,
    createdAt: at,
    updatedAt: at,
  });
  return { userId, token };
}

export async function endTokenSession({ db }: AccountDeps, token: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token, hashToken(token)));
}

/** Returns the person's sessions, most recently used first. The query uses the index `sessions_by_user`. */
export async function listSessions({ db, now }: AccountDeps, who: Session): Promise<SessionItem[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, who.userId), gt(sessions.expiresAt, now())))
    .orderBy(desc(sessions.updatedAt))
    .limit(100);
  return rows.map(({ id, userAgent, place, createdAt, updatedAt }) => ({
    id,
    device: userAgent ?? UNKNOWN_DEVICE,
    place,
    createdAt: createdAt.toISOString(),
    lastUsedAt: updatedAt.toISOString(),
    isCurrent: id === who.sessionId,
  }));
}

/** Ends a session of the person. Returns whether it existed. */
export async function endSession({ db }: AccountDeps, userId: string, sessionId: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

/**
 * Returns the statement that ends all sessions of the person except the current one. It can run in a batch or
 * alone.
 */
export function endOtherSessionsStatement({ db }: AccountDeps, who: Pick<Session, "userId" | "sessionId">) {
  return db
    .delete(sessions)
    .where(and(eq(sessions.userId, who.userId), ne(sessions.id, who.sessionId)))
    .returning({ id: sessions.id });
}

/** Returns the cookie that holds the session token. Scripts on the page cannot read it. */
export function sessionCookie({ cookies }: AccountDeps, token: string): string {
  return cookies.set(SESSION_COOKIE, token, SESSION_DAYS * DAY_SECONDS);
}

export function clearedSessionCookie({ cookies }: AccountDeps): string {
  return cookies.clear(SESSION_COOKIE);
}
