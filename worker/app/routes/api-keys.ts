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
    handle: ({ deps, who }) => listApiKeys(deps.accounts, who.userId, who.entitlement.tier),
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
    handle: ({ c, deps, who, body }) =>
      createApiKey(deps.accounts, who, who.entitlement.tier, body, clientOf(c.req.raw)),
  }),
  operation({
    method: "DELETE",
    path: "/api/keys/:id",
    access: "user",
    summary: "Revoke an API key",
    params: idParams,
    response: successResponseSchema,
    errors: ["forbidden", "not_found"],
    handle: async ({ c, deps, who, params: { id } }) => {
      await revokeApiKey(deps.accounts, who.userId, who.entitlement.tier, id, clientOf(c.req.raw));
      return { success: true };
    },
  }),
];
