import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { User } from "#contract/account.ts";
import { aPerson, call, origin } from "../api.ts";

describe("signing up", () => {
  it("answers the user and a token that works at once", async () => {
    const person = await aPerson({ fullName: "Grace Hopper" });
    expect(person.user).toMatchObject({
      email: person.email,
      fullName: "Grace Hopper",
      subscriptionTier: "free",
      subscriptionStatus: "active",
      apiCallsUsed: 0,
      apiCallsLimit: 10,
    });
    expect(person.user.id).toMatch(/^usr_[0-9a-f]{32}$/);
    const verified = await call<{ user: User }>("POST", "/api/auth/verify", { token: person.token });
    expect(verified.body.user.id).toBe(person.user.id);
  });

  it.each([
    [
      { email: "a@example.com", password: "12345", fullName: "A" },
      "password_too_short",
      "Password must be at least 6 characters long.",
    ],
    [
      { email: "a@example.com", password: "x".repeat(129), fullName: "A" },
      "password_too_long",
      "Password must be at most 128 characters long.",
    ],
    [
      { email: "not an address", password: "123456", fullName: "A" },
      "invalid_request",
      "Please enter a valid email address.",
    ],
    [
      { email: "a@example.com", password: "123456", fullName: " " },
      "missing_fields",
      "Please enter your full name, email and password.",
    ],
  ])("refuses %j with %s", async (body, code, message) => {
    const answer = await call("POST", "/api/auth/signup", { body });
    expect(answer).toMatchObject({ status: 400, body: { code, message } });
  });

  it("does not say that a taken address has an account", async () => {
    const person = await aPerson();
    const again = await call("POST", "/api/auth/signup", {
      body: { email: person.email.toUpperCase(), password: "another password", fullName: "Eve" },
    });
    expect(again.status).toBe(409);
    expect(again.body.message).toBe(
      "We could not create this account. If you already have one, please sign in or reset your password.",
    );
  });

  it("takes a password of 64 characters with emoji, byte for byte", async () => {
    const password = "🔑é".repeat(32);
    const person = await aPerson({ password });
    const right = await call("POST", "/api/auth/signin", { body: { email: person.email, password } });
    const wrong = await call("POST", "/api/auth/signin", {
      body: { email: person.email, password: password.slice(0, -1) },
    });
    expect([right.status, wrong.status]).toEqual([200, 401]);
  });
});

describe("signing in", () => {
  it("answers an unknown address and a wrong password alike", async () => {
    const person = await aPerson();
    const wrong = await call("POST", "/api/auth/signin", {
      body: { email: person.email, password: "wrong password" },
    });
    const unknown = await call("POST", "/api/auth/signin", {
      body: { email: "nobody@example.com", password: "wrong password" },
    });
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(401);
    expect(unknown.body).toEqual(wrong.body);
    expect(wrong.body.message).toBe("Please check your credentials and try again.");
  });

  it("says what is missing", async () => {
    const answer = await call("POST", "/api/auth/signin", { body: { email: " ", password: "" } });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: "missing_fields", message: "Please enter both email and password." },
    });
  });

  it("makes the eleventh wrong password within a minute wait", async () => {
    const person = await aPerson();
    const body = { email: person.email, password: "wrong password" };
    const tries = Array.from({ length: 11 }, () => call("POST", "/api/auth/signin", { body }));
    const answers = await Promise.all(tries);
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429]);
    const waiting = answers.find(({ status }) => status === 429);
    expect(Number(waiting?.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("a session", () => {
  it("is dead on the server after sign-out, token and cookie", async () => {
    const person = await aPerson();
    await call("POST", "/api/auth/signout", { token: person.token });
    expect((await call("POST", "/api/auth/verify", { token: person.token })).status).toBe(401);
    expect((await call("POST", "/api/auth/verify", { headers: { cookie: person.cookie } })).status).toBe(401);
  });

  it("rests on the cookie when no token is sent, and on the token alone when one is", async () => {
    const person = await aPerson();
    expect((await call("GET", "/api/auth/profile", { headers: { cookie: person.cookie } })).status).toBe(200);
    const altered = `${person.token.slice(0, -1)}${person.token.endsWith("a") ? "b" : "a"}`;
    for (const token of [altered, person.token.slice(0, 10), "x"]) {
      const answer = await call("GET", "/api/auth/profile", { token, headers: { cookie: person.cookie } });
      expect(answer.status).toBe(401);
    }
  });

  it("keeps no token in the database", async () => {
    const person = await aPerson();
    const { results } = await env.DB.prepare("SELECT token FROM sessions WHERE user_id = ?")
      .bind(person.user.id)
      .all();
    expect(results).toHaveLength(1);
    expect(JSON.stringify(results)).not.toContain(person.token);
    expect(person.cookie).toContain(person.token);
  });

  it("refuses a write that another site's page sends with the cookie", async () => {
    const person = await aPerson();
    const foreign = { cookie: person.cookie, origin: "https://evil.example" };
    const own = { cookie: person.cookie, origin };
    const plain = { ...own, "content-type": "text/plain" };
    const put = (headers: Record<string, string>) =>
      call("PUT", "/api/auth/profile", { body: { company: "X" }, headers });
    expect((await put(foreign)).body.code).toBe("foreign_origin");
    expect((await put({ cookie: person.cookie, "sec-fetch-site": "cross-site" })).body.code).toBe(
      "foreign_origin",
    );
    expect((await put(plain)).body.code).toBe("unsupported_media_type");
    expect((await put(own)).status).toBe(200);
  });
});

describe("the profile", () => {
  it("stores the person's fields and drops every other", async () => {
    const person = await aPerson();
    const body = {
      fullName: "Ada King",
      phone: "+44 20 7946 0000",
      bio: "Robert'); DROP TABLE users;--",
      email: "evil@example.com",
      subscriptionTier: "institutional",
      apiCallsLimit: 1_000_000,
      id: "usr_other",
      emailVerified: true,
      role: "admin",
    };
    const { body: answer } = await call<{ user: User }>("PUT", "/api/auth/profile", {
      body,
      token: person.token,
    });
    expect(answer.user).toEqual({
      ...person.user,
      fullName: "Ada King",
      phone: "+44 20 7946 0000",
      bio: "Robert'); DROP TABLE users;--",
    });
  });

  it("takes no tags, and no characters that turn or hide what follows", async () => {
    const person = await aPerson({ fullName: "Ada\u202e Lovelace\u200b" });
    expect(person.user.fullName).toBe("Ada Lovelace");
    const put = (body: object) =>
      call<{ user: User; fields?: object }>("PUT", "/api/auth/profile", { body, token: person.token });
    const tags = await put({ fullName: "<img src=x>", company: "a<b", location: ">", bio: "<script>" });
    expect(tags.status).toBe(400);
    expect(Object.keys(tags.body.fields ?? {})).toEqual(["fullName", "company", "location", "bio"]);
    const { body } = await put({ company: "Engines\u2066\u0000 Ltd" });
    expect(body.user.company).toBe("Engines Ltd");
  });

  it("shows what was stored before that without them", async () => {
    const person = await aPerson();
    await env.DB.prepare("UPDATE users SET name = ?, bio = ? WHERE id = ?")
      .bind("\u202e<b>Ada</b>", "one\ntwo <i>", person.user.id)
      .run();
    const { body } = await call<{ user: User }>("GET", "/api/auth/profile", { token: person.token });
    expect(body.user).toMatchObject({ fullName: "Ada", bio: "one\ntwo" });
  });

  it("names each wrong field", async () => {
    const person = await aPerson();
    const body = { fullName: "", phone: "call me", bio: "x".repeat(501) };
    const answer = await call("PUT", "/api/auth/profile", { body, token: person.token });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields as object)).toEqual(["fullName", "phone", "bio"]);
  });

  it("clears a field by an empty text", async () => {
    const person = await aPerson();
    await call("PUT", "/api/auth/profile", { body: { company: "Analytical Engines" }, token: person.token });
    const { body } = await call<{ user: User }>("PUT", "/api/auth/profile", {
      body: { company: "" },
      token: person.token,
    });
    expect(body.user.company).toBeNull();
  });
});
