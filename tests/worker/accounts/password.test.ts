import { describe, expect, it } from "vitest";
import { aPerson, call } from "../api.ts";
import { mailsTo, mailTo, tokenIn } from "../outbox.ts";

type Person = Awaited<ReturnType<typeof aPerson>>;

const signIn = (person: Person, password = person.password) =>
  call<{ token: string }>("POST", "/api/auth/signin", { body: { email: person.email, password } });
const change = (person: Person, body: object) =>
  call("POST", "/api/auth/change-password", { token: person.token, body });

describe("changing the password", () => {
  it("ends every other session and keeps this one", async () => {
    const person = await aPerson();
    const elsewhere = (await signIn(person)).body.token;
    const answer = await change(person, {
      currentPassword: person.password,
      newPassword: "a better password",
      confirmPassword: "a better password",
    });
    expect(answer.status).toBe(200);
    expect((await call("POST", "/api/auth/verify", { token: elsewhere })).status).toBe(401);
    expect((await call("POST", "/api/auth/verify", { token: person.token })).status).toBe(200);
    expect((await signIn(person)).status).toBe(401);
    expect((await signIn(person, "a better password")).status).toBe(200);
    await mailTo(person.email, "Your password was changed");
  });

  it.each([
    [
      { currentPassword: "not it", newPassword: "a better password" },
      "wrong_password",
      "The current password is wrong.",
    ],
    [
      { currentPassword: "correct horse battery", newPassword: "1234567" },
      "password_too_short",
      "Password must be at least 8 characters long.",
    ],
    [
      { currentPassword: "correct horse battery", newPassword: "long enough", confirmPassword: "different" },
      "invalid_request",
      "New passwords do not match.",
    ],
    [
      { currentPassword: "correct horse battery", newPassword: "x".repeat(129) },
      "password_too_long",
      "Password must be at most 128 characters long.",
    ],
    [
      { currentPassword: "correct horse battery", newPassword: "Password1" },
      "password_too_common",
      "This password is one of the most common ones. Please choose another.",
    ],
  ])("refuses %j with %s", async (body, code, message) => {
    const person = await aPerson();
    expect(await change(person, body)).toMatchObject({ status: 400, body: { code, message } });
    expect((await signIn(person)).status).toBe(200);
  });

  it("makes guessing the current password wait after ten tries", async () => {
    const person = await aPerson();
    const guess = { currentPassword: "a guess", newPassword: "a better password" };
    const answers = await Promise.all(Array.from({ length: 11 }, () => change(person, guess)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(400), 429]);
  });

  it("sends no notice to a person who turned security alerts off", async () => {
    const person = await aPerson();
    await call("PUT", "/api/account/notifications", {
      token: person.token,
      body: { securityAlerts: false },
    });
    await change(person, { currentPassword: person.password, newPassword: "a better password" });
    expect(await mailsTo(person.email)).not.toContain("Your password was changed");
  });
});

describe("a new password at sign-up", () => {
  it.each(["123456", "password", "PASSWORD123", "qwerty"])(
    "is refused when it is as common as %s",
    async (password) => {
      const body = { email: `common-${crypto.randomUUID()}@example.com`, password, fullName: "Ada" };
      expect(await call("POST", "/api/auth/signup", { body })).toMatchObject({
        status: 400,
        body: { code: "password_too_common" },
      });
    },
  );

  it("of ten megabytes is refused before it is hashed", async () => {
    const startedAt = Date.now();
    const body = JSON.stringify({
      email: "big@example.com",
      password: "x".repeat(10_000_000),
      fullName: "Big",
    });
    expect((await call("POST", "/api/auth/signup", { body })).status).toBe(413);
    expect(Date.now() - startedAt).toBeLessThan(2000);
  });
});

describe("attack: one password in two measures", () => {
  const signUp = (password: string) => {
    const email = `measured-${crypto.randomUUID()}@example.com`;
    return call("POST", "/api/auth/signup", { body: { email, password, fullName: "Ada" } });
  };
  const emoji = "🔑".repeat(80);

  it("is closed: 80 emoji are taken at sign-up, sign-in, change and reset alike", async () => {
    const person = await aPerson({ password: emoji });
    expect((await signIn(person)).status).toBe(200);
    const other = `${emoji}🔒`;
    expect((await change(person, { currentPassword: emoji, newPassword: other })).status).toBe(200);
    expect((await signIn(person, other)).status).toBe(200);
    await call("POST", "/api/auth/forgot-password", { body: { email: person.email } });
    const token = tokenIn(await mailTo(person.email, "Set a new password"));
    const reset = await call("POST", "/api/auth/reset-password", { body: { token, password: emoji } });
    expect(reset.status).toBe(200);
    expect((await signIn(person, emoji)).status).toBe(200);
  });

  it("is closed: 128 characters of any kind are taken, 129 refused", async () => {
    expect((await signUp("🔑".repeat(128))).status).toBe(200);
    expect((await signUp("🔑".repeat(129))).body.code).toBe("password_too_long");
    expect((await signUp("ﷺ".repeat(8))).body.code).toBe("password_too_long");
  });

  it.each(["ｐａｓｓｗｏｒｄ", "Ｐassword1", "𝐩𝐚𝐬𝐬𝐰𝐨𝐫𝐝", "①②③④⑤⑥"])(
    "is closed: %s is the common word that it stands for",
    async (password) => {
      expect((await signUp(password)).body.code).toBe("password_too_common");
    },
  );

  it("is the same password however its characters were typed", async () => {
    const person = await aPerson({ password: "na\u00efve caf\u00e9" });
    expect((await signIn(person, "nai\u0308ve cafe\u0301")).status).toBe(200);
    expect((await signIn(person, "naive cafe")).status).toBe(401);
  });
});

describe("attack: a session opened with the old password while it is being replaced", () => {
  it("does not survive the reset", async () => {
    const person = await aPerson();
    await call("POST", "/api/auth/forgot-password", { body: { email: person.email } });
    const token = tokenIn(await mailTo(person.email, "Set a new password"));
    const reset = call("POST", "/api/auth/reset-password", { body: { token, password: "the owner's own" } });
    const signIns = Array.from({ length: 8 }, () => signIn(person));
    const opened = (await Promise.all(signIns)).filter(({ status }) => status === 200);
    expect((await reset).status).toBe(200);
    for (const { body } of opened)
      expect((await call("POST", "/api/auth/verify", { token: body.token })).status).toBe(401);
  });
});
