import { describe, expect, inject, it } from "vitest";
import { authenticator } from "../e2e/support/authenticator.ts";
import { hostile } from "./support/openid-provider.ts";
import { anEmail, Outsider, PASSWORD } from "./support/outsider.ts";

const url = inject("attackUrl");
const issuer = inject("openIdIssuer");

type Intent = "sign-in" | "link" | "confirm";

/** A person's browser at both sites. */
class Visitor extends Outsider {
  readonly #there = new Map<string, string>();

  signOutThere(): void {
    this.#there.clear();
  }

  start(intent: Intent = "sign-in", more: object = {}) {
    return this.call("POST", "/api/auth/providers/oidc/start", { intent, returnTo: "/auth", ...more });
  }

  /** Goes to the provider, signs in there under this name, and returns where the provider sends the browser. */
  async answerOf(address: string, login: string): Promise<string> {
    let next = address;
    let form: URLSearchParams | undefined;
    for (let steps = 0; steps < 12; steps++) {
      const answer = await fetch(next, {
        method: form ? "POST" : "GET",
        redirect: "manual",
        headers: { cookie: [...this.#there].map(([name, value]) => `${name}=${value}`).join("; ") },
        ...(form ? { body: form } : {}),
      });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value) this.#there.set(name, value);
        else this.#there.delete(name);
      }
      const to = answer.headers.get("location");
      if (to?.startsWith(`${url}/auth/return/oidc?`)) return new URL(to).search.slice(1);
      const page = to ? "" : await answer.text();
      const action = /<form[^>]+action="([^"]+)"/.exec(page)?.[1];
      if (!to && !action) throw new Error(`The provider answered ${answer.status}: ${page.slice(0, 500)}`);
      next = new URL(to ?? action ?? "", next).href;
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? "";
      form = to ? undefined : new URLSearchParams({ prompt, login, password: "any" });
    }
    throw new Error("The provider never came back.");
  }

  finish(query: string) {
    return this.call("POST", "/api/auth/providers/oidc/finish", { query });
  }

  async queryOf(login: string, intent: Intent = "sign-in", more: object = {}): Promise<string> {
    const { status, body } = await this.start(intent, more);
    expect(status, JSON.stringify(body)).toBe(200);
    return this.answerOf(String(body.redirectTo), login);
  }

  /** Signs in from beginning to end. */
  async through(login: string, intent: Intent = "sign-in", more: object = {}) {
    const outcome = await this.finish(await this.queryOf(login, intent, more));
    if (typeof outcome.body.token === "string") this.token = outcome.body.token;
    return outcome;
  }

  async waysToSignIn() {
    return (await this.call("GET", "/api/account/sign-in-methods")).body;
  }
}

const changed = (query: string, change: Record<string, string>) => {
  const params = new URLSearchParams(query);
  for (const [name, value] of Object.entries(change)) params.set(name, value);
  return params.toString();
};

describe.skipIf(issuer === null)("signing in at a certified provider", () => {
  it("asks with PKCE, state and nonce, and ties the answer to this browser", async () => {
    const { body, headers } = await new Visitor(url).start();
    const address = new URL(String(body.redirectTo));
    expect(address.origin).toBe(issuer);
    const asked = Object.fromEntries(address.searchParams);
    expect(asked).toMatchObject({
      client_id: "beatcast",
      redirect_uri: `${url}/auth/return/oidc`,
      response_type: "code",
      scope: "openid email profile",
      code_challenge_method: "S256",
    });
    for (const name of ["state", "nonce", "code_challenge"]) expect(asked[name]).toMatch(/^[\w-]{43}$/);
    const cookie = headers.getSetCookie().find((one) => one.includes("beatcast_provider"));
    expect(cookie).toMatch(/^__Host-beatcast_provider=[\w-]{43}; .*HttpOnly/);
    expect(cookie).toContain("SameSite=Lax");
  });

  it("signs a new person up, with the address that the provider verified, and in again", async () => {
    const [ada, email] = [new Visitor(url), anEmail()];
    const first = await ada.through(email);
    expect(first.body).toMatchObject({
      returnTo: "/auth",
      user: { email, fullName: "Grace Hopper", isEmailVerified: true },
    });
    expect(await ada.waysToSignIn()).toMatchObject({
      hasPassword: false,
      passkeys: [],
      providers: [{ id: "oidc", name: "Example", linkedAt: expect.any(String) }],
    });
    const again = await new Visitor(url).through(email);
    expect((again.body.user as { id: string }).id).toBe((first.body.user as { id: string }).id);
    expect(await ada.signIn(email, PASSWORD)).toMatchObject({ status: 401 });
  });

  it("links and unlinks an account that has a password, and mails its owner", async () => {
    const [ada, theirs] = [new Visitor(url), anEmail()];
    const email = await ada.signUp();
    const linked = await ada.through(theirs, "link", { returnTo: "/account?tab=security" });
    expect(linked.body).toEqual({ done: "linked", returnTo: "/account?tab=security" });
    expect((await new Visitor(url).through(theirs)).body.user).toMatchObject({ email });
    await ada.mailTo(email, /A sign-in was linked/);
    const unlinked = await ada.call("DELETE", "/api/account/linked-sign-ins/oidc", {});
    expect(unlinked.body).toEqual({ success: true });
    await ada.mailTo(email, /A sign-in was unlinked/);
    expect((await new Visitor(url).through(theirs)).body.user).toMatchObject({ email: theirs });
  });

  it("is not unlinked where nothing else signs in, and is once there is a password", async () => {
    const [ada, email] = [new Visitor(url), anEmail()];
    await ada.through(email);
    const unlink = () => ada.call("DELETE", "/api/account/linked-sign-ins/oidc", {});
    expect(await unlink()).toMatchObject({ status: 409, body: { code: "conflict" } });
    const body = { newPassword: "a first password", confirmPassword: "a first password" };
    expect((await ada.call("POST", "/api/auth/change-password", body)).body).toEqual({ success: true });
    expect((await unlink()).body).toEqual({ success: true });
    expect((await new Visitor(url).signIn(email, "a first password")).status).toBe(200);
  });

  it("deletes an account without a password, after a recent sign-in there", async () => {
    const [ada, email] = [new Visitor(url), anEmail()];
    await ada.through(email);
    expect((await ada.through(email, "confirm")).body).toEqual({ done: "confirmed", returnTo: "/auth" });
    const { body } = await ada.call("POST", "/api/account/delete", { confirmation: "DELETE" });
    expect(body).toEqual({ success: true });
    const next = await new Visitor(url).through(email);
    expect(next.body.user).toMatchObject({ email });
    expect(Date.now() - Date.parse(String((next.body.user as { createdAt: string }).createdAt))).toBeLessThan(
      60_000,
    );
  });

  it("asks an account with a second factor for its code, also where it proves who is signed in", async () => {
    const [ada, email] = [new Visitor(url), anEmail()];
    await ada.through(email);
    const enrolled = await ada.call("POST", "/api/auth/two-factor/enroll", {});
    const code = authenticator(String(enrolled.body.secret));
    expect((await ada.call("POST", "/api/auth/two-factor/enable", { code: await code(-1) })).status).toBe(
      200,
    );
    const { body } = await new Visitor(url).through(email);
    expect(body).toEqual({ returnTo: "/auth", twoFactorRequired: true, ticket: expect.any(String) });
    expect((await ada.through(email, "confirm")).body).toMatchObject({ twoFactorRequired: true });
    const verified = await ada.call("POST", "/api/auth/two-factor/verify", {
      ticket: body.ticket,
      code: await code(),
    });
    expect(verified.body.user).toMatchObject({ email, isTwoFactorEnabled: true });
  });

  it("makes one account of two sign-ups at once", async () => {
    const [one, other, email] = [new Visitor(url), new Visitor(url), anEmail()];
    const queries = [await one.queryOf(email), await other.queryOf(email)];
    const outcomes = await Promise.all([one.finish(queries[0] ?? ""), other.finish(queries[1] ?? "")]);
    const ids = outcomes.map(({ body }) => (body.user as { id: string }).id);
    expect(new Set(ids).size).toBe(1);
  });
});

describe.skipIf(issuer === null)("attack: a provider's answer that does not hold", () => {
  it.each(Object.keys(hostile))("%s: nobody is signed in", async (name) => {
    const visitor = new Visitor(url);
    const outcome = await visitor.through(`${name}.${anEmail()}`);
    expect(outcome).toMatchObject({ status: 401, body: { code: "invalid_credentials" } });
    expect(outcome.headers.getSetCookie().join()).not.toContain("beatcast_session");
  });

  it("an address that is not verified signs up nobody and links nothing", async () => {
    const login = `unverified.${anEmail()}`;
    const refused = { status: 403, body: { code: "email_unconfirmed" } };
    expect(await new Visitor(url).through(login)).toMatchObject(refused);
    const ada = new Visitor(url);
    await ada.signUp();
    expect(await ada.through(login, "link")).toMatchObject(refused);
    expect((await ada.waysToSignIn()).providers).toMatchObject([{ linkedAt: null }]);
  });

  it("an answer in another issuer's name is refused (RFC 9207), and one that names none", async () => {
    const visitor = new Visitor(url);
    const query = await visitor.queryOf(anEmail());
    expect(new URLSearchParams(query).get("iss")).toBe(issuer);
    const mixed = changed(query, { iss: "https://issuer.example" });
    expect(await visitor.finish(mixed)).toMatchObject({ status: 401, body: { code: "invalid_credentials" } });
    const nameless = new URLSearchParams(await visitor.queryOf(anEmail()));
    nameless.delete("iss");
    expect(await visitor.finish(nameless.toString())).toMatchObject({ status: 401 });
  });

  it("a person who declines is told so", async () => {
    const visitor = new Visitor(url);
    const { body } = await visitor.start();
    const state = new URL(String(body.redirectTo)).searchParams.get("state") ?? "";
    const query = new URLSearchParams({ error: "access_denied", state, iss: issuer ?? "" }).toString();
    expect(await visitor.finish(query)).toMatchObject({ status: 403, body: { code: "forbidden" } });
  });
});

describe.skipIf(issuer === null)("attack: a sign-in that somebody else began or ended", () => {
  const refused = { status: 400, body: { code: "invalid_link" } };

  it("a state works once, also when it comes twice at once", async () => {
    const visitor = new Visitor(url);
    const query = await visitor.queryOf(anEmail());
    const both = await Promise.all([visitor.finish(query), visitor.finish(query)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await visitor.finish(query)).toMatchObject(refused);
  });

  it("a code that was used opens nothing under a new state", async () => {
    const visitor = new Visitor(url);
    const email = anEmail();
    const used = new URLSearchParams(await visitor.queryOf(email));
    expect((await visitor.finish(used.toString())).status).toBe(200);
    const replayed = changed(await visitor.queryOf(email), { code: used.get("code") ?? "" });
    expect(await visitor.finish(replayed)).toMatchObject({ status: 401 });
  });

  it("a stolen code opens nothing in the thief's own sign-in: PKCE", async () => {
    const [victim, thief] = [new Visitor(url), new Visitor(url)];
    const stolen = new URLSearchParams(await victim.queryOf(anEmail())).get("code") ?? "";
    const query = changed(await thief.queryOf(anEmail()), { code: stolen });
    expect(await thief.finish(query)).toMatchObject({ status: 401 });
  });

  it("a link with the attacker's answer signs nobody else in: the state is the browser's", async () => {
    const [attacker, victim] = [new Visitor(url), new Visitor(url)];
    const query = await attacker.queryOf(anEmail());
    await victim.start();
    expect(await victim.finish(query)).toMatchObject(refused);
    expect(await attacker.finish(query)).toMatchObject(refused);
  });

  it("an attacker's answer is not linked to a victim's account, nor in another session of theirs", async () => {
    const [attacker, victim] = [new Visitor(url), new Visitor(url)];
    const email = await victim.signUp();
    const query = await attacker.queryOf(anEmail());
    expect(await victim.finish(query)).toMatchObject(refused);
    const own = await victim.queryOf(anEmail(), "link");
    victim.token = String((await victim.signIn(email)).body.token);
    expect(await victim.finish(own)).toMatchObject({ status: 401, body: { code: "unauthenticated" } });
    expect((await victim.waysToSignIn()).providers).toMatchObject([{ linkedAt: null }]);
  });

  it("the same address does not join an account: its owner signs in and links", async () => {
    const [owner, other] = [new Visitor(url), new Visitor(url)];
    const email = await owner.signUp();
    expect(await other.through(email)).toMatchObject({
      status: 409,
      body: {
        message: `There is an account with ${email} already. Sign in to it, and link Example under Account, Security.`,
      },
    });
    expect((await owner.through(email, "link")).body.done).toBe("linked");
    expect((await other.through(email)).body.user).toMatchObject({ email });
  });

  it("one account there is linked with one account here", async () => {
    const [one, other, theirs] = [new Visitor(url), new Visitor(url), anEmail()];
    await one.signUp();
    await other.signUp();
    expect((await one.through(theirs, "link")).status).toBe(200);
    expect((await other.through(theirs, "link")).status).toBe(409);
    expect((await one.through(anEmail(), "link")).status).toBe(409);
  });

  it("another's account there does not prove who is signed in", async () => {
    const ada = new Visitor(url);
    await ada.through(anEmail());
    ada.signOutThere();
    expect(await ada.through(anEmail(), "confirm")).toMatchObject({
      status: 403,
      body: { code: "forbidden" },
    });
  });

  it.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example/",
    "/auth\n//evil.example",
    "javascript:alert(1)",
    "/nowhere",
    "/oauth/token",
  ])("a return address %j is refused", async (returnTo) => {
    expect(await new Visitor(url).start("sign-in", { returnTo })).toMatchObject({
      status: 400,
      body: { code: "invalid_request" },
    });
  });

  it("linking and proving need a session, and other sites cannot begin them", async () => {
    for (const intent of ["link", "confirm"] as const)
      expect(await new Visitor(url).start(intent)).toMatchObject({ status: 401 });
    const foreign = await new Visitor(url).call(
      "POST",
      "/api/auth/providers/oidc/start",
      { intent: "sign-in", returnTo: "/auth" },
      { origin: "https://evil.example" },
    );
    expect(foreign.body).toMatchObject({ code: "foreign_origin" });
  });
});
