import { z } from "zod";
import { personalText } from "./plain-text.ts";
import { apiScopes } from "./rules.ts";

export const API_KEY_START = "beatcast_";

const MAX_NAME_LENGTH = 60;
const nameSchema = personalText(MAX_NAME_LENGTH).pipe(z.string().min(1, "Please give the key a name."));

const scopesSchema = z
  .array(z.enum(apiScopes), "Please choose what the key may do.")
  .min(1, "Please choose what the key may do.")
  .max(apiScopes.length);

export const apiKeyRequestSchema = z.object({
  name: nameSchema,
  scopes: scopesSchema.optional(),
  password: z.string().max(100_000).optional(),
});
export type ApiKeyRequest = z.infer<typeof apiKeyRequestSchema>;

/** `stopped` means that the current plan includes no keys; upgrading activates the key again. */
const apiKeyStates = ["active", "stopped", "revoked"] as const;

const apiKeySchema = z.object({
  id: z.string().max(60),
  name: z.string().max(MAX_NAME_LENGTH),
  prefix: z.string().max(30),
  scopes: z.array(z.enum(apiScopes)).max(apiScopes.length),
  state: z.enum(apiKeyStates),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

export const apiKeyListSchema = z.object({
  keys: z.array(apiKeySchema).max(200),
  limit: z.number().int().nonnegative(),
});

export const createdApiKeySchema = apiKeySchema.extend({ key: z.string().max(100) });
export type CreatedApiKey = z.infer<typeof createdApiKeySchema>;
