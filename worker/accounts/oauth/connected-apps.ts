import {
  AuthorizationError,
  authorizationErrorRedirect,
  CimdFetchError,
} from "@cloudflare/workers-oauth-provider";
import { and, desc, eq, isNotNull } from "drizzle-orm";
import type { Authorization, ConnectedApp, Consent } from "#contract/connected-apps.ts";
import { plainText } from "#contract/plain-text.ts";
import { type ApiScope, apiScopes } from "#contract/rules.ts";
import { AppError } from "#platform/errors.ts";
import { oauthRecords } from "#platform/schema/access.ts";
import type { AccountDeps } from "../accounts.ts";
import { requireFreshSession } from "../password/credential.ts";
import { recordSecurityEvent } from "../privacy/security-events.ts";
import type { Client } from "../sessions/client.ts";
import type { Session } from "../sessions/session.ts";
import { IMITATION_MESSAGE, imitatesUs, MAX_APP_NAME } from "./app-name.ts";
import { isUnsafeClientId } from "./client-requests.ts";
import { oauthPaths, openOAuthServer } from "./server.ts";
import { revokeGrant } from "./store.ts";

/**
 * Returns what the consent page shows about an app's request, or where to send the browser instead. Throws
 * `invalid_request` when the app must get no answer: it is unknown, its description cannot be read, or its
 * return address is not its own.
 */
export async function consentFor(accounts: AccountDeps, query: string): Promise<Consent> {
  const authorization = await requestOf(accounts, query);
  if ("redirectTo" in authorization) return { redirectTo: authorization.redirectTo, app: null, scopes: [] };
  const app = await descriptionOf(accounts, authorization.request);
  return {
    redirectTo: null,
    app: {
      ...nameOf(app),
      sentTo: app.redirectHost,
      isLocal: app.redirectIsLoopback,
    },
    scopes: scopesIn(authorization.request.scope),
  };
}

/**
 * Answers an app's request for access. Returns the app's address to redirect to, with a code or with the
 * refusal. Throws as `consentFor` and `requireFreshSession` do.
 */
export async function decideConsent(
  accounts: AccountDeps,
  who: Session,
  { query, isAllowed, scopes, password }: Authorization,
  client: Client,
): Promise<{ redirectTo: string }> {
  const authorization = await requestOf(accounts, query);
  if ("redirectTo" in authorization) return authorization;
  const { request } = authorization;
  if (!isAllowed) return { redirectTo: authorizationErrorRedirect(request, "access_denied") };
  await requireFreshSession(accounts, who, password);
  const { helpers } = openOAuthServer(accounts);
  const wanted = scopesIn(request.scope);
  const granted = wanted.filter((scope) => scopes?.includes(scope) ?? true);
  const app = { ...nameOf(await descriptionOf(accounts, request)), scopes: granted };
  const answer = await helpers.completeAuthorization({
    request,
    userId: who.userId,
    metadata: { app },
    scope: [...granted, ...request.scope.filter((scope) => scope === "offline_access")],
    props: {},
  });
  await recordSecurityEvent(accounts, who.userId, "app_connected", client);
  return answer;
}

export async function listConnectedApps({ db, now }: AccountDeps, userId: string): Promise<ConnectedApp[]> {
  const rows = await db
    .select()
    .from(oauthRecords)
    .where(grantsOf(userId))
    .orderBy(desc(oauthRecords.createdAt));
  return rows.flatMap(({ key, app, createdAt, lastUsedAt, expiresAt }) => {
    if (!app || (expiresAt && expiresAt <= now())) return [];
    return [
      {
        id: key.split(":")[2] ?? "",
        ...app,
        connectedAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      },
    ];
  });
}

/** Ends an app's access at once. Throws `not_found`. */
export async function disconnectApp(
  accounts: AccountDeps,
  userId: string,
  id: string,
  client: Client,
): Promise<void> {
  if (!(await revokeGrant(accounts, userId, id)))
    throw new AppError("not_found", "There is no such connected app.");
  await recordSecurityEvent(accounts, userId, "app_disconnected", client);
}

/** The condition for a person's connected apps. It uses the index `oauth_records_by_user`. */
const grantsOf = (userId: string) => and(eq(oauthRecords.userId, userId), isNotNull(oauthRecords.app));

type Helpers = ReturnType<typeof openOAuthServer>["helpers"];
type AuthRequest = Awaited<ReturnType<Helpers["parseAuthRequest"]>>;

async function requestOf(
  accounts: AccountDeps,
  query: string,
): Promise<{ request: AuthRequest } | { redirectTo: string }> {
  const address = `${accounts.origin}${oauthPaths.authorize}?${query}`;
  try {
    const clientId = new URL(address).searchParams.get("client_id") ?? "";
    if (isUnsafeClientId(clientId)) throw new CimdFetchError(clientId, null);
    const request = await openOAuthServer(accounts).helpers.parseAuthRequest(new Request(address));
    if (scopesIn(request.scope).length > 0) return { request };
    return { redirectTo: authorizationErrorRedirect(request, "invalid_scope") };
  } catch (error) {
    if (error instanceof AuthorizationError && error.redirectTo) return { redirectTo: error.redirectTo };
    throw refusalOf(error);
  }
}

/** Returns how the app describes itself. Throws `invalid_request` when its name passes for ours. */
async function descriptionOf(accounts: AccountDeps, request: AuthRequest) {
  try {
    const app = await openOAuthServer(accounts).helpers.describeConsent(request);
    if (await imitatesUs(app.clientName, accounts.origin))
      throw new AppError("invalid_request", IMITATION_MESSAGE);
    return app;
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof CimdFetchError)
    return new AppError(
      "invalid_request",
      "The app's description could not be read. Please try again from the app.",
    );
  if (error instanceof AuthorizationError)
    return new AppError(
      "invalid_request",
      "The app's request is not valid. Please start again from the app.",
    );
  return error;
}

function nameOf({ clientName, clientDomain }: { clientName: string; clientDomain?: string }) {
  return {
    name: plainText(clientName, MAX_APP_NAME) || "An app without a name",
    domain: clientDomain ?? null,
  };
}

/** Returns the scopes of ours that are among the requested ones. A request without scopes asks for all of them. */
function scopesIn(requestedScopes: readonly string[]): ApiScope[] {
  const named = requestedScopes.filter((scope) => scope !== "offline_access");
  return apiScopes.filter((scope) => named.length === 0 || named.includes(scope));
}
