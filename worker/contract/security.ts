import { z } from "zod";
import { passkeyAnswerSchema } from "./sign-in-methods.ts";

const password = z.string().max(100_000);
const code = z.string().trim().min(1, "Please enter the code.").max(40);
const linkToken = z.string().max(200);

export const TWO_FACTOR_NEEDS_EMAIL_MESSAGE =
  "Please confirm your email address first. Two-factor authentication needs a confirmed one.";
export const PASSWORD_MISMATCH_MESSAGE = "New passwords do not match.";

export const forgotPasswordRequestSchema = z.object({ email: z.string().max(1000) });
/**
 * The reset also ends the standing access (passkeys, linked sign-ins, API keys, connected apps, webhooks and
 * the calendar feed), unless `keepAccess` is true and the email address is confirmed.
 */
export const resetPasswordRequestSchema = z.object({
  token: linkToken,
  password,
  keepAccess: z.boolean().optional(),
});
export type ResetPasswordRequest = z.infer<typeof resetPasswordRequestSchema>;
export const confirmEmailRequestSchema = z.object({
  token: linkToken,
  password: password.optional(),
});

export const changePasswordRequestSchema = z.object({
  /** Omitted by a person without a password. In that case, the sign-in must be recent. */
  currentPassword: password.optional(),
  newPassword: password,
  confirmPassword: password.optional(),
  /** True to end the standing access too, such as passkeys and API keys. */
  endAccess: z.boolean().optional(),
});
export type ChangePasswordRequest = z.infer<typeof changePasswordRequestSchema>;

/** The body of requests for which a session is not enough, so that a stolen one cannot make them. */
export const passwordRequestSchema = z.object({ password: password.optional() });

export const twoFactorEnrolmentSchema = z.object({
  /** The secret in Base32, to be typed into an authenticator app by hand. */
  secret: z.string().max(120),
  otpauthUri: z.string().max(600),
});
export type TwoFactorEnrolment = z.infer<typeof twoFactorEnrolmentSchema>;

export const twoFactorCodeRequestSchema = z.object({ code });
/**
 * The body of requests that also need a second-factor code, so that a stolen session and password are not
 * enough.
 */
export const passwordAndCodeRequestSchema = z.object({ password: password.optional(), code });
export const twoFactorVerifyRequestSchema = z
  .object({ ticket: z.string().max(400), code: code.optional(), passkey: passkeyAnswerSchema.optional() })
  .refine(({ code, passkey }) => (code === undefined) !== (passkey === undefined), {
    path: ["code"],
    message: "Please enter the code.",
  });
export type TwoFactorVerifyRequest = z.infer<typeof twoFactorVerifyRequestSchema>;
export const RECOVERY_CODE_COUNT = 10;
export const recoveryCodesResponseSchema = z.object({
  recoveryCodes: z.array(z.string().max(40)).max(RECOVERY_CODE_COUNT),
});

const sessionItemSchema = z.object({
  id: z.string().max(60),
  device: z.string().max(80),
  place: z.string().max(120).nullable(),
  createdAt: z.iso.datetime(),
  /** The time of the last use, stored at most every five minutes. */
  lastUsedAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});
export type SessionItem = z.infer<typeof sessionItemSchema>;
export const sessionListSchema = z.object({ sessions: z.array(sessionItemSchema).max(100) });
export const endedSessionsSchema = z.object({ ended: z.number().int().nonnegative() });

/** Events that a stranger can cause without being signed in to the account. */
export const securityAttemptKinds = [
  "sign_in_failed",
  "password_change_failed",
  "password_reset_requested",
  "two_factor_failed",
  "passkey_failed",
] as const;
const securityEventKinds = [
  "account_created",
  "email_confirmed",
  "sign_in",
  "sign_out",
  "password_changed",
  "password_reset",
  "two_factor_enabled",
  "two_factor_disabled",
  "recovery_code_used",
  "recovery_codes_renewed",
  "passkey_added",
  "passkey_removed",
  "sign_in_linked",
  "sign_in_unlinked",
  "session_ended",
  "other_sessions_ended",
  "data_exported",
  "api_key_created",
  "api_key_revoked",
  "app_connected",
  "app_disconnected",
  "app_token_reused",
  "webhook_added",
  "webhook_removed",
  "webhook_secret_rotated",
  "calendar_feed_made",
  "calendar_feed_removed",
  "standing_access_ended",
  "security_emails_off",
  "review_decided",
] as const;
const securityEventSchema = z.object({
  kind: z.enum(securityEventKinds),
  device: z.string().max(80),
  place: z.string().max(120).nullable(),
  at: z.iso.datetime(),
});
export type SecurityEventKind = z.infer<typeof securityEventSchema>["kind"];
export type SecurityAttemptKind = (typeof securityAttemptKinds)[number];
export type SecurityEvent = z.infer<typeof securityEventSchema>;
const securityAttemptSchema = securityEventSchema.extend({
  kind: z.enum(securityAttemptKinds),
  count: z.number().int().positive(),
});
/** The owner is emailed at once about these events. */
export const mailedSecurityEvents = [
  "password_changed",
  "password_reset",
  "two_factor_enabled",
  "two_factor_disabled",
  "recovery_code_used",
  "passkey_added",
  "passkey_removed",
  "sign_in_linked",
  "sign_in_unlinked",
  "data_exported",
  "api_key_created",
  "api_key_revoked",
  "app_connected",
  "app_token_reused",
  "webhook_added",
  "webhook_secret_rotated",
  "calendar_feed_made",
  "security_emails_off",
] as const satisfies readonly SecurityEventKind[];
/**
 * Attempts are listed separately, so that those of a stranger do not push the account's own events out of the
 * list.
 */
export const securityEventListSchema = z.object({
  events: z.array(securityEventSchema).max(50),
  attempts: z.array(securityAttemptSchema).max(50),
});
export type SecurityEventList = z.infer<typeof securityEventListSchema>;

export const DELETION_WORD = "DELETE";
export const DELETION_REFUSED_MESSAGE = "Please type 'DELETE' to confirm account deletion.";
export const deleteAccountRequestSchema = z.object({
  confirmation: z.string().max(100),
  password: password.optional(),
});
export const recentPasswordRequestSchema = z.object({ password: password.optional() });

export const successResponseSchema = z.object({ success: z.literal(true) });
