import { clearedSessionCookie, type OpenedSession, sessionCookie } from "#accounts/sessions/session.ts";
import { deviceCookie } from "#accounts/sign-in/known-device.ts";
import type { AppContext } from "#worker/context.ts";
import { presentUser } from "./present-user.ts";

/** Answers a session just opened: the token in the body, and the same session in an http-only cookie. */
export async function answerSession(c: AppContext, opened: OpenedSession): Promise<Response> {
  c.header("Set-Cookie", sessionCookie(c.var.deps.accounts, opened.token), { append: true });
  await rememberDevice(c, opened.userId);
  return c.json({ user: await presentUser(c.var.deps, opened.userId), token: opened.token });
}

/** Makes this browser known, with the answer that follows, for the account's next sign-in. */
export async function rememberDevice(c: AppContext, userId: string): Promise<void> {
  const cookie = await deviceCookie(c.var.deps.accounts, c.req.raw, userId);
  if (cookie) c.header("Set-Cookie", cookie, { append: true });
}

/** Takes the session cookie from the browser with the answer that follows. */
export function clearSession(c: AppContext): void {
  c.header("Set-Cookie", clearedSessionCookie(c.var.deps.accounts), { append: true });
}
