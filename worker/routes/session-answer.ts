import { clearedSessionCookie, type OpenedSession, sessionCookie } from "#accounts/session.ts";
import type { AppContext } from "#worker/context.ts";
import { presentUser } from "./present-user.ts";

/** Answers a session just opened: the token in the body, and the same session in an http-only cookie. */
export async function answerSession(c: AppContext, opened: OpenedSession): Promise<Response> {
  c.header("Set-Cookie", sessionCookie(c.var.deps.accounts, opened.token), { append: true });
  return c.json({ user: await presentUser(c.var.deps, opened.userId), token: opened.token });
}

/** Takes the session cookie from the browser with the answer that follows. */
export function clearSession(c: AppContext): void {
  c.header("Set-Cookie", clearedSessionCookie(c.var.deps.accounts), { append: true });
}
