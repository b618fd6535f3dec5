import { createApiKey, listApiKeys, revokeApiKey } from "#accounts/api-keys/api-keys.ts";
import { clientOf } from "#accounts/sessions/client.ts";
import { apiKeyListSchema, apiKeyRequestSchema, createdApiKeySchema } from "#contract/api-keys.ts";
import { successResponseSchema } from "#contract/security.ts";
import { idParams, type Operation, operation } from "../http/operation.ts";

/** A person's API keys. They are made and revoked by a signed-in person, never by a key. */
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
