import { sessionResponseSchema } from "#contract/account.ts";
import {
  type PasskeyAnswer,
  type ProviderId,
  type ProviderStart,
  passkeyRequestOptionsSchema,
  providerListSchema,
  providerRedirectSchema,
} from "#contract/sign-in-methods.ts";
import { apiFetch, apiQuery } from "./api.ts";
import { RequestError } from "./request.ts";

export const loadPasskeyLibrary = () => import("@simplewebauthn/browser");

export const PASSKEY_NOT_USED = "No passkey was used. Please try again, or sign in another way.";

export const providersQuery = () => apiQuery(providerListSchema, "/api/auth/providers");

/**
 * Asks the browser for a passkey. If `isOffered` is true, passkeys are only listed as suggestions of the
 * address field. Throws when the person declines.
 */
export async function requestPasskeyAssertion({ isOffered = false } = {}): Promise<PasskeyAnswer> {
  const [options, { startAuthentication }] = await Promise.all([
    apiFetch(passkeyRequestOptionsSchema, "/api/auth/passkey/options", { method: "POST", body: {} }),
    loadPasskeyLibrary(),
  ]);
  const answer = await startAuthentication({ optionsJSON: options, useBrowserAutofill: isOffered });
  return answer as PasskeyAnswer;
}

export const signInByPasskey = (passkey: PasskeyAnswer) =>
  apiFetch(sessionResponseSchema, "/api/auth/passkey/signin", { method: "POST", body: { passkey } });

/** Sends the person to the provider's sign-in page, which returns to /auth/return. */
export async function redirectToProvider(id: ProviderId, start: ProviderStart): Promise<void> {
  const { redirectTo } = await apiFetch(providerRedirectSchema, `/api/auth/providers/${id}/start`, {
    method: "POST",
    body: start,
  });
  if (/^https?:\/\//.test(redirectTo)) location.assign(redirectTo);
}

/** Returns whether the person closed the browser's dialog, which needs no message. */
export function isPasskeyDialogDismissed(error: unknown): boolean {
  return !(error instanceof RequestError) && error instanceof Error;
}
