import { z } from "zod";
import { apiScopes } from "./rules.ts";

const scopes = z.array(z.enum(apiScopes)).max(apiScopes.length);
/** The name that the app gives itself. */
const name = z.string().max(200);
/** The domain that serves the app's description. `domain` is null when none vouches for the app's name. */
const domain = z.string().max(300).nullable();

const MAX_AUTHORIZATION_QUERY = 8_000;
const query = z.string().min(1).max(MAX_AUTHORIZATION_QUERY);

export const authorizationRequestSchema = z.object({ query });

export const consentSchema = z.object({
  /**
   * The app's URL that tells it that its request cannot be granted. `redirectTo` is null when the request is
   * valid and the person should be asked.
   */
  redirectTo: z.string().max(10_000).nullable(),
  app: z
    .object({
      name,
      domain,
      sentTo: z.string().max(2_000),
      /**
       * True when the app receives the answer on the reader's own machine, so any program there could have made
       * the request.
       */
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
  /** The time of the last use, stored at most once a minute. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type ConnectedApp = z.infer<typeof connectedAppSchema>;
export const connectedAppsSchema = z.object({ apps: z.array(connectedAppSchema).max(1_000) });
