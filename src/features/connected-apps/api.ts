import {
  type Authorization,
  authorizedSchema,
  connectedAppsSchema,
  consentSchema,
} from "#contract/connected-apps.ts";
import { apiFetch, apiQuery } from "#lib/api.ts";
import { send } from "#lib/request.ts";

export const consentQuery = (query: string) =>
  apiQuery(consentSchema, `/api/oauth/consent?${new URLSearchParams({ query })}`);

export const authorize = (body: Authorization) =>
  apiFetch(authorizedSchema, "/api/oauth/consent", { method: "POST", body });

export const connectedAppsQuery = () => apiQuery(connectedAppsSchema, "/api/account/connected-apps");

export const disconnectApp = (id: string) => send(`/api/account/connected-apps/${id}`, { method: "DELETE" });
