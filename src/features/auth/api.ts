import { queryOptions } from "@tanstack/react-query";
import { sessionResponseSchema } from "#contract/account.ts";
import type { ResetPasswordRequest } from "#contract/security.ts";
import { providerOutcomeSchema } from "#contract/sign-in-methods.ts";
import { checkoutSuccessResponseSchema, setUpLinkResponseSchema } from "#contract/subscription.ts";
import { apiFetch, apiQuery } from "#lib/api.ts";
import { send } from "#lib/request.ts";

export const checkoutQuery = (sessionId: string) =>
  apiQuery(checkoutSuccessResponseSchema, "/api/subscription/checkout-success", sessionId);

export const setUpLinkQuery = (secret: string, userId: string | null) =>
  queryOptions({
    queryKey: ["/api/subscription/set-up-link", secret, userId],
    queryFn: ({ signal }) =>
      apiFetch(setUpLinkResponseSchema, "/api/subscription/set-up-link", {
        method: "POST",
        body: { secret },
        signal,
      }),
  });

/** Sets the password of the account that a guest has paid for. `secret` comes from the emailed link. */
export const setUpPassword = (body: { email: string; password: string; secret: string | undefined }) =>
  apiFetch(sessionResponseSchema, "/api/auth/setup-password", { method: "POST", body });

export const confirmEmail = (body: { token: string; password?: string }) =>
  send("/api/auth/confirm-email", { method: "POST", body });

export const requestPasswordLink = (email: string) =>
  send("/api/auth/forgot-password", { method: "POST", body: { email } });

export const resetPassword = (body: ResetPasswordRequest) =>
  send("/api/auth/reset-password", { method: "POST", body });

export const completeProviderFlow = (provider: string, query: string) =>
  apiFetch(providerOutcomeSchema, `/api/auth/providers/${encodeURIComponent(provider)}/finish`, {
    method: "POST",
    body: { query },
  });
