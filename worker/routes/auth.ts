import { clearedSessionCookie, sessionCookie } from "#accounts/session.ts";
import type { OpenedSession } from "#accounts/sign-in.ts";
import { profileUpdateSchema, signInRequestSchema, signUpRequestSchema } from "#contract/account.ts";
import type { AppContext } from "#worker/context.ts";
import { readJson } from "#worker/http/body.ts";
import { holdRate } from "#worker/http/guards.ts";
import type { Operation } from "#worker/http/operation.ts";
import { presentUser } from "./present-user.ts";

export const authOperations: readonly Operation[] = [
  {
    method: "POST",
    path: "/api/auth/signup",
    access: "public",
    rate: "signUp",
    handle: async (c) => {
      const request = await readJson(c.req.raw, signUpRequestSchema);
      return answerSession(c, await c.var.deps.accounts.signUp(request, c.req.raw.headers));
    },
  },
  {
    method: "POST",
    path: "/api/auth/signin",
    access: "public",
    rate: "signInAddress",
    handle: async (c) => {
      const request = await readJson(c.req.raw, signInRequestSchema);
      await holdRate(c, "signInAccount", request.email.trim().toLowerCase().slice(0, 254));
      return answerSession(c, await c.var.deps.accounts.signIn(request, c.req.raw.headers));
    },
  },
  {
    method: "POST",
    path: "/api/auth/verify",
    access: "user",
    handle: async (c, who) => c.json({ user: await presentUser(c.var.deps, who.userId) }),
  },
  {
    method: "POST",
    path: "/api/auth/signout",
    access: "user",
    handle: async (c, who) => {
      await c.var.deps.accounts.signOut(who);
      c.header("Set-Cookie", clearedSessionCookie(isSecure(c)));
      return c.json({ success: true });
    },
  },
  {
    method: "GET",
    path: "/api/auth/profile",
    access: "user",
    handle: async (c, who) => c.json({ user: await presentUser(c.var.deps, who.userId) }),
  },
  {
    method: "PUT",
    path: "/api/auth/profile",
    access: "user",
    handle: async (c, who) => {
      await c.var.deps.accounts.updateProfile(who.userId, await readJson(c.req.raw, profileUpdateSchema));
      return c.json({ user: await presentUser(c.var.deps, who.userId) });
    },
  },
];

async function answerSession(c: AppContext, opened: OpenedSession): Promise<Response> {
  c.header("Set-Cookie", sessionCookie(opened.token, isSecure(c)));
  return c.json({ user: await presentUser(c.var.deps, opened.userId), token: opened.token });
}

function isSecure(c: AppContext): boolean {
  return c.var.deps.origin.startsWith("https:");
}
