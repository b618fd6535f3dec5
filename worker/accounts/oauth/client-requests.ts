import { isPublicHost } from "#contract/public-url.ts";
import { jsonOrNull } from "#platform/json.ts";
import type { AccountDeps } from "../accounts.ts";
import { recordSecurityEvent } from "../privacy/security-events.ts";
import type { Client } from "../sessions/client.ts";
import { IMITATION_MESSAGE, imitatesUs } from "./app-name.ts";
import { oauthPaths, openOAuthServer } from "./server.ts";
import { revokeGrant } from "./store.ts";

/**
 * Answers an app's metadata, token and registration requests. If an app presents a refresh token that was
 * already replaced, its access ends, because somebody has stolen one of the two tokens (RFC 9700, 4.14.2).
 */
export async function handleOAuthClientRequest(
  accounts: AccountDeps,
  request: Request,
  context: ExecutionContext,
  client: Client,
): Promise<Response> {
  const body = new TextDecoder().decode(await request.clone().arrayBuffer());
  const form = new URLSearchParams(body);
  if (clientsNamedIn(form, request.headers).some(isUnsafeClientId))
    return Response.json({ error: "invalid_client" }, { status: 401 });
  if (new URL(request.url).pathname === oauthPaths.register && (await namesItselfAsUs(body, accounts.origin)))
    return Response.json(
      { error: "invalid_client_metadata", error_description: IMITATION_MESSAGE },
      { status: 400 },
    );
  const { answer, reason } = await openOAuthServer(accounts).fetch(request, context);
  if (reason === "refresh_token_mismatch") await endReusedGrant(accounts, form, client);
  return answer;
}

/**
 * Returns whether a client id is a URL that we must not fetch: a private host, an IP address, or an address
 * with a port or credentials.
 */
export function isUnsafeClientId(clientId: string): boolean {
  if (!URL.canParse(clientId)) return false;
  const { hostname, port, username, password } = new URL(clientId);
  return port !== "" || username !== "" || password !== "" || !isPublicHost(hostname);
}

/** Checks a registration (RFC 7591). A body that is not JSON is left to the library, which refuses it. */
async function namesItselfAsUs(body: string, origin: string): Promise<boolean> {
  const registration = jsonOrNull(body);
  // A name may also be given per language, as in `client_name#fr`.
  const names = Object.entries(Object(registration)).filter(
    ([field]) => field.split("#")[0] === "client_name",
  );
  const imitations = await Promise.all(names.map(([, text]) => imitatesUs(String(text), origin)));
  return imitations.includes(true);
}

function clientsNamedIn(form: URLSearchParams, headers: Headers): string[] {
  const named = [form.get("client_id") ?? ""];
  const claims = /^[\w-]*\.([\w-]*)\./.exec(form.get("client_assertion") ?? "")?.[1];
  if (claims !== undefined) named.push(/"iss"\s*:\s*"([^"]*)"/.exec(decoded(claims))?.[1] ?? "");
  const basic = /^Basic ([\w+/=-]*)$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (basic !== undefined)
    named.push(new URLSearchParams(`id=${decoded(basic).split(":")[0]}`).get("id") ?? "");
  return named;
}

const decoded = (base64: string) => Buffer.from(base64, "base64").toString();

/**
 * Ends the grant to which a reused refresh token belongs. Only somebody who had a token knows the grant's id,
 * and the request must come from the grant's own client.
 */
async function endReusedGrant(accounts: AccountDeps, form: URLSearchParams, client: Client): Promise<void> {
  const [userId = "", grantId = ""] = (form.get("refresh_token") ?? "").split(":");
  const isEnded = await revokeGrant(accounts, userId, grantId, form.get("client_id") ?? "");
  if (isEnded) await recordSecurityEvent(accounts, userId, "app_token_reused", client);
}
