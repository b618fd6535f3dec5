import { env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { aConfirmedPerson, aPerson, call, fetchWorker, origin } from "../api.ts";
import { allow, anOauthClient, apps, askApi, connected, consent, storedFor } from "./an-oauth-client.ts";

afterEach(() => vi.unstubAllGlobals());

const codeOf = (redirectTo: string) => new URL(redirectTo).searchParams.get("code") ?? "";

describe("attack: an app asks for more", () => {
  it("without PKCE, with a challenge of the plain method, or for scopes that nobody has: an error and no code", async () => {
    const { token: session } = await aPerson();
    const client = await anOauthClient();
    const without = (...names: string[]) => {
      const query = new URLSearchParams(client.queryFor());
      for (const name of names) query.delete(name);
      return query.toString();
    };
    for (const [query, error] of [
      [without("code_challenge", "code_challenge_method"), "invalid_request"],
      [without("code_challenge_method"), "invalid_request"],
      [client.queryFor({ scope: "admin" }), "invalid_scope"],
      [client.queryFor({ scope: "admin offline_access" }), "invalid_scope"],
    ] as const) {
      const { redirectTo } = (await allow(session, query)).body;
      expect(new URL(redirectTo).searchParams.get("error"), query).toBe(error);
      expect(codeOf(redirectTo)).toBe("");
    }
    const named = await consent(session, client.queryFor({ scope: "read admin" }));
    expect(named.body.scopes).toEqual(["read"]);
  });

  it("by an address to answer to that is nearly its own", async () => {
    const { token: session } = await aPerson();
    const client = await anOauthClient();
    for (const redirect_uri of [
      "https://assistant.example/callback/",
      "https://assistant.example/callback?next=1",
      "https://assistant.example/callback#here",
      "https://assistant.example:8443/callback",
      "https://assistant.example@evil.example/callback",
      "https://assistant.example.evil.example/callback",
      "http://assistant.example/callback",
      "https://assistant.example/%63allback",
    ])
      expect((await allow(session, client.queryFor({ redirect_uri }))).status, redirect_uri).toBe(400);
  });

  it("when it renews its token: the scopes stay those that were allowed", async () => {
    const { token: session } = await aConfirmedPerson();
    const { client, tokens } = await connected(session, { scopes: ["read"] });
    const renewed = await client.token({
      grant_type: "refresh_token",
      refresh_token: tokens.refresh_token,
      scope: "read analyze offline_access",
    });
    expect(renewed.body.scope.split(" ").toSorted()).toEqual(["offline_access", "read"]);
    expect((await askApi(renewed.body.access_token, "/api/v1/analyze/AAPL", "POST")).status).toBe(403);
  });
});

describe("attack: a token or code comes twice", () => {
  it("a refresh token that was replaced ends the app, and the person hears of it", async () => {
    const { token: session, user } = await aConfirmedPerson();
    const { client, tokens } = await connected(session);
    const second = (await client.refresh(tokens.refresh_token)).body;
    const third = (await client.refresh(second.refresh_token)).body;
    expect((await askApi(third.access_token)).status).toBe(200);
    expect((await client.refresh(tokens.refresh_token)).body.error).toBe("invalid_grant");
    expect((await askApi(third.access_token)).status).toBe(401);
    expect((await client.refresh(third.refresh_token)).body.error).toBe("invalid_grant");
    expect(await storedFor(user.id)).toEqual([]);
    const trail = await call<{ events: { kind: string }[] }>("GET", "/api/account/security-events", {
      token: session,
    });
    expect(trail.body.events.map(({ kind }) => kind)).toContain("app_token_reused");
  });

  it("another client that has it ends nothing", async () => {
    const { token: session } = await aConfirmedPerson();
    const { client, tokens } = await connected(session);
    const second = (await client.refresh(tokens.refresh_token)).body;
    const third = (await client.refresh(second.refresh_token)).body;
    const other = await anOauthClient();
    expect((await other.refresh(tokens.refresh_token)).body.error).toBe("invalid_grant");
    expect((await other.refresh(third.refresh_token)).body.error).toBe("invalid_grant");
    expect((await askApi(third.access_token)).status).toBe(200);
  });

  it("a code twice at once opens nothing that stays open", async () => {
    const { token: session, user } = await aConfirmedPerson();
    const client = await anOauthClient();
    const code = codeOf((await allow(session, client.queryFor())).body.redirectTo);
    const answers = await Promise.all([client.exchange(code), client.exchange(code), client.exchange(code)]);
    const opened = answers.filter(({ status }) => status === 200);
    expect(opened.length).toBeLessThanOrEqual(1);
    for (const { body } of opened) expect((await askApi(body.access_token)).status).toBe(401);
    expect(await storedFor(user.id)).toEqual([]);
  });

  it("one refresh token twice at once, as after a lost answer, leaves the app connected", async () => {
    const { token: session } = await aConfirmedPerson();
    const { client, tokens } = await connected(session);
    const both = await Promise.all([
      client.refresh(tokens.refresh_token),
      client.refresh(tokens.refresh_token),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    for (const { body } of both) expect((await askApi(body.access_token)).status).toBe(200);
  });

  it("a code is given for one address to answer to", async () => {
    const { token: session } = await aConfirmedPerson();
    const client = await anOauthClient({
      redirect_uris: ["https://assistant.example/callback", "https://assistant.example/other"],
    });
    const code = codeOf((await allow(session, client.queryFor())).body.redirectTo);
    const other = await client.exchange(code, { redirect_uri: "https://assistant.example/other" });
    expect(other.status).toBe(400);
  });
});

describe("attack: access after its end", () => {
  it("a revoked refresh token takes the access tokens along", async () => {
    const { token: session, user } = await aConfirmedPerson();
    const { client, tokens } = await connected(session);
    const revoked = await fetchWorker(`${origin}/oauth/token`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ client_id: client.clientId, token: tokens.refresh_token }).toString(),
    });
    expect(revoked.status).toBe(200);
    expect((await askApi(tokens.access_token)).status).toBe(401);
    expect((await client.refresh(tokens.refresh_token)).body.error).toBe("invalid_grant");
    expect(await storedFor(user.id)).toEqual([]);
  });

  it("a renewal at the moment of disconnecting opens nothing", async () => {
    const { token: session } = await aConfirmedPerson();
    for (let round = 0; round < 6; round++) {
      const { client, tokens } = await connected(session);
      const [app] = await apps(session);
      const [renewed, ended] = await Promise.all([
        client.refresh(tokens.refresh_token),
        call("DELETE", `/api/account/connected-apps/${app?.id}`, { token: session }),
      ]);
      expect(ended.status).toBe(200);
      expect(renewed.status).toBeLessThan(500);
      expect((await askApi(tokens.access_token)).status).toBe(401);
      if (renewed.status === 200) {
        expect((await askApi(renewed.body.access_token)).status).toBe(401);
        expect((await client.refresh(renewed.body.refresh_token)).body.error).toBe("invalid_grant");
      }
      expect(await apps(session)).toEqual([]);
    }
  });

  it("a code that was not used before the account was deleted", async () => {
    const { token: session, password } = await aConfirmedPerson();
    const client = await anOauthClient();
    const code = codeOf((await allow(session, client.queryFor())).body.redirectTo);
    await call("POST", "/api/account/delete", { token: session, body: { confirmation: "DELETE", password } });
    expect((await client.exchange(code)).body.error).toBe("invalid_grant");
  });
});

/**
 * Makes an app that is identified by the address of its description, and records every request that we send out.
 */
function anOutside(documents: Readonly<Record<string, object>>) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL) => {
    const url = input instanceof Request ? input.url : String(input);
    asked.push(url);
    const found = documents[url];
    return found ? Response.json(found) : new Response("not found", { status: 404 });
  });
  return asked;
}

const description = (clientId: string) => ({
  client_id: clientId,
  client_name: "Research Assistant",
  redirect_uris: ["https://assistant.example/callback"],
  token_endpoint_auth_method: "none",
});

describe("an app with a description at an address of its own", () => {
  const clientId = "https://assistant.example/app.json";

  it("is shown with that address, and gets its tokens", async () => {
    const { token: session } = await aConfirmedPerson();
    anOutside({ [clientId]: description(clientId) });
    const client = await anOauthClient();
    const query = client.queryFor({ client_id: clientId });
    expect((await consent(session, query)).body.app).toMatchObject({
      name: "Research Assistant",
      domain: "assistant.example",
    });
    const code = codeOf((await allow(session, query)).body.redirectTo);
    const { body } = await client.exchange(code, { client_id: clientId });
    expect((await askApi(body.access_token)).status).toBe(200);
  });

  it("attack: that claims another's address, or another's address to answer to", async () => {
    const { token: session } = await aConfirmedPerson();
    const evil = "https://evil.example/app.json";
    anOutside({ [evil]: description(clientId), [clientId]: description(clientId) });
    const client = await anOauthClient();
    expect((await consent(session, client.queryFor({ client_id: evil }))).status).toBe(400);
    const elsewhere = client.queryFor({ client_id: clientId, redirect_uri: "https://evil.example/callback" });
    expect((await consent(session, elsewhere)).status).toBe(400);
  });

  it("attack: at a private address, which is never asked for, at any door", async () => {
    const { token: session } = await aConfirmedPerson();
    const client = await anOauthClient();
    const asked = anOutside({});
    const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    for (const id of [
      "https://127.0.0.1/app.json",
      "https://2130706433/app.json",
      "https://[::1]/app.json",
      "https://169.254.169.254/latest/meta-data",
      "https://localhost/app.json",
      "https://metadata.internal/app.json",
      "https://assistant.example:8443/app.json",
      "https://user:pass@assistant.example/app.json",
    ]) {
      expect((await consent(session, client.queryFor({ client_id: id }))).status, id).toBe(400);
      expect((await allow(session, client.queryFor({ client_id: id }))).status, id).toBe(400);
      const form = { grant_type: "refresh_token", refresh_token: "usr_1:grant:secret" };
      expect((await client.token({ ...form, client_id: id })).status, id).toBe(401);
      const assertion = `${base64url({ alg: "ES256" })}.${base64url({ iss: id, sub: id })}.c2ln`;
      const ways: [Record<string, string>, Record<string, string>][] = [
        [{ authorization: `Basic ${btoa(`${encodeURIComponent(id)}:x`)}` }, form],
        [
          {},
          {
            ...form,
            client_assertion: assertion,
            client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
          },
        ],
      ];
      for (const [headers, body] of ways) {
        const answer = await fetchWorker(`${origin}/oauth/token`, {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
          body: new URLSearchParams(body).toString(),
        });
        expect(answer.status, id).toBe(401);
        await answer.body?.cancel();
      }
    }
    expect(asked).toEqual([]);
  });
});

describe("attack: the consent page", () => {
  it("is answered by no other site's page or form, and by no app or key", async () => {
    const { token: session, cookie } = await aConfirmedPerson();
    const { client, tokens } = await connected(session);
    const body = JSON.stringify({ query: client.queryFor(), isAllowed: true });
    const post = async (headers: Record<string, string>) => {
      const answer = await fetchWorker(`${origin}/api/oauth/consent`, { method: "POST", headers, body });
      await answer.body?.cancel();
      return answer.status;
    };
    const json = { "content-type": "application/json" };
    expect(await post({ ...json, cookie, origin: "https://evil.example" })).toBe(403);
    expect(await post({ ...json, cookie, "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await post({ "content-type": "text/plain", cookie })).toBe(415);
    expect(await post({ ...json, authorization: `Bearer ${tokens.access_token}` })).toBe(401);
    expect(await post({ ...json, cookie, origin })).toBe(200);
  });

  it("of an old sign-in asks for the password before it lets an app in, not before it refuses one", async () => {
    const { token: session, user, password } = await aConfirmedPerson();
    const client = await anOauthClient();
    await env.DB.prepare("UPDATE sessions SET created_at = ? WHERE user_id = ?")
      .bind(Date.now() - 16 * 60_000, user.id)
      .run();
    const answers = [
      await allow(session, client.queryFor()),
      await allow(session, client.queryFor(), { password: "a wrong password" }),
      await allow(session, client.queryFor(), { isAllowed: false }),
      await allow(session, client.queryFor(), { password }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [400, "confirmation_required"],
      [400, "wrong_password"],
      [200, undefined],
      [200, undefined],
    ]);
    expect(codeOf(answers[2]?.body.redirectTo ?? "")).toBe("");
    expect(codeOf(answers[3]?.body.redirectTo ?? "")).not.toBe("");
  });

  it.each([
    "Beatcast",
    "Beatcast Support (verified)",
    "<b>Beat</b>cast",
    "B\u200Be\u200Ba\u2060tcast",
    "\u0412\u0435\u0430t\u0441\u0430st",
    "ＢＥＡＴＣＡＳＴ",
    "Béatcåst",
    "B.e.a.t C-a-s-t",
    "8ea7c4st",
    "𝐁𝐞𝐚𝐭𝐜𝐚𝐬𝐭 Assistant",
    "βeatcast",
    "BeatcaѕT",
  ])("refuses to register an app that calls itself %j", async (client_name) => {
    const register = (body: object) =>
      fetchWorker(`${origin}/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          redirect_uris: ["https://evil.example/callback"],
          token_endpoint_auth_method: "none",
          ...body,
        }),
      });
    for (const body of [{ client_name }, { client_name: "Assistant", "client_name#fr": client_name }]) {
      const refused = await register(body);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ error: "invalid_client_metadata" });
    }
  });

  it.each(["Research Assistant", "Claude", "ChatGPT", "Forecaster", "Beat the Street", "Кот Матроскин"])(
    "registers an app that calls itself %j",
    async (client_name) => {
      const { token: session } = await aPerson();
      const client = await anOauthClient({ client_name });
      expect((await consent(session, client.queryFor())).body.app?.name).toBe(client_name);
    },
  );

  it("shows a name that an app chose as plain text, and says what nothing vouches for", async () => {
    const { token: session } = await aPerson();
    for (const [client_name, shown] of [
      ["<img src=x onerror=alert(1)>Claude", "Claude"],
      ["Claude\u202Egnp.exe\u200B", "Claude gnp.exe"],
      ["x".repeat(500), "x".repeat(80)],
      ["\u200B", "An app without a name"],
    ] as const) {
      const client = await anOauthClient({ client_name });
      expect((await consent(session, client.queryFor())).body.app).toEqual({
        name: shown,
        domain: null,
        sentTo: "assistant.example",
        isLocal: false,
      });
    }
  });
});
