import { z } from "zod";
import { apiScopes } from "./rules.ts";

const scopes = z.array(z.enum(apiScopes)).max(apiScopes.length);
/** The app chooses its own name. */
const name = z.string().max(200);
/** The domain that serves the app's description. Null when no domain vouches for its name. */
const domain = z.string().max(300).nullable();

const MAX_AUTHORIZATION_QUERY = 8_000;
const query = z.string().min(1).max(MAX_AUTHORIZATION_QUERY);

export const authorizationRequestSchema = z.object({ query });

export const consentSchema = z.object({
  /** Null to ask the person; otherwise the app's request cannot be granted, and this address tells it so. */
  redirectTo: z.string().max(10_000).nullable(),
  app: z
    .object({
      name,
      domain,
      sentTo: z.string().max(2_000),
      /** True when any program on the reader's machine could have opened this request. */
      isLocal: z.boolean(),
    })
    .nullable(),
  scopes,
});
export type Consent = z.infer<typeof consentSchema>;

export const authorizationSchema = z.object({
  query,
  isAllowed: z.boolean(),
  scopes: scopes.min(1).optional(),
  password: z.string().max(1_000).optional(),
});
export type Authorization = z.infer<typeof authorizationSchema>;

export const authorizedSchema = z.object({ redirectTo: z.string().max(10_000) });

const connectedAppSchema = z.object({
  id: z.string().max(200),
  name,
  domain,
  scopes,
  connectedAt: z.iso.datetime(),
  /** Rounded to a minute. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type ConnectedApp = z.infer<typeof connectedAppSchema>;
export const connectedAppsSchema = z.object({ apps: z.array(connectedAppSchema).max(1_000) });
