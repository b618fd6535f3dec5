import {
  consentFor,
  decideConsent,
  disconnectApp,
  listConnectedApps,
} from "#accounts/oauth/connected-apps.ts";
import { clientOf } from "#accounts/sessions/client.ts";
import {
  authorizationRequestSchema,
  authorizationSchema,
  authorizedSchema,
  connectedAppsSchema,
  consentSchema,
} from "#contract/connected-apps.ts";
import { successResponseSchema } from "#contract/security.ts";
import { idParams, type Operation, operation } from "../http/operation.ts";

/** Only a signed-in person may call these operations, never an API key or an app. */
export const connectedAppOperations: readonly Operation[] = [
  operation({
    method: "GET",
    path: "/api/oauth/consent",
    access: "user",
    summary: "Read what an app asks the account for",
    userRate: "appRequests",
    query: authorizationRequestSchema,
    response: consentSchema,
    errors: ["invalid_request"],
    handle: ({ accounts, query: { query } }) => consentFor(accounts, query),
  }),
  operation({
    method: "POST",
    path: "/api/oauth/consent",
    access: "user",
    summary: "Allow or deny what an app asks for",
    userRate: "appRequests",
    body: authorizationSchema,
    response: authorizedSchema,
    errors: ["invalid_request", "confirmation_required", "wrong_password"],
    handle: ({ c, accounts, who, body }) => decideConsent(accounts, who, body, clientOf(c.req.raw)),
  }),
  operation({
    method: "GET",
    path: "/api/account/connected-apps",
    access: "user",
    summary: "List the apps that have access to the account",
    response: connectedAppsSchema,
    handle: async ({ accounts, who }) => ({ apps: await listConnectedApps(accounts, who.userId) }),
  }),
  operation({
    method: "DELETE",
    path: "/api/account/connected-apps/:id",
    access: "user",
    summary: "End an app's access to the account",
    params: idParams,
    response: successResponseSchema,
    errors: ["not_found"],
    handle: async ({ c, accounts, who, params: { id } }) => {
      await disconnectApp(accounts, who.userId, id, clientOf(c.req.raw));
      return { success: true };
    },
  }),
];
