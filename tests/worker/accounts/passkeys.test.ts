import { env } from "cloudflare:test";
import { createOTP } from "@better-auth/utils/otp";
import { beforeAll, describe, expect, it } from "vitest";
import type { SessionResponse } from "#contract/account.ts";
import type { SecurityEventList } from "#contract/security.ts";
import type {
  NewPasskeyOptions,
  PasskeyAnswer,
  PasskeyRequestOptions,
  SignInMethods,
} from "#contract/sign-in-methods.ts";
import { aConfirmedPerson, aPerson, call } from "../api.ts";
import { mailTo } from "../outbox.ts";
import { anAuthenticator } from "./a-passkey.ts";

type Person = Pick<Awaited<ReturnType<typeof aPerson>>, "token" | "email" | "password" | "user">;
type Authenticator = Awaited<ReturnType<typeof anAuthenticator>>;

const ask = async () =>
  (await call<PasskeyRequestOptions>("POST", "/api/auth/passkey/options", { body: {} })).body;
const begin = (token: string, proof: object = {}) =>
  call<NewPasskeyOptions>("POST", "/api/account/passkeys/options", { token, body: proof });
const add = (token: string, passkey: unknown, name = "Ada's phone") =>
  call("POST", "/api/account/passkeys", { token, body: { name, passkey } });
const signIn = (passkey: unknown) =>
  call<SessionResponse & { code?: string }>("POST", "/api/auth/passkey/signin", { body: { passkey } });
const waysOf = async (token: string) =>
  (await call<SignInMethods>("GET", "/api/account/sign-in-methods", { token })).body;
const trailOf = async (token: string) =>
  (await call<SecurityEventList>("GET", "/api/account/security-events", { token })).body;

/** Gives a person a passkey, and returns the device that holds it. */
async function withPasskey(person: Person): Promise<Authenticator> {
  const device = await anAuthenticator();
  const added = await add(person.token, await device.make((await begin(person.token)).body));
  expect(added.body).toEqual({ success: true });
  return device;
}

/** Makes the session look as if it had been opened an hour ago. */
const age = ({ user }: Person) =>
  env.DB.prepare("UPDATE sessions SET created_at = ?, proven_at = NULL WHERE user_id = ?")
    .bind(Date.now() - 3_600_000, user.id)
    .run();

describe("a passkey", () => {
  it("signs in without address and password, and is listed with its last use", async () => {
    const person = await aPerson();
    const device = await withPasskey(person);
    expect((await waysOf(person.token)).passkeys).toMatchObject([{ name: "Ada's phone", lastUsedAt: null }]);
    const { status, body, headers } = await signIn(await device.answer(await ask()));
    expect(status).toBe(200);
    expect(body.user.id).toBe(person.user.id);
    expect(headers.getSetCookie().join()).toContain("__Host-beatcast_session=");
    const [{ lastUsedAt } = { lastUsedAt: null }] = (await waysOf(body.token)).passkeys;
    expect(Date.now() - Date.parse(lastUsedAt ?? "")).toBeLessThan(60_000);
    await mailTo(person.email, "A passkey was added");
    expect((await trailOf(body.token)).events.map(({ kind }) => kind)).toContain("passkey_added");
  });

  it("is asked for with the host's name, unlocked, and for one this account has not", async () => {
    const person = await aPerson();
    const device = await withPasskey(person);
    const { body } = await begin(person.token);
    expect(body).toMatchObject({
      rp: { id: "beatcast.test", name: "Beatcast" },
      user: { id: Buffer.from(person.user.id).toString("base64url"), name: person.email },
      attestation: "none",
      excludeCredentials: [{ id: device.id, type: "public-key", transports: ["internal"] }],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    expect(await ask()).toMatchObject({ rpId: "beatcast.test", userVerification: "required" });
  });

  it("is removed after a recent sign-in, signs in no more, and the owner hears of it", async () => {
    const person = await aPerson();
    const device = await withPasskey(person);
    const [{ id } = { id: "" }] = (await waysOf(person.token)).passkeys;
    await age(person);
    const remove = (body: object) =>
      call("DELETE", `/api/account/passkeys/${id}`, { token: person.token, body });
    expect((await remove({})).body).toMatchObject({ code: "confirmation_required" });
    expect((await remove({ password: "not it" })).body).toMatchObject({ code: "wrong_password" });
    expect((await remove({ password: person.password })).body).toEqual({ success: true });
    expect((await remove({ password: person.password })).status).toBe(404);
    expect((await signIn(await device.answer(await ask()))).body.code).toBe("invalid_credentials");
    await mailTo(person.email, "A passkey was removed");
  });

  it("proves who is signed in, where the sign-in is not recent", async () => {
    const person = await aPerson();
    const device = await withPasskey(person);
    await age(person);
    const exportData = () => call("POST", "/api/account/export", { token: person.token, body: {} });
    expect((await exportData()).body).toMatchObject({ code: "confirmation_required" });
    const passkey = await device.answer(await ask());
    const confirm = { token: person.token, body: { passkey } };
    expect((await call("POST", "/api/auth/passkey/confirm", confirm)).body).toEqual({ success: true });
    expect((await exportData()).status).toBe(200);
  });

  it("goes with a password reset, as everything that a thief may have added", async () => {
    const person = await aConfirmedPerson();
    const device = await withPasskey(person);
    await call("POST", "/api/auth/forgot-password", { body: { email: person.email } });
    const { text } = await mailTo(person.email, "Set a new password");
    const token = /#([\w.-]+)/.exec(text)?.[1];
    const body = { token, password: "another long password" };
    expect((await call("POST", "/api/auth/reset-password", { body })).status).toBe(200);
    expect((await signIn(await device.answer(await ask()))).status).toBe(401);
  });

  it("is in the export without being a secret, and goes with the account", async () => {
    const person = await aPerson();
    await withPasskey(person);
    const exported = await call<{ passkeys: object[] }>("POST", "/api/account/export", {
      token: person.token,
      body: {},
    });
    expect(exported.body.passkeys).toMatchObject([{ name: "Ada's phone", counter: 0 }]);
    const body = { confirmation: "DELETE" };
    expect((await call("POST", "/api/account/delete", { token: person.token, body })).status).toBe(200);
    expect(
      await env.DB.prepare("SELECT count(*) AS n FROM passkeys WHERE user_id = ?")
        .bind(person.user.id)
        .first("n"),
    ).toBe(0);
  });

  it("stays within twenty an account, also where several are added at once", async () => {
    const person = await aPerson();
    const insert = env.DB.prepare(
      "INSERT INTO passkeys (id, credential_id, user_id, public_key, counter, transports, name, created_at, last_used_at) VALUES (?1, ?1, ?2, 'key', 0, '[]', 'An old one', 0, NULL)",
    );
    await env.DB.batch(
      Array.from({ length: 19 }, () => insert.bind(`psk_${crypto.randomUUID()}`, person.user.id)),
    );
    const devices = await Promise.all([anAuthenticator(), anAuthenticator(), anAuthenticator()]);
    const made = await Promise.all(
      devices.map(async (device) => device.make((await begin(person.token)).body)),
    );
    const added = await Promise.all(made.map((passkey) => add(person.token, passkey)));
    expect(added.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await begin(person.token)).status).toBe(409);
  });
});

describe("the second factor", () => {
  async function aCarefulPerson() {
    const person = await aConfirmedPerson();
    const device = await withPasskey(person);
    const { body } = await call<{ secret: string }>("POST", "/api/auth/two-factor/enroll", {
      token: person.token,
      body: { password: person.password },
    });
    const code = codesOf(body.secret);
    await call("POST", "/api/auth/two-factor/enable", {
      token: person.token,
      body: { code: await code(-1) },
    });
    return { person, device, code };
  }
  const ticketOf = async ({ email, password }: Person) =>
    (await call<{ ticket: string }>("POST", "/api/auth/signin", { body: { email, password } })).body.ticket;
  const verify = (body: object) =>
    call<SessionResponse & { code?: string }>("POST", "/api/auth/two-factor/verify", { body });

  it("is answered by a passkey in place of a code", async () => {
    const { person, device } = await aCarefulPerson();
    const ticket = await ticketOf(person);
    const { body } = await verify({ ticket, passkey: await device.answer(await ask()) });
    expect(body.user.id).toBe(person.user.id);
    expect((await verify({ ticket, passkey: await device.answer(await ask()) })).status).toBe(401);
  });

  it("is in a passkey that signs in alone: device and its unlocking", async () => {
    const { person, device } = await aCarefulPerson();
    expect((await signIn(await device.answer(await ask()))).body.user.id).toBe(person.user.id);
  });

  it("attack: is not answered by another's passkey, or by code and passkey together", async () => {
    const { person, code } = await aCarefulPerson();
    const stranger = await withPasskey(await aPerson());
    const ticket = await ticketOf(person);
    expect((await verify({ ticket, passkey: await stranger.answer(await ask()) })).body.code).toBe(
      "forbidden",
    );
    const both = { ticket, code: await code(), passkey: await stranger.answer(await ask()) };
    expect((await verify(both)).body.code).toBe("invalid_request");
  });

  it("attack: a stolen session and the password add no passkey without a code", async () => {
    const { person, code } = await aCarefulPerson();
    await age(person);
    const { password } = person;
    expect((await begin(person.token)).body).toMatchObject({ code: "confirmation_required" });
    expect((await begin(person.token, { password })).body).toMatchObject({
      code: "confirmation_required",
      fields: { code: "Please enter the code of your authenticator app as well." },
    });
    expect((await begin(person.token, { password, code: "000000" })).body).toMatchObject({
      code: "wrong_code",
    });
    expect((await begin(person.token, { password, code: await code() })).status).toBe(200);
  });
});

describe("attacks on passkeys", () => {
  let owner: Person;
  let device: Authenticator;
  beforeAll(async () => {
    owner = await aPerson();
    device = await withPasskey(owner);
  });
  const refused = { status: 401, body: { code: "invalid_credentials" } };
  const corrupted = (answer: Awaited<ReturnType<Authenticator["answer"]>>) => ({
    ...answer,
    response: { ...answer.response, signature: answer.response.signature.replace(/.{6}$/, "AAAAAA") },
  });

  it.each([
    ["attack: of a site that looks like ours", { origin: "https://beatcast.example" }],
    ["attack: of another port of our host", { origin: "https://beatcast.test:8443" }],
    ["attack: of another relying party", { rpId: "beatcast.example" }],
    ["attack: with a challenge that is not ours", { challenge: Buffer.alloc(32, 7).toString("base64url") }],
    ["attack: made for adding, not for signing in", { type: "webauthn.create" }],
    ["attack: of a device that was not unlocked", { isUnlocked: false }],
    ["attack: that names another person", { userHandle: Buffer.from("usr_other").toString("base64url") }],
    ["attack: that names nobody", { userHandle: "AA" }],
  ])("%s is refused", async (_, says) => {
    expect(await signIn(await device.answer(await ask(), says))).toMatchObject(refused);
  });

  it("attack: a replayed answer is refused, also when both come at once", async () => {
    const answer = await device.answer(await ask());
    const both = await Promise.all([signIn(answer), signIn(answer)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await signIn(answer)).toMatchObject(refused);
  });

  it("attack: a signature that is not the key's is refused, uses its challenge up, and is in the trail", async () => {
    const options = await ask();
    expect(await signIn(corrupted(await device.answer(options)))).toMatchObject(refused);
    expect(await signIn(await device.answer(options))).toMatchObject(refused);
    const { attempts } = await trailOf(owner.token);
    expect(attempts.find(({ kind }) => kind === "passkey_failed")?.count).toBeGreaterThan(0);
  });

  it("attack: a stranger's key under the owner's credential id is refused", async () => {
    const stranger = await withPasskey(await aPerson());
    const userHandle = Buffer.from(owner.user.id).toString("base64url");
    const answer = await stranger.answer(await ask(), { credentialId: device.id, userHandle });
    expect(await signIn(answer)).toMatchObject(refused);
  });

  it("attack: a copy of an authenticator that counts is refused once the real one was used", async () => {
    const person = await aPerson();
    const original = await anAuthenticator();
    original.countTo(5);
    await add(person.token, await original.make((await begin(person.token)).body));
    expect((await signIn(await original.answer(await ask(), { counter: 7 }))).status).toBe(200);
    expect(await signIn(await original.answer(await ask(), { counter: 6 }))).toMatchObject(refused);
    expect(await signIn(await original.answer(await ask(), { counter: 7 }))).toMatchObject(refused);
    const pair = [
      await original.answer(await ask(), { counter: 8 }),
      await original.answer(await ask(), { counter: 8 }),
    ];
    const statuses = (await Promise.all(pair.map(signIn))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 401]);
  });

  it("attack: a challenge for one session adds nothing in another, and none twice", async () => {
    const thief = await aPerson();
    const { body: options } = await begin(owner.token);
    const theirs = await (await anAuthenticator()).make(options);
    expect((await add(thief.token, theirs)).body).toMatchObject({ code: "invalid_link" });
    expect((await add(owner.token, theirs)).body).toMatchObject({ code: "invalid_link" });
  });

  it("attack: a passkey of another account is not added again, under another name or owner", async () => {
    const thief = await aPerson();
    const again = await device.make((await begin(thief.token)).body);
    expect((await add(thief.token, again)).status).toBe(409);
  });

  it.each([{ origin: "https://beatcast.example" }, { rpId: "beatcast.example" }, { isUnlocked: false }])(
    "attack: none is added by an answer that says %o",
    async (says) => {
      const passkey = await (await anAuthenticator()).make((await begin(owner.token)).body, says);
      expect((await add(owner.token, passkey)).body).toMatchObject({ code: "invalid_request" });
    },
  );

  it("attack: another's passkey does not prove who is signed in", async () => {
    const stranger = await withPasskey(await aPerson());
    const passkey = await stranger.answer(await ask());
    const { body } = await call("POST", "/api/auth/passkey/confirm", {
      token: owner.token,
      body: { passkey },
    });
    expect(body).toMatchObject({ code: "forbidden" });
  });

  it("attack: another's passkey is not removed by its id", async () => {
    const thief = await aPerson();
    const [{ id } = { id: "" }] = (await waysOf(owner.token)).passkeys;
    const removed = await call("DELETE", `/api/account/passkeys/${id}`, { token: thief.token, body: {} });
    expect(removed.status).toBe(404);
  });

  it("an answer is read as the standard has it, and with nothing beside", async () => {
    const answer: PasskeyAnswer = (await device.answer(await ask())) as PasskeyAnswer;
    const odd = { ...answer, id: "not base64url!" };
    expect((await signIn(odd)).body.code).toBe("invalid_request");
    expect((await signIn({ ...answer, response: { ...answer.response, signature: "" } })).status).toBe(400);
  });
});

/** Returns the codes of an authenticator app that was given this key. */
function codesOf(secret: string) {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const characters = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const key = String.fromCharCode(...characters);
  return (stepsAhead = 0) => createOTP(key).hotp(Math.floor(Date.now() / 30_000) + stepsAhead);
}
