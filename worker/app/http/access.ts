import { sql } from "drizzle-orm";
import type { AccountDeps } from "#accounts/accounts.ts";
import {
  apiKeyFromRequest,
  apiKeysOfSameOwnerQuery,
  hasApiKey,
  recordKeyUse,
  requireActiveApiKey,
} from "#accounts/api-keys/authenticate.ts";
import { profileQuery } from "#accounts/profile/profile.ts";
import { hashToken } from "#accounts/sessions/token.ts";
import { entitlementIn, entitlementQuery } from "#billing/subscription/ownership.ts";
import { probabilityAccessFor } from "#contract/plans.ts";
import { type ApiScope, apiScopes, type RateLimitName, rateLimitRules } from "#contract/rules.ts";
import { AppError } from "#platform/errors.ts";
import { networkOf } from "#platform/network.ts";
import { apiKeys } from "#platform/schema/access.ts";
import { type Reader, readerOf } from "#season/calendar/visibility.ts";
import type { AppContext, Deps } from "../deps.ts";
import type { Settings } from "../settings/env.ts";
import type { KeyHolder, SignedIn } from "../users.ts";
import { isJson } from "./body.ts";

export const UNKNOWN_ENDPOINT_MESSAGE = "There is no such call.";

/**
 * Refuses writes that another site's page may have triggered, because browsers attach our cookies to them.
 * Throws `foreign_origin`, or `unsupported_media_type` for a body that a plain HTML form could send.
 */
export function rejectCrossOriginWrites(c: AppContext, appOrigin: string): void {
  const { method, headers } = c.req.raw;
  if (method === "GET" || method === "HEAD") return;
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  if ((origin !== null && origin !== appOrigin) || site === "cross-site" || site === "same-site")
    throw new AppError("foreign_origin", "This call must come from our own pages.");
  if (headers.has("authorization")) return;
  if (headers.has("content-type") && !isJson(c.req.raw) && !isUpload(c))
    throw new AppError("unsupported_media_type", "Send the body as application/json.");
}

export function rejectCrossOriginForms(c: AppContext, appOrigin: string): void {
  if (c.req.header("origin") === appOrigin) return;
  throw new AppError("foreign_origin", "This form must come from our own pages.");
}

export async function requireSignedIn(c: AppContext): Promise<SignedIn> {
  const who = await c.var.deps.signedIn(c.req.raw);
  if (!who) throw new AppError("unauthenticated", "Not authenticated");
  return who;
}

/**
 * Requires that the person's confirmed email address is listed in `OPERATORS`, and in production that
 * two-factor authentication is on. Throws `not_found` for everybody else, as if the route did not exist, and
 * `forbidden` for an operator without a second factor.
 */
export function requireOperator(
  { OPERATORS, APP_ENV }: { OPERATORS: readonly string[]; APP_ENV: Settings["APP_ENV"] },
  { profile: { email, emailVerified, twoFactorEnabled } }: Pick<SignedIn, "profile">,
): void {
  if (!emailVerified || !OPERATORS.includes(email.toLowerCase()))
    throw new AppError("not_found", UNKNOWN_ENDPOINT_MESSAGE);
  if (APP_ENV === "production" && !twoFactorEnabled)
    throw new AppError(
      "forbidden",
      "Operators need two-factor authentication. Turn it on in your account first.",
    );
}

export async function readerOfRequest(c: AppContext): Promise<Reader> {
  const who = c.var.keyHolder ?? (await c.var.deps.signedIn(c.req.raw));
  return who ? readerOf(who) : { userId: null, opens: probabilityAccessFor(null) };
}

function isUpload(c: AppContext): boolean {
  return /^image\/(png|jpeg|webp)$/.test(c.req.header("content-type") ?? "");
}

/**
 * Takes one token of a rate limit. Returns false when the limit is reached, for optional work that an answer
 * can do without.
 */
export async function isWithinRateLimit(
  deps: Pick<Deps, "enforceRateLimit">,
  rule: RateLimitName,
  key: string,
): Promise<boolean> {
  try {
    await deps.enforceRateLimit(rule, key);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited") return false;
    throw error;
  }
}

/**
 * Returns the owner of the request's API key or connected app, and counts the request against the owner's rate
 * limit. The key must have `scope` unless that is null. Throws `foreign_origin`, `invalid_request`,
 * `unauthenticated`, `forbidden` or `rate_limited`.
 */
export async function requireKey(c: AppContext, scope: ApiScope | null): Promise<KeyHolder> {
  const { deps } = c.var;
  refuseBrowsers(c, deps.origin);
  refuseKeyInAddress(c);
  const holder = await holderOf(c);
  c.set("keyHolder", holder);
  setRatePolicy(c);
  await deps.enforceRateLimit("api", holder.userId);
  if (scope !== null && !holder.scopes.includes(scope)) {
    c.header("WWW-Authenticate", challenge(c, "insufficient_scope", scope));
    throw new AppError(
      "forbidden",
      holder.isApp
        ? `This app was not allowed the scope '${scope}'. Connect it again and allow it.`
        : `This API key has not the scope '${scope}'. Make a key with the scope '${scope}' under Account, API.`,
    );
  }
  return holder;
}

/** Refuses API keys sent by web pages, because a page would show its key to every visitor. */
function refuseBrowsers(c: AppContext, appOrigin: string): void {
  const origin = c.req.header("origin");
  if (origin === undefined || (origin === appOrigin && !isRebound(c, origin))) return;
  throw new AppError("foreign_origin", "API keys are for servers. Web pages must not use one.");
}

/**
 * Whether a request may come from a foreign page by DNS rebinding: a development server answers under every
 * host name, so any page could point a host name of its own at it.
 */
function isRebound(c: AppContext, origin: string): boolean {
  const { APP_ENV, APP_URL } = c.var.deps.settings;
  if (APP_ENV !== "development" || (APP_URL && new URL(APP_URL).origin === origin)) return false;
  return !/^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin);
}

/** Refuses an API key in the URL, because URLs end up in logs. */
function refuseKeyInAddress(c: AppContext): void {
  if (!hasApiKey(c.req.url)) return;
  const message = "An API key never belongs into an address. Revoke this one, and send the next as a header.";
  throw new AppError("invalid_request", message);
}

/**
 * Returns the owner of the API key or access token in the `Authorization` header. Invalid ones count against
 * the network's rate limit. A header that is not shaped like either costs no database query.
 */
async function holderOf(c: AppContext): Promise<KeyHolder> {
  const { deps } = c.var;
  const sent = c.req.header("authorization") ?? "";
  const token = APP_TOKEN.exec(sent)?.[1];
  const isWrong = hasApiKey(sent) || token !== undefined;
  try {
    return await (token === undefined ? keyHolder(deps.accounts, c.req.raw) : appHolder(deps, token));
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") {
      if (isWrong) await deps.enforceRateLimit("wrongApiKey", networkOf(c.req.raw));
      c.header("WWW-Authenticate", challenge(c, isWrong ? "invalid_token" : null));
    }
    throw error;
  }
}

/** Matches an access token of the OAuth library, which consists of user id, grant id and secret. */
const APP_TOKEN = /^Bearer ([\w-]{1,100}:[\w-]{1,100}:[\w-]{1,200})$/i;

/**
 * Returns a `WWW-Authenticate` value that tells a client where to find the authorization server (RFC 9728,
 * 5.1).
 */
function challenge(c: AppContext, error: string | null, scope: string = apiScopes.join(" ")): string {
  const resource = c.req.path === "/mcp" ? "/mcp" : "/api/v1";
  const metadata = `${c.var.deps.origin}/.well-known/oauth-protected-resource${resource}`;
  return `Bearer ${error ? `error="${error}", ` : ""}scope="${scope}", resource_metadata="${metadata}"`;
}

/**
 * Returns the owner of an app's access token. The grant is read on every request, so a disconnected app is
 * refused at once. Apps work on every plan.
 */
async function appHolder({ accounts, user }: Deps, token: string): Promise<KeyHolder> {
  // The library is loaded only here, because most requests do not need it.
  const { openOAuthServer: oauthOf } = await import("#accounts/oauth/server.ts");
  const tokenHolder = await oauthOf(accounts).tokenHolder(token);
  if (!tokenHolder)
    throw new AppError("unauthenticated", "This access token is not valid, or its app was disconnected.");
  const { userId, grantId, scopes } = tokenHolder;
  return {
    userId,
    sessionId: grantId,
    provenAt: new Date(0),
    via: "key",
    isApp: true,
    scopes,
    ...(await user(userId)),
  };
}

/**
 * Returns the owner of an API key. The key is read on every request, so a revoked key is refused at once.
 * Throws `unauthenticated`, or `forbidden` when the owner's plan has no API keys.
 */
async function keyHolder(accounts: AccountDeps, request: Request): Promise<KeyHolder> {
  const { db, now } = accounts;
  const hash = hashToken(apiKeyFromRequest(request));
  const userId = sql<string>`(SELECT ${apiKeys.userId} FROM ${apiKeys} WHERE ${apiKeys.hash} = ${hash})`;
  const [keys, [profile], plan] = await db.batch([
    apiKeysOfSameOwnerQuery(accounts, hash),
    profileQuery(db, userId),
    entitlementQuery(db, userId),
  ]);
  const key = keys.find((candidate) => candidate.hash === hash);
  if (!key || !profile) throw new AppError("unauthenticated", "There is no such API key.");
  const entitlement = entitlementIn(plan, now());
  requireActiveApiKey(key, keys, entitlement.tier);
  await recordKeyUse(accounts, key);
  return {
    userId: profile.id,
    sessionId: key.id,
    provenAt: new Date(0),
    via: "key",
    isApp: false,
    scopes: key.scopes,
    profile,
    entitlement,
  };
}

/** The header follows draft-ietf-httpapi-ratelimit-headers. What is left of an approximate limit is not known. */
function setRatePolicy(c: AppContext): void {
  const { capacity, perSeconds } = rateLimitRules.api;
  c.header("RateLimit-Policy", `"calls";q=${capacity};w=${perSeconds}`);
}

export async function addQuotaHeaders(c: AppContext, holder: KeyHolder): Promise<void> {
  const { deps } = c.var;
  const { limit, period, used } = deps.quotaOf(holder);
  if (limit === null) return;
  const left = Math.max(0, limit - (await used()));
  const seconds = Math.max(0, Math.ceil((Date.parse(period.endsAt) - deps.now().getTime()) / 1000));
  c.header("RateLimit-Policy", `"analyses";q=${limit}`, { append: true });
  c.header("RateLimit", `"analyses";r=${left};t=${seconds}`);
}

const RATE_HEADERS = ["RateLimit-Policy", "RateLimit"];

export function withRateLimitHeaders(c: AppContext, answer: Response): Response {
  for (const name of RATE_HEADERS) {
    const value = c.res.headers.get(name);
    if (value !== null) answer.headers.set(name, value);
  }
  return answer;
}
