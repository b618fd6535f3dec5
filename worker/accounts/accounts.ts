import { and, eq, gt } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { sessions } from "#db/schema/accounts.ts";
import { hashToken } from "./token.ts";

/** Whose session a call carries. */
export type Session = { userId: string; sessionId: string; via: "bearer" | "cookie" };

export type Accounts = {
  /** The living session of a call, or null. An invalid bearer token is null even beside a good cookie. */
  authenticate(request: Request): Promise<Session | null>;
};

export const SESSION_COOKIE = "beatcast_session";

export function openAccounts(db: Database): Accounts {
  return {
    async authenticate(request) {
      const bearer = /^Bearer\s+(\S{1,200})$/i.exec(request.headers.get("authorization") ?? "")?.[1];
      if (request.headers.has("authorization") && !bearer) return null;
      const token = bearer ?? cookieOf(request, SESSION_COOKIE);
      if (!token) return null;
      const [row] = await db
        .select({ userId: sessions.userId, sessionId: sessions.id })
        .from(sessions)
        .where(and(eq(sessions.token, await hashToken(token)), gt(sessions.expiresAt, new Date())))
        .limit(1);
      return row ? { ...row, via: bearer ? "bearer" : "cookie" } : null;
    },
  };
}

function cookieOf(request: Request, name: string): string | undefined {
  const cookies = (request.headers.get("cookie") ?? "").split(/;\s*/);
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
}
