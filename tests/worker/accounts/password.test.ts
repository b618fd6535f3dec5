import { describe, expect, it } from "vitest";
import { aPerson, call } from "../api.ts";
import { mailsTo, mailTo } from "../kept-mail.ts";

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
      "The current password is not right.",
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
