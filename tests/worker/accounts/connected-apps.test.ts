import { describe, expect, it } from "vitest";
import { aConfirmedPerson, aPerson, call, fetchWorker, origin } from "../api.ts";
import { allow, anOauthClient, apps, askApi, connected, consent, storedFor } from "./an-oauth-client.ts";

describe("an app finds where to ask", () => {
  it("by the challenge of a call without a token, to the metadata of resource and server", async () => {
    const refused = await fetchWorker(`${origin}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toBe(
      `Bearer scope="read analyze", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
    );
    const metadata = async (path: string) => (await fetchWorker(origin + path)).json();
    expect(await metadata("/.well-known/oauth-protected-resource/mcp")).toMatchObject({
      resource: `${origin}/mcp`,
      authorization_servers: [origin],
      scopes_supported: ["read", "analyze"],
    });
    expect(await metadata("/.well-known/oauth-protected-resource/api/v1")).toMatchObject({
      resource: `${origin}/api/v1`,
    });
    expect((await fetchWorker(`${origin}/.well-known/oauth-protected-resource/other`)).status).toBe(404);
    expect(await metadata("/.well-known/oauth-authorization-server")).toMatchObject({
      issuer: origin,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      registration_endpoint: `${origin}/oauth/register`,
      code_challenge_methods_supported: ["S256"],
      client_id_metadata_document_supported: true,
    });
  });
});

describe("a person connects an app", () => {
  it("on a free account, and the app calls the API with what was allowed, until its token is renewed and ends", async () => {
    const { token: session, user } = await aConfirmedPerson();
    const client = await anOauthClient();
    expect((await consent(session, client.queryFor())).body).toEqual({
      redirectTo: null,
      app: { name: "Assistant", domain: null, sentTo: "assistant.example", isLocal: false },
      scopes: ["read", "analyze"],
    });
    const { body } = await allow(session, client.queryFor());
    const answer = new URL(body.redirectTo);
    expect(answer.origin + answer.pathname).toBe("https://assistant.example/callback");
    expect([answer.searchParams.get("state"), answer.searchParams.get("iss")]).toEqual(["state-1", origin]);
    const first = (await client.exchange(answer.searchParams.get("code") ?? "")).body;
    expect(first.scope.split(" ").toSorted()).toEqual(["analyze", "offline_access", "read"]);
    expect((await askApi(first.access_token)).status).toBe(200);
    expect((await askApi(first.access_token, "/api/v1/analyze/AAPL", "POST")).status).toBe(200);
    const me = await call<{ user: { apiCallsUsed: number } }>("GET", "/api/auth/profile", { token: session });
    expect(me.body.user.apiCallsUsed).toBe(1);
    const renewed = (await client.refresh(first.refresh_token)).body;
    expect((await askApi(renewed.access_token)).status).toBe(200);
    const stored = JSON.stringify(await storedFor(user.id));
    for (const secret of [first.access_token, first.refresh_token, renewed.refresh_token])
      expect(stored).not.toContain(secret.split(":")[2]);
  });

  it("and sees it with its name, scopes and last use; disconnecting refuses it at once", async () => {
    const { token: session, user } = await aConfirmedPerson();
    const { client, tokens } = await connected(session, { scopes: ["read"] });
    expect(await apps(session)).toMatchObject([
      { name: "Assistant", domain: null, scopes: ["read"], lastUsedAt: null },
    ]);
    expect((await askApi(tokens.access_token)).status).toBe(200);
    const [app] = await apps(session);
    expect(app?.lastUsedAt).not.toBeNull();
    const end = () => call("DELETE", `/api/account/connected-apps/${app?.id}`, { token: session });
    expect((await end()).status).toBe(200);
    expect((await end()).status).toBe(404);
    expect((await askApi(tokens.access_token)).status).toBe(401);
    expect((await client.refresh(tokens.refresh_token)).body.error).toBe("invalid_grant");
    expect(await storedFor(user.id)).toEqual([]);
    const { events } = (
      await call<{ events: { kind: string }[] }>("GET", "/api/account/security-events", { token: session })
    ).body;
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["app_connected", "app_disconnected"]),
    );
  });

  it("and denies it: the app hears so, and gets nothing", async () => {
    const { token: session, user } = await aPerson();
    const client = await anOauthClient();
    const { redirectTo } = (await allow(session, client.queryFor(), { isAllowed: false })).body;
    expect(new URL(redirectTo).searchParams.get("error")).toBe("access_denied");
    expect(await storedFor(user.id)).toEqual([]);
  });

  it("for reading alone: an analysis is refused with the scope that is missing", async () => {
    const { token: session } = await aConfirmedPerson();
    const { tokens } = await connected(session, { scopes: ["read"] });
    const refused = await askApi(tokens.access_token, "/api/v1/analyze/AAPL", "POST");
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
      403,
      `Bearer error="insufficient_scope", scope="analyze", resource_metadata="${origin}/.well-known/oauth-protected-resource/api/v1"`,
    ]);
  });
});

describe("attack: an app", () => {
  it("with another's address to answer to, or an unknown one, is told nothing and sent nowhere", async () => {
    const { token: session } = await aPerson();
    const client = await anOauthClient();
    for (const query of [
      client.queryFor({ redirect_uri: "https://evil.example/callback" }),
      client.queryFor({ client_id: "unknown" }),
      client.queryFor({ redirect_uri: "javascript:alert(1)" }),
      "nothing=1",
    ]) {
      const { status, body } = await consent(session, query);
      expect([status, body.code]).toEqual([400, "invalid_request"]);
      expect((await allow(session, query)).status).toBe(400);
    }
  });

  it("that leaves out PKCE, or wants another resource, is sent back with an error and no code", async () => {
    const { token: session } = await aPerson();
    const client = await anOauthClient();
    const wrong: Record<string, string>[] = [
      { code_challenge_method: "plain" },
      { resource: "https://evil.example/mcp" },
    ];
    for (const changes of wrong) {
      const { redirectTo } = (await allow(session, client.queryFor(changes))).body;
      expect(redirectTo).toMatch(/^https:\/\/assistant\.example\/callback\?error=/);
      expect(redirectTo).not.toContain("code=");
    }
  });

  it("with a code a second time, the wrong verifier or another client's code gets no token", async () => {
    const { token: session } = await aConfirmedPerson();
    const { client, code, tokens } = await connected(session);
    expect((await client.exchange(code)).body.error).toBe("invalid_grant");
    // A code that was used twice must have been stolen, so the access that it opened is revoked.
    expect((await askApi(tokens.access_token)).status).toBe(401);
    const other = await anOauthClient();
    const next = new URL((await allow(session, client.queryFor())).body.redirectTo).searchParams.get("code");
    expect((await other.exchange(next ?? "")).status).toBe(400);
    expect((await client.exchange(next ?? "", { code_verifier: "a".repeat(43) })).status).toBe(400);
  });

  it("of another person is neither seen nor ended", async () => {
    const [owner, stranger] = [await aConfirmedPerson(), await aConfirmedPerson()];
    const { tokens } = await connected(owner.token);
    const [app] = await apps(owner.token);
    expect(await apps(stranger.token)).toEqual([]);
    const ended = await call("DELETE", `/api/account/connected-apps/${app?.id}`, { token: stranger.token });
    expect(ended.status).toBe(404);
    expect((await askApi(tokens.access_token)).status).toBe(200);
  });

  it("does not reach the account itself: neither settings nor keys nor other apps", async () => {
    const { token: session } = await aConfirmedPerson();
    const { tokens } = await connected(session);
    for (const path of [
      "/api/auth/profile",
      "/api/account/connected-apps",
      "/api/keys",
      "/api/account/sessions",
    ])
      expect((await call("GET", path, { token: tokens.access_token })).status).toBe(401);
  });

  it("guesses tokens: they are refused, and counted against its network", async () => {
    const answer = await askApi("usr_0:grant:secret");
    expect([answer.status, answer.body.code]).toEqual([401, "unauthenticated"]);
    expect(answer.headers.get("www-authenticate")).toContain('error="invalid_token"');
  });
});

describe("access ends with the account's trust", () => {
  it("when the account is deleted", async () => {
    const { token: session, user, password } = await aConfirmedPerson();
    const { tokens } = await connected(session);
    expect(await storedFor(user.id)).not.toEqual([]);
    await call("POST", "/api/account/delete", { token: session, body: { confirmation: "DELETE", password } });
    expect(await storedFor(user.id)).toEqual([]);
    expect((await askApi(tokens.access_token)).status).toBe(401);
  });

  it("when a changed password is to end it", async () => {
    const { token: session, password } = await aConfirmedPerson();
    const { tokens } = await connected(session);
    const newPassword = "another correct horse";
    const body = { currentPassword: password, newPassword, endAccess: true };
    expect((await call("POST", "/api/auth/change-password", { token: session, body })).status).toBe(200);
    expect((await askApi(tokens.access_token)).status).toBe(401);
    expect(await apps(session)).toEqual([]);
  });

  it("and what is exported names the app, and no token", async () => {
    const { token: session } = await aConfirmedPerson();
    const { tokens } = await connected(session);
    const file = await fetchWorker(`${origin}/api/account/export`, {
      method: "POST",
      headers: { authorization: `Bearer ${session}`, "content-type": "application/json" },
      body: "{}",
    });
    const text = await file.text();
    expect(JSON.stringify(JSON.parse(text).connectedApps)).toContain("Assistant");
    expect(text).not.toContain(tokens.access_token.split(":")[2]);
  });
});
