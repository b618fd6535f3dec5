import {
  type SignInRequest,
  type SignUpRequest,
  sessionResponseSchema,
  signInResponseSchema,
  userResponseSchema,
} from "#contract/account.ts";
import type { PrivacyPreferences } from "#contract/preferences.ts";
import { type UsageEvent, usageFlags } from "#contract/preferences.ts";
import type { TwoFactorVerifyRequest } from "#contract/security.ts";
import { apiFetch } from "./api.ts";
import { send } from "./request.ts";

export const verifySession = () =>
  apiFetch(userResponseSchema, "/api/auth/verify", { method: "POST", body: {} });

export const readProfile = () => apiFetch(userResponseSchema, "/api/auth/profile");

export const signIn = (body: SignInRequest, signal?: AbortSignal) =>
  apiFetch(signInResponseSchema, "/api/auth/signin", { method: "POST", body, signal });

export const verifyTwoFactor = (body: TwoFactorVerifyRequest) =>
  apiFetch(sessionResponseSchema, "/api/auth/two-factor/verify", { method: "POST", body });

export const signUp = (body: SignUpRequest) =>
  apiFetch(sessionResponseSchema, "/api/auth/signup", { method: "POST", body });

export const signOut = () => send("/api/auth/signout", { method: "POST", body: {} });

export const resendConfirmation = () => send("/api/auth/resend-confirmation", { method: "POST", body: {} });

/**
 * Reports that a feature was used, if the person's preferences allow it. The answer is read, because an unread
 * one would keep its connection open.
 */
export function trackUsage(flags: Partial<PrivacyPreferences>, use: UsageEvent): void {
  if (!flags[usageFlags[use.kind]]) return;
  void send("/api/usage", { method: "POST", body: use })
    .then((answer) => answer.text())
    .catch(() => undefined);
}
