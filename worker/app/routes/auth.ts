import { requestPasswordReset, resetPassword } from "#accounts/password/change.ts";
import { recordSecurityEvent } from "#accounts/privacy/security-events.ts";
import { clientOf } from "#accounts/sessions/client.ts";
import { endSession } from "#accounts/sessions/session.ts";
import { confirmEmail, mailConfirmation } from "#accounts/sign-in/confirm-email.ts";
import { signIn } from "#accounts/sign-in/sign-in.ts";
import { signUp } from "#accounts/sign-in/sign-up.ts";
import {
  sessionResponseSchema,
  signInRequestSchema,
  signInResponseSchema,
  signUpRequestSchema,
  userResponseSchema,
} from "#contract/account.ts";
import {
  confirmEmailRequestSchema,
  forgotPasswordRequestSchema,
  resetPasswordRequestSchema,
  successResponseSchema,
} from "#contract/security.ts";
import { AppError } from "#platform/errors.ts";
import { type Operation, operation } from "../http/operation.ts";
import { clearSession, presentSession, presentUser, rememberDevice } from "./present-user.ts";

export const authOperations: readonly Operation[] = [
  operation({
    method: "POST",
    path: "/api/auth/signup",
    access: "public",
    summary: "Create an account and open a session",
    rate: "signUp",
    body: signUpRequestSchema,
    response: sessionResponseSchema,
    errors: ["missing_fields", "conflict", "password_too_short", "password_too_long", "password_too_common"],
    handle: async ({ c, accounts, body }) =>
      presentSession(c, await signUp(accounts, body, clientOf(c.req.raw))),
  }),
  operation({
    method: "POST",
    path: "/api/auth/signin",
    access: "public",
    summary: "Open a session, or get a ticket for the second factor",
    rate: "signInAddress",
    isCountedByHandler: true,
    body: signInRequestSchema,
    response: signInResponseSchema,
    errors: ["missing_fields", "invalid_credentials"],
    handle: async ({ c, accounts, body }) => {
      const outcome = await signIn(accounts, body, c.req.raw);
      if ("ticket" in outcome) return { twoFactorRequired: true, ticket: outcome.ticket };
      return presentSession(c, outcome);
    },
  }),
  operation({
    method: "POST",
    path: "/api/auth/verify",
    access: "user",
    summary: "Check a session",
    response: userResponseSchema,
    handle: async ({ quotaOf, who }) => ({ user: await presentUser(quotaOf, who) }),
  }),
  operation({
    method: "POST",
    path: "/api/auth/signout",
    access: "user",
    summary: "End the session",
    response: successResponseSchema,
    handle: async ({ c, accounts, who }) => {
      await endSession(accounts, who.userId, who.sessionId);
      accounts.inBackground(recordSecurityEvent(accounts, who.userId, "sign_out", clientOf(c.req.raw)));
      clearSession(c);
      return { success: true };
    },
  }),
  operation({
    method: "POST",
    path: "/api/auth/forgot-password",
    access: "public",
    summary: "Mail a link that resets the password",
    rate: "mailedLink",
    body: forgotPasswordRequestSchema,
    response: successResponseSchema,
    errors: ["missing_fields"],
    handle: ({ c, accounts, body: { email } }) => {
      if (!email.trim()) throw new AppError("missing_fields", "Please enter your email.");
      requestPasswordReset(accounts, email, clientOf(c.req.raw));
      return { success: true };
    },
  }),
  operation({
    method: "POST",
    path: "/api/auth/reset-password",
    access: "public",
    summary: "Set a new password by a mailed link; ends every session",
    rate: "mailedLink",
    body: resetPasswordRequestSchema,
    response: successResponseSchema,
    errors: ["invalid_link", "password_too_short", "password_too_long", "password_too_common"],
    handle: async ({ c, accounts, body }) => {
      // The emailed link proves who the person is, so this browser is remembered and other people's wrong
      // attempts do not lock it out.
      const { userId } = await resetPassword(accounts, body, clientOf(c.req.raw));
      await rememberDevice(c, userId);
      return { success: true };
    },
  }),
  operation({
    method: "POST",
    path: "/api/auth/confirm-email",
    access: "public",
    summary: "Confirm an address by a mailed link, in the account's own session or with a new password",
    rate: "mailedLink",
    body: confirmEmailRequestSchema,
    response: successResponseSchema,
    errors: [
      "invalid_link",
      "conflict",
      "confirmation_required",
      "password_too_short",
      "password_too_long",
      "password_too_common",
    ],
    handle: async ({ c, accounts, signedIn, body }) => {
      const who = await signedIn(c.req.raw);
      await confirmEmail(accounts, body, who?.userId ?? null, clientOf(c.req.raw));
      return { success: true };
    },
  }),
  operation({
    method: "POST",
    path: "/api/auth/resend-confirmation",
    access: "user",
    summary: "Mail the link that confirms the account's address again",
    rate: "mailedLink",
    response: successResponseSchema,
    handle: async ({ accounts, who }) => {
      if (!accounts.mailer) throw new AppError("not_available", "Email is not set up on this site.");
      await mailConfirmation(accounts, who.userId);
      return { success: true };
    },
  }),
];
