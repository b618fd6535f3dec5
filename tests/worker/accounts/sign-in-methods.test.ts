import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { NewPasskeyOptions, PasskeyRequestOptions, SignInMethods } from "#contract/sign-in-methods.ts";
import { aConfirmedPerson, aPerson, call } from "../api.ts";
import { mailTo, tokenIn } from "../outbox.ts";
import { anAuthenticator } from "./a-passkey.ts";

type Person = Awaited<ReturnType<typeof aPerson>>;

async function addPasskey({ token }: Person) {
  const device = await anAuthenticator();
  const begun = await call<NewPasskeyOptions>("POST", "/api/account/passkeys/options", { token, body: {} });
  const passkey = await device.make(begun.body);
  await call("POST", "/api/account/passkeys", { token, body: { name: "", passkey } });
  return device;
}

/** Changes an account to what a provider's sign-in would have created. */
const withoutPassword = ({ user }: Person) =>
  env.DB.prepare("DELETE FROM credentials WHERE user_id = ? AND provider_id = 'credential'")
    .bind(user.id)
    .run();
/** Links the account with a provider that the tests' settings do not name. */
const link = ({ user }: Person, provider = "google") =>
  env.DB.prepare(
    "INSERT INTO credentials (id, account_id, provider_id, user_id, password, created_at, updated_at) VALUES (?1, ?1, ?2, ?3, NULL, 0, 0)",
  )
    .bind(`of-${crypto.randomUUID()}`, provider, user.id)
    .run();
const age = ({ user }: Person) =>
  env.DB.prepare("UPDATE sessions SET created_at = 0, proven_at = NULL WHERE user_id = ?")
    .bind(user.id)
    .run();
const waysOf = async ({ token }: Person) =>
  (await call<SignInMethods>("GET", "/api/account/sign-in-methods", { token })).body;
const remove = ({ token }: Person, id: string) =>
  call("DELETE", `/api/account/passkeys/${id}`, { token, body: {} });

describe("the ways into an account", () => {
  it("are a password, passkeys and linked sign-ins, named after the browser where nobody named them", async () => {
    const person = await aPerson();
    await addPasskey(person);
    expect(await waysOf(person)).toMatchObject({
      hasPassword: true,
      passkeys: [{ name: "Unknown device" }],
      providers: [],
    });
    await withoutPassword(person);
    expect((await waysOf(person)).hasPassword).toBe(false);
  });

  it("attack: never end with the last one, also where two are removed at once", async () => {
    const person = await aPerson();
    await addPasskey(person);
    await addPasskey(person);
    await withoutPassword(person);
    // This link opens nothing, because the settings no longer name its provider.
    await link(person);
    const ids = (await waysOf(person)).passkeys.map(({ id }) => id);
    const removed = await Promise.all(ids.map((id) => remove(person, id)));
    expect(removed.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(removed.find(({ status }) => status === 409)?.body.message).toBe(
      "This is the only way to sign in to your account. Set a password, or add another way, before you remove it.",
    );
    expect((await waysOf(person)).passkeys).toHaveLength(1);
  });

  it("are not asked for where no provider is set up", async () => {
    expect((await call("GET", "/api/auth/providers")).body).toEqual({ providers: [] });
    const start = { intent: "sign-in", returnTo: "/auth" };
    const answer = await call("POST", "/api/auth/providers/google/start", { body: start });
    expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect((await call("POST", "/api/auth/providers/other/start", { body: start })).status).toBe(400);
  });
});

describe("an account without a password", () => {
  async function aPersonWithoutPassword() {
    const person = await aConfirmedPerson();
    const device = await addPasskey(person);
    await withoutPassword(person);
    return { person, device };
  }
  const confirm = async ({ token }: Person, device: Awaited<ReturnType<typeof addPasskey>>) => {
    const options = await call<PasskeyRequestOptions>("POST", "/api/auth/passkey/options", { body: {} });
    const passkey = await device.answer(options.body);
    return call("POST", "/api/auth/passkey/confirm", { token, body: { passkey } });
  };

  it("is entered by no password, whatever is typed", async () => {
    const { person } = await aPersonWithoutPassword();
    for (const password of [person.password, "", "anything at all"]) {
      const { status } = await call("POST", "/api/auth/signin", { body: { email: person.email, password } });
      expect(status).toBeGreaterThanOrEqual(400);
    }
  });

  it.each([
    ["POST", "/api/auth/change-password", { newPassword: "a first password" }],
    ["POST", "/api/auth/two-factor/enroll", {}],
    ["POST", "/api/account/export", {}],
    ["POST", "/api/calendar-feed", {}],
    ["POST", "/api/account/delete", { confirmation: "DELETE" }],
  ])("%s %s asks who it is, and takes a passkey", async (method, path, body) => {
    const { person, device } = await aPersonWithoutPassword();
    await age(person);
    const send = () => call(method, path, { token: person.token, body });
    expect(await send()).toMatchObject({
      status: 400,
      body: {
        code: "confirmation_required",
        fields: { password: "Please confirm that it is you to go on." },
      },
    });
    const withPassword = await call(method, path, {
      token: person.token,
      body: { ...body, password: "anything", currentPassword: "anything" },
    });
    expect(["confirmation_required", "wrong_password"]).toContain(withPassword.body.code);
    expect((await confirm(person, device)).status).toBe(200);
    expect((await send()).status).toBeLessThan(300);
  });

  it("gets its first password, which signs in from then on, and its owner hears of it", async () => {
    const { person } = await aPersonWithoutPassword();
    const body = { newPassword: "a first password", confirmPassword: "a first password" };
    expect((await call("POST", "/api/auth/change-password", { token: person.token, body })).status).toBe(200);
    const signIn = { email: person.email, password: "a first password" };
    expect((await call("POST", "/api/auth/signin", { body: signIn })).status).toBe(200);
    expect((await waysOf(person)).hasPassword).toBe(true);
    await mailTo(person.email, "Your password was changed");
    const again = await call("POST", "/api/auth/change-password", { token: person.token, body });
    expect(again.body).toMatchObject({ code: "wrong_password" });
  });

  it("gets a password by a mailed link too", async () => {
    const { person } = await aPersonWithoutPassword();
    await call("POST", "/api/auth/forgot-password", { body: { email: person.email } });
    const token = tokenIn(await mailTo(person.email, "Set a new password"));
    const body = { token, password: "a first password", keepAccess: true };
    expect((await call("POST", "/api/auth/reset-password", { body })).status).toBe(200);
    const signIn = { email: person.email, password: "a first password" };
    expect((await call("POST", "/api/auth/signin", { body: signIn })).status).toBe(200);
  });
});

describe("attack: a squatter's ways back", () => {
  it("end when the owner of the address takes the account over", async () => {
    const squatter = await aPerson();
    const device = await addPasskey(squatter);
    await link(squatter);
    const token = tokenIn(await mailTo(squatter.email, "Confirm your email address"));
    const body = { token, password: "the owner's password" };
    expect((await call("POST", "/api/auth/confirm-email", { body })).status).toBe(200);
    const left = await env.DB.prepare(
      "SELECT (SELECT count(*) FROM passkeys WHERE user_id = ?1) AS passkeys, (SELECT group_concat(provider_id) FROM credentials WHERE user_id = ?1) AS ways",
    )
      .bind(squatter.user.id)
      .first();
    expect(left).toEqual({ passkeys: 0, ways: "credential" });
    const options = await call<PasskeyRequestOptions>("POST", "/api/auth/passkey/options", { body: {} });
    const passkey = await device.answer(options.body);
    expect((await call("POST", "/api/auth/passkey/signin", { body: { passkey } })).status).toBe(401);
  });
});
