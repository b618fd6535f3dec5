import { OAuthAuthorizationServer } from "@cloudflare/workers-oauth-provider";
import { retentionDays } from "#contract/retention.ts";
import { type ApiScope, apiScopes } from "#contract/rules.ts";
import { DAY_MS, HOUR_MS } from "#contract/time.ts";
import type { AccountDeps } from "../accounts.ts";
import { ConcurrentChangeError, oauthStore, recordGrantUse } from "./store.ts";

export const oauthPaths = {
  authorize: "/oauth/authorize",
  token: "/oauth/token",
  register: "/oauth/register",
} as const;

/**
 * The paths that OAuth tokens open. A token issued for one of them works at both, because MCP's tools call the
 * API.
 */
const resourcePaths = ["/mcp", "/api/v1"] as const;

type Store = { OAUTH_KV: KVNamespace };

const seconds = (ms: number) => ms / 1_000;

/**
 * Returns the OAuth library's server. It calls `onRefusal` with the library's own reason for each refused
 * request.
 */
function serverAt(origin: string, onRefusal: (reason: string) => void): OAuthAuthorizationServer<Store> {
  return new OAuthAuthorizationServer<Store>({
    issuer: origin,
    authorizeEndpoint: oauthPaths.authorize,
    tokenEndpoint: oauthPaths.token,
    clientRegistrationEndpoint: oauthPaths.register,
    resources: resourcePaths.map((path) => origin + path),
    defaultResource: origin + resourcePaths[0],
    scopesSupported: [...apiScopes, "offline_access"],
    clientIdMetadataDocumentEnabled: true,
    accessTokenTTL: seconds(HOUR_MS),
    refreshTokenTTL: seconds(retentionDays.connectedApp * DAY_MS),
    refreshTokenIdleTTL: seconds(retentionDays.connectedApp * DAY_MS),
    clientRegistrationTTL: seconds(retentionDays.connectedApp * DAY_MS),
    onError: ({ internal }) => onRefusal(internal.reason),
  });
}

const MAX_ATTEMPTS = 5;

export function openOAuthServer(accounts: Pick<AccountDeps, "db" | "now" | "origin">) {
  let reason: string | null = null;
  const server = serverAt(accounts.origin, (refusal) => {
    reason = refusal;
  });
  const env: Store = { OAUTH_KV: oauthStore(accounts) };
  return {
    /**
     * Answers a request to the OAuth server. If another request changes the same grant meanwhile, this one
     * starts again, and the library refuses it if its code or refresh token has been used.
     */
    async fetch(
      request: Request,
      context: ExecutionContext,
    ): Promise<{ answer: Response; reason: string | null }> {
      for (let attempt = 1; ; attempt++) {
        try {
          reason = null;
          const ofAttempt = { OAUTH_KV: oauthStore(accounts) };
          return { answer: await server.fetch(request.clone(), ofAttempt, context), reason };
        } catch (error) {
          if (!(error instanceof ConcurrentChangeError) || attempt === MAX_ATTEMPTS) throw error;
        }
      }
    },
    helpers: server.getOAuthApi(env),
    async tokenHolder(
      token: string,
    ): Promise<{ userId: string; grantId: string; scopes: ApiScope[] } | null> {
      for (const path of resourcePaths) {
        const holder = await server.validateToken(accounts.origin + path, token, env);
        if (!holder) continue;
        const grantId = token.split(":")[1] ?? "";
        await recordGrantUse(accounts, holder.userId, grantId);
        return {
          userId: holder.userId,
          grantId,
          scopes: apiScopes.filter((scope) => holder.scope.includes(scope)),
        };
      }
      return null;
    },
  };
}

/** Returns the metadata of a protected resource (RFC 9728), or null when the path is not one. */
export function resourceMetadata(origin: string, path: string): Record<string, unknown> | null {
  if (!(resourcePaths as readonly string[]).includes(path)) return null;
  return {
    resource: origin + path,
    authorization_servers: [origin],
    scopes_supported: [...apiScopes],
    bearer_methods_supported: ["header"],
    resource_name: "Beatcast",
    resource_documentation: `${origin}/developers`,
  };
}
