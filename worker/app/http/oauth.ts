import { Hono } from "hono";
import { clientOf } from "#accounts/sessions/client.ts";
import { networkOf } from "#platform/network.ts";
import type { AppContext, AppEnv } from "../deps.ts";

/**
 * The endpoints that programs call before and after a person consents to their access (OAuth 2.1, RFC 8414,
 * 9728, 7591, 7009). The consent page itself is /oauth/authorize.
 */
export const oauthEndpoints = new Hono<AppEnv>();

oauthEndpoints.all("/.well-known/oauth-protected-resource/:first/:second?", async (c) => {
  await c.var.deps.enforceRateLimit("publicPages", networkOf(c.req.raw));
  const { resourceMetadata } = await import("#accounts/oauth/server.ts");
  const path = new URL(c.req.url).pathname.slice("/.well-known/oauth-protected-resource".length);
  const metadata = resourceMetadata(c.var.deps.origin, path);
  if (!metadata) return c.notFound();
  return c.json(metadata, 200, {
    "access-control-allow-origin": "*",
    "cache-control": "public, max-age=3600",
  });
});

oauthEndpoints.all("/.well-known/oauth-authorization-server", async (c) => {
  await c.var.deps.enforceRateLimit("publicPages", networkOf(c.req.raw));
  return answered(c);
});

oauthEndpoints.all("/oauth/token", async (c) => {
  await c.var.deps.enforceRateLimit("appTokens", networkOf(c.req.raw));
  return answered(c);
});

oauthEndpoints.all("/oauth/register", async (c) => {
  await c.var.deps.enforceRateLimit("appRegistrations", networkOf(c.req.raw));
  return answered(c);
});

async function answered(c: AppContext): Promise<Response> {
  const { handleOAuthClientRequest: answerClient } = await import("#accounts/oauth/client-requests.ts");
  // The request gets our public origin, because the library compares its URL with the issuer's.
  const { pathname, search } = new URL(c.req.url);
  const request = new Request(c.var.deps.origin + pathname + search, c.req.raw);
  return answerClient(c.var.deps.accounts, request, c.executionCtx as ExecutionContext, clientOf(c.req.raw));
}
