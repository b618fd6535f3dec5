import { requestPasswordReset, resetPassword } from "#accounts/password/reset.ts";
import { clientOf } from "#accounts/sessions/client.ts";
import { confirmEmail, mailConfirmation } from "#accounts/sign-in/confirm-email.ts";
import {
  confirmEmailRequestSchema,
  forgotPasswordRequestSchema,
  resetPasswordRequestSchema,
} from "#contract/security.ts";
import { AppError } from "#worker/errors.ts";
import { readJson } from "#worker/http/body.ts";
import type { Operation } from "#worker/http/operation.ts";
import { rememberDevice } from "./session-answer.ts";

/** What is asked for by mail, and what a mailed link does. */
export const mailedLinkOperations: readonly Operation[] = [
  {
    method: "POST",
    path: "/api/auth/forgot-password",
    access: "public",
    rate: "mailedLink",
    body: forgotPasswordRequestSchema,
    handle: async (c) => {
      const { email } = await readJson(c.req.raw, forgotPasswordRequestSchema);
      if (!email.trim()) throw new AppError("missing_fields", "Please enter your email.");
      requestPasswordReset(c.var.deps.accounts, email, clientOf(c.req.raw));
      return c.json({ success: true });
    },
  },
  {
    method: "POST",
    path: "/api/auth/reset-password",
    access: "public",
    rate: "mailedLink",
    body: resetPasswordRequestSchema,
    handle: async (c) => {
      const request = await readJson(c.req.raw, resetPasswordRequestSchema);
      // The mailbox proves the person: nobody's wrong tries keep this browser from signing in.
      const { userId } = await resetPassword(c.var.deps.accounts, request, clientOf(c.req.raw));
      await rememberDevice(c, userId);
      return c.json({ success: true });
    },
  },
  {
    method: "POST",
    path: "/api/auth/confirm-email",
    access: "public",
    rate: "mailedLink",
    body: confirmEmailRequestSchema,
    handle: async (c) => {
      const { token } = await readJson(c.req.raw, confirmEmailRequestSchema);
      await confirmEmail(c.var.deps.accounts, token, clientOf(c.req.raw));
      return c.json({ success: true });
    },
  },
  {
    method: "POST",
    path: "/api/auth/resend-confirmation",
    access: "user",
    rate: "mailedLink",
    handle: async (c, who) => {
      const { accounts } = c.var.deps;
      if (!accounts.mailer) throw new AppError("not_available", "Mail is not set up here.");
      await mailConfirmation(accounts, who.userId);
      return c.json({ success: true });
    },
  },
];
