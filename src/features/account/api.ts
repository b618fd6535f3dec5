import { type ProfileUpdate, userResponseSchema } from "#contract/account.ts";
import { type AlertSettings, alertSettingsSchema } from "#contract/alerts.ts";
import { type ApiKeyRequest, apiKeyListSchema, createdApiKeySchema } from "#contract/api-keys.ts";
import { calendarFeedAddressSchema, calendarFeedSchema } from "#contract/calendar.ts";
import {
  type Authorization,
  authorizedSchema,
  connectedAppsSchema,
  consentSchema,
} from "#contract/connected-apps.ts";
import {
  type NotificationPreferences,
  notificationWaysSchema,
  type PrivacyPreferences,
} from "#contract/preferences.ts";
import {
  type ChangePasswordRequest,
  recoveryCodesResponseSchema,
  securityEventListSchema,
  sessionListSchema,
  twoFactorEnrolmentSchema,
} from "#contract/security.ts";
import {
  newPasskeyOptionsSchema,
  type PasskeyAnswer,
  type Proof,
  type ProviderId,
  signInMethodsSchema,
} from "#contract/sign-in-methods.ts";
import { portalResponseSchema, subscriptionChangeResponseSchema } from "#contract/subscription.ts";
import {
  type WebhookEndpointRequest,
  webhookDeliveryListSchema,
  webhookEndpointListSchema,
  webhookSecretSchema,
} from "#contract/webhooks.ts";
import { apiFetch, apiQuery } from "#lib/api.ts";
import { send } from "#lib/request.ts";
import { loadPasskeyLibrary } from "#lib/sign-in-methods.ts";

export const sessionsQuery = () => apiQuery(sessionListSchema, "/api/account/sessions");

export const securityEventsQuery = () => apiQuery(securityEventListSchema, "/api/account/security-events");

export const notificationChannelsQuery = () => apiQuery(notificationWaysSchema, "/api/account/notifications");

export const saveProfile = (body: ProfileUpdate) =>
  apiFetch(userResponseSchema, "/api/auth/profile", { method: "PUT", body });

export const storePhoto = (picture: Blob) =>
  apiFetch(userResponseSchema, "/api/account/avatar", {
    method: "PUT",
    body: picture,
    headers: { "content-type": picture.type },
  });

export const removePhoto = () => apiFetch(userResponseSchema, "/api/account/avatar", { method: "DELETE" });

export const saveNotificationPreferences = (
  body: Partial<NotificationPreferences & { newsletter: boolean }>,
) => apiFetch(userResponseSchema, "/api/account/notifications", { method: "PUT", body });

export const savePrivacyPreferences = (body: Partial<PrivacyPreferences>) =>
  apiFetch(userResponseSchema, "/api/account/privacy", { method: "PUT", body });

export const alertSettingsQuery = () => apiQuery(alertSettingsSchema, "/api/alerts/settings");

export const saveAlertSettings = (body: AlertSettings) =>
  send("/api/alerts/settings", { method: "PUT", body });

export const addPushSubscription = ({ endpoint, keys }: PushSubscriptionJSON) =>
  send("/api/push/subscriptions", { method: "POST", body: { endpoint, keys } });

export const removePushSubscription = (endpoint: string) =>
  send("/api/push/subscriptions", { method: "DELETE", body: { endpoint } });

export const changePassword = (body: ChangePasswordRequest) =>
  send("/api/auth/change-password", { method: "POST", body });

export const endSession = (id: string) => send(`/api/account/sessions/${id}`, { method: "DELETE" });

export const endOtherSessions = () => send("/api/account/sessions", { method: "DELETE" });

export const enrolTwoFactor = (password: string) =>
  apiFetch(twoFactorEnrolmentSchema, "/api/auth/two-factor/enroll", { method: "POST", body: { password } });

export const enableTwoFactor = (code: string) =>
  apiFetch(recoveryCodesResponseSchema, "/api/auth/two-factor/enable", { method: "POST", body: { code } });

type PasswordAndCode = { password: string; code: string };

export const disableTwoFactor = (body: PasswordAndCode) =>
  send("/api/auth/two-factor/disable", { method: "POST", body });

export const renewRecoveryCodes = (body: PasswordAndCode) =>
  apiFetch(recoveryCodesResponseSchema, "/api/auth/two-factor/recovery-codes", { method: "POST", body });

export const signInMethodsQuery = () => apiQuery(signInMethodsSchema, "/api/account/sign-in-methods");

/**
 * Creates a passkey in the browser and stores it under the name. Throws the browser's error when the person
 * declines or the device already has a passkey.
 */
export async function registerPasskey(proof: Proof, name: string): Promise<unknown> {
  const [options, { startRegistration }] = await Promise.all([
    apiFetch(newPasskeyOptionsSchema, "/api/account/passkeys/options", { method: "POST", body: proof }),
    loadPasskeyLibrary(),
  ]);
  const passkey = await startRegistration({ optionsJSON: options });
  return send("/api/account/passkeys", { method: "POST", body: { name, passkey } });
}

export const removePasskey = (id: string, proof: Proof) =>
  send(`/api/account/passkeys/${id}`, { method: "DELETE", body: proof });

export const confirmByPasskey = (passkey: PasskeyAnswer) =>
  send("/api/auth/passkey/confirm", { method: "POST", body: { passkey } });

export const unlinkSignIn = (id: ProviderId, proof: Proof) =>
  send(`/api/account/linked-sign-ins/${id}`, { method: "DELETE", body: proof });

export const apiKeysQuery = () => apiQuery(apiKeyListSchema, "/api/keys");

export const createApiKey = (body: ApiKeyRequest) =>
  apiFetch(createdApiKeySchema, "/api/keys", { method: "POST", body });

export const revokeApiKey = (id: string) => send(`/api/keys/${id}`, { method: "DELETE" });

export const consentQuery = (query: string) =>
  apiQuery(consentSchema, `/api/oauth/consent?${new URLSearchParams({ query })}`);

export const decideConsent = (body: Authorization) =>
  apiFetch(authorizedSchema, "/api/oauth/consent", { method: "POST", body });

export const connectedAppsQuery = () => apiQuery(connectedAppsSchema, "/api/account/connected-apps");

export const disconnectApp = (id: string) => send(`/api/account/connected-apps/${id}`, { method: "DELETE" });

export const calendarFeedQuery = () => apiQuery(calendarFeedSchema, "/api/calendar-feed");

export const createCalendarFeed = (password?: string) =>
  apiFetch(calendarFeedAddressSchema, "/api/calendar-feed", { method: "POST", body: { password } });

export const deleteCalendarFeed = () => send("/api/calendar-feed", { method: "DELETE" });

export async function exportData(password?: string): Promise<{ name: string; file: Blob }> {
  const response = await send("/api/account/export", { method: "POST", body: { password } });
  const name = /filename="([\w.-]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  return { name: name ?? "beatcast-export.json", file: await response.blob() };
}

export const deleteAccount = (body: { confirmation: string; password: string | undefined }) =>
  send("/api/account/delete", { method: "POST", body });

export const cancelSubscription = () =>
  apiFetch(subscriptionChangeResponseSchema, "/api/subscription/cancel-user", { method: "POST", body: {} });

export const reactivateSubscription = () =>
  apiFetch(subscriptionChangeResponseSchema, "/api/subscription/reactivate", { method: "POST", body: {} });

export const openPortal = () =>
  apiFetch(portalResponseSchema, "/api/subscription/portal", { method: "POST", body: {} });

const PATH = "/api/webhook-endpoints";

export const webhookEndpointsQuery = () => apiQuery(webhookEndpointListSchema, PATH);

export const webhookDeliveriesQuery = (id: string) =>
  apiQuery(webhookDeliveryListSchema, `${PATH}/${id}/deliveries`);

export const addWebhookEndpoint = (body: WebhookEndpointRequest) =>
  apiFetch(webhookSecretSchema, PATH, { method: "POST", body });

export const rotateWebhookSecret = (id: string, password?: string) =>
  apiFetch(webhookSecretSchema, `${PATH}/${id}/secret`, { method: "POST", body: { password } });

export const removeWebhookEndpoint = (id: string) => send(`${PATH}/${id}`, { method: "DELETE" });

export const resumeWebhookEndpoint = (id: string) =>
  send(`${PATH}/${id}/resume`, { method: "POST", body: {} });

export const sendTestEvent = (id: string) => send(`${PATH}/${id}/test`, { method: "POST", body: {} });

export const replayDelivery = (id: string, delivery: string) =>
  send(`${PATH}/${id}/deliveries/${delivery}/replay`, { method: "POST", body: {} });
