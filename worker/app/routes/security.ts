import { createApiKey, listApiKeys, revokeApiKey } from "#accounts/api-keys/api-keys.ts";
import { changePassword } from "#accounts/password/change.ts";
import { listSecurityEvents, recordSecurityEvent } from "#accounts/privacy/security-events.ts";
import { clientOf } from "#accounts/sessions/client.ts";
import { endOtherSessionsStatement, endSession, listSessions } from "#accounts/sessions/session.ts";
import {
  beginEnrolment,
  confirmEnrolment,
  disableTwoFactor,
  replaceRecoveryCodes,
} from "#accounts/two-factor/enrolment.ts";
import { verifyTwoFactor } from "#accounts/two-factor/ticket.ts";
import { sessionResponseSchema } from "#contract/account.ts";
import { apiKeyListSchema, apiKeyRequestSchema, createdApiKeySchema } from "#contract/api-keys.ts";
import {
  changePasswordRequestSchema,
  endedSessionsSchema,
  passwordAndCodeRequestSchema,
  passwordRequestSchema,
  recoveryCodesResponseSchema,
  securityEventListSchema,
  sessionListSchema,
  successResponseSchema,
  twoFactorCodeRequestSchema,
  twoFactorEnrolmentSchema,
  twoFactorVerifyRequestSchema,
} from "#contract/security.ts";
import { AppError } from "#platform/errors.ts";
import { idParams, type Operation, operation } from "../http/operation.ts";
import { clearSession, presentSession, rememberDevice } from "./present-user.ts";

export const securityOperations: readonly Operation[] = [
  operation({
    method: "POST",
    path: "/api/auth/change-password",
    access: "user",
    summary: "Change the password; ends the other sessions",
    body: changePasswordRequestSchema,
    response: successResponseSchema,
    errors: [
      "wrong_password",
      "confirmation_required",
      "rate_limited",
      "password_too_short",
      "password_too_long",
      "password_too_common",
    ],
    handle: async ({ c, accounts, who, body }) => {
      await changePassword(accounts, who, body, clientOf(c.req.raw));
      await rememberDevice(c, who.userId);
      return { success: true };
    },
  }),
  operation({
    method: "GET",
    path: "/api/account/sessions",
    access: "user",
    summary: "List the open sessions",
    response: sessionListSchema,
    handle: async ({ accounts, who }) => ({ sessions: await listSessions(accounts, who) }),
  }),
  operation({
    method: "DELETE",
    path: "/api/account/sessions",
    access: "user",
    summary: "End every other session",
    response: endedSessionsSchema,
    handle: async ({ c, accounts, who }) => {
      const ended = await endOtherSessionsStatement(accounts, who);
      await recordSecurityEvent(accounts, who.userId, "other_sessions_ended", clientOf(c.req.raw));
      return { ended: ended.length };
    },
  }),
  operation({
    method: "DELETE",
    path: "/api/account/sessions/:id",
    access: "user",
    summary: "End one session",
    params: idParams,
    response: successResponseSchema,
    errors: ["not_found"],
    handle: async ({ c, accounts, who, params: { id } }) => {
      if (!(await endSession(accounts, who.userId, id)))
        throw new AppError("not_found", "There is no such session.");
      await recordSecurityEvent(accounts, who.userId, "session_ended", clientOf(c.req.raw));
      if (id === who.sessionId) clearSession(c);
      return { success: true };
    },
  }),
  operation({
    method: "GET",
    path: "/api/account/security-events",
    access: "user",
    summary: "List the account's latest security events, and attempts apart from them",
    response: securityEventListSchema,
    handle: ({ accounts, who }) => listSecurityEvents(accounts, who.userId),
  }),
  operation({
    method: "POST",
    path: "/api/auth/two-factor/verify",
    access: "public",
    summary: "Finish a sign-in with a code of the second factor, or a passkey",
    rate: "signInAddress",
    isCountedByHandler: true,
    body: twoFactorVerifyRequestSchema,
    response: sessionResponseSchema,
    errors: ["unauthenticated", "wrong_code", "invalid_credentials", "forbidden"],
    handle: async ({ c, accounts, body }) =>
      presentSession(c, await verifyTwoFactor(accounts, body, clientOf(c.req.raw))),
  }),
  operation({
    method: "POST",
    path: "/api/auth/two-factor/enroll",
    access: "user",
    summary: "Make a secret for an authenticator; nothing is on yet",
    body: passwordRequestSchema,
    response: twoFactorEnrolmentSchema,
    errors: ["wrong_password", "confirmation_required", "rate_limited", "conflict", "email_unconfirmed"],
    handle: async ({ accounts, who, body }) => beginEnrolment(accounts, who, body.password),
  }),
  operation({
    method: "POST",
    path: "/api/auth/two-factor/enable",
    access: "user",
    summary: "Turn the second factor on by a code of the new secret",
    body: twoFactorCodeRequestSchema,
    response: recoveryCodesResponseSchema,
    errors: ["wrong_code", "rate_limited", "conflict", "email_unconfirmed"],
    handle: async ({ c, accounts, who, body: { code } }) => ({
      recoveryCodes: await confirmEnrolment(accounts, who, code, clientOf(c.req.raw)),
    }),
  }),
  operation({
    method: "POST",
    path: "/api/auth/two-factor/recovery-codes",
    access: "user",
    summary: "Replace the recovery codes",
    body: passwordAndCodeRequestSchema,
    response: recoveryCodesResponseSchema,
    errors: ["wrong_password", "confirmation_required", "wrong_code", "rate_limited", "conflict"],
    handle: async ({ c, accounts, who, body }) => ({
      recoveryCodes: await replaceRecoveryCodes(accounts, who, body, clientOf(c.req.raw)),
    }),
  }),
  operation({
    method: "POST",
    path: "/api/auth/two-factor/disable",
    access: "user",
    summary: "Turn the second factor off",
    body: passwordAndCodeRequestSchema,
    response: successResponseSchema,
    errors: ["wrong_password", "confirmation_required", "wrong_code", "rate_limited", "conflict"],
    handle: async ({ c, accounts, who, body }) => {
      await disableTwoFactor(accounts, who, body, clientOf(c.req.raw));
      return { success: true };
    },
  }),
];

export const apiKeyOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/keys",
    access: "user",
    summary: "List the API keys",
    response: apiKeyListSchema,
    errors: ["forbidden"],
    handle: ({ accounts, who }) => listApiKeys(accounts, who.userId, who.entitlement.tier),
  }),
  operation({
    method: "POST",
    path: "/api/keys",
    access: "user",
    summary: "Make an API key; the answer alone shows it",
    userRate: "apiKeys",
    body: apiKeyRequestSchema,
    response: createdApiKeySchema,
    status: 201,
    errors: ["forbidden", "conflict", "confirmation_required", "wrong_password"],
    handle: ({ c, accounts, who, body }) =>
      createApiKey(accounts, who, who.entitlement.tier, body, clientOf(c.req.raw)),
  }),
  operation({
    method: "DELETE",
    path: "/api/keys/:id",
    access: "user",
    summary: "Revoke an API key",
    params: idParams,
    response: successResponseSchema,
    errors: ["forbidden", "not_found"],
    handle: async ({ c, accounts, who, params: { id } }) => {
      await revokeApiKey(accounts, who.userId, who.entitlement.tier, id, clientOf(c.req.raw));
      return { success: true };
    },
  }),
];
