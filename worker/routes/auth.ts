import { recordEvent } from "#accounts/privacy/security-events.ts";
import { updateProfile } from "#accounts/profile/profile.ts";
import { clientOf } from "#accounts/sessions/client.ts";
import { endSession } from "#accounts/sessions/session.ts";
import { signIn } from "#accounts/sign-in/sign-in.ts";
import { signUp } from "#accounts/sign-in/sign-up.ts";
import { profileUpdateSchema, signInRequestSchema, signUpRequestSchema } from "#contract/account.ts";
import { readJson } from "#worker/http/body.ts";
import type { Operation } from "#worker/http/operation.ts";
import { presentUser } from "./present-user.ts";
import { answerSession, clearSession } from "./session-answer.ts";

export const authOperations: readonly Operation[] = [
  {
    method: "POST",
    path: "/api/auth/signup",
    access: "public",
    rate: "signUp",
    body: signUpRequestSchema,
    handle: async (c) => {
      const request = await readJson(c.req.raw, signUpRequestSchema);
      return answerSession(c, await signUp(c.var.deps.accounts, request, clientOf(c.req.raw)));
    },
  },
  {
    method: "POST",
    path: "/api/auth/signin",
    access: "public",
    rate: "signInAddress",
    body: signInRequestSchema,
    isCountedByHandler: true,
    handle: async (c) => {
      const request = await readJson(c.req.raw, signInRequestSchema);
      const outcome = await signIn(c.var.deps.accounts, request, c.req.raw);
      if ("ticket" in outcome) return c.json({ twoFactorRequired: true, ticket: outcome.ticket });
      return answerSession(c, outcome);
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
      const { accounts } = c.var.deps;
      await endSession(accounts, who.userId, who.sessionId);
      accounts.inBackground(recordEvent(accounts, who.userId, "sign_out", clientOf(c.req.raw)));
      clearSession(c);
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
    body: profileUpdateSchema,
    handle: async (c, who) => {
      const { db, now } = c.var.deps;
      await updateProfile(db, who.userId, await readJson(c.req.raw, profileUpdateSchema), now());
      return c.json({ user: await presentUser(c.var.deps, who.userId) });
    },
  },
];
