import { env } from "cloudflare:test";
import type { ConnectedApp, Consent } from "#contract/connected-apps.ts";
import { call, fetchWorker, origin } from "../api.ts";

const CALLBACK = "https://assistant.example/callback";
const base64url = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>) =>
  Buffer.from(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)).toString("base64url");

type Tokens = { access_token: string; refresh_token: string; scope: string; error?: string };

/** Makes a client that registers itself, as older assistants do. Everything is sent as from outside. */
export async function anOauthClient(overrides: object = {}) {
  const registered = await fetchWorker(`${origin}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "Assistant",
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      ...overrides,
    }),
  });
  const { client_id: clientId } = (await registered.json()) as { client_id: string };
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const challenge = base64url(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
  const queryFor = (changes: Record<string, string> = {}) =>
    new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: CALLBACK,
      state: "state-1",
      code_challenge: challenge,
      code_challenge_method: "S256",
      resource: `${origin}/mcp`,
      scope: "read analyze offline_access",
      ...changes,
    }).toString();
  const token = async (body: Record<string, string>) => {
    const response = await fetchWorker(`${origin}/oauth/token`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ client_id: clientId, ...body }).toString(),
    });
    return { status: response.status, body: (await response.json()) as Tokens };
  };
  return {
    clientId,
    queryFor,
    token,
    exchange: (code: string, changes: Record<string, string> = {}) =>
      token({
        grant_type: "authorization_code",
        code,
        redirect_uri: CALLBACK,
        code_verifier: verifier,
        ...changes,
      }),
    refresh: (refreshToken: string) => token({ grant_type: "refresh_token", refresh_token: refreshToken }),
  };
}

export const consent = (session: string, query: string) =>
  call<Consent & { code: string }>("GET", `/api/oauth/consent?${new URLSearchParams({ query })}`, {
    token: session,
  });

export const allow = (session: string, query: string, changes: object = {}) =>
  call<{ redirectTo: string; code: string }>("POST", "/api/oauth/consent", {
    token: session,
    body: { query, isAllowed: true, ...changes },
  });

/** Goes from the consent to tokens. */
export async function connected(session: string, changes: object = {}) {
  const client = await anOauthClient();
  const { body } = await allow(session, client.queryFor(), changes);
  const code = new URL(body.redirectTo).searchParams.get("code") ?? "";
  return { client, code, tokens: (await client.exchange(code)).body };
}

export const apps = async (session: string) =>
  (await call<{ apps: ConnectedApp[] }>("GET", "/api/account/connected-apps", { token: session })).body.apps;

export const askApi = (accessToken: string, path = "/api/v1/track-record", method = "GET") =>
  call("GET" === method ? "GET" : "POST", path, { token: accessToken });

export const storedFor = async (userId: string) =>
  (
    await env.DB.prepare("SELECT key, value, metadata FROM oauth_records WHERE user_id = ?")
      .bind(userId)
      .all<{ key: string; value: string; metadata: string }>()
  ).results;
