import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { User } from "#contract/account.ts";
import { aPerson, call } from "../api.ts";
import { mailsTo, mailTo, tokenIn } from "../outbox.ts";

const forgot = (email: string) => call("POST", "/api/auth/forgot-password", { body: { email } });
const reset = (token: string, password: string) =>
  call("POST", "/api/auth/reset-password", { body: { token, password } });
const signIn = (email: string, password: string) =>
  call("POST", "/api/auth/signin", { body: { email, password } });

/** A reset link as its mail has it. */
async function aResetLink(email: string) {
  await forgot(email);
  return tokenIn(await mailTo(email, "Set a new password"));
}

describe("confirming an address", () => {
  it("is asked for by mail after signing up, and works once", async () => {
    const person = await aPerson();
    expect(person.user.isEmailVerified).toBe(false);
    const token = tokenIn(await mailTo(person.email, "Confirm your email address"));
    const confirm = () => call("POST", "/api/auth/confirm-email", { body: { token } });
    expect((await confirm()).status).toBe(200);
    expect(await confirm()).toMatchObject({ status: 400, body: { code: "invalid_link" } });
    const { body } = await call<{ user: User }>("GET", "/api/auth/profile", { token: person.token });
    expect(body.user.isEmailVerified).toBe(true);
  });

  it("keeps no link in the database, only its hash", async () => {
    const person = await aPerson();
    const token = tokenIn(await mailTo(person.email, "Confirm your email address"));
    const { results } = await env.DB.prepare("SELECT * FROM one_time_links WHERE user_id = ?")
      .bind(person.user.id)
      .all();
    expect(results).toHaveLength(1);
    expect(JSON.stringify(results)).not.toContain(token);
  });

  it("can be asked for again, which ends the earlier link", async () => {
    const person = await aPerson();
    const first = tokenIn(await mailTo(person.email, "Confirm your email address"));
    await env.DB.prepare("DELETE FROM outbox WHERE recipient = ?").bind(person.email).run();
    await call("POST", "/api/auth/resend-confirmation", { token: person.token });
    const second = tokenIn(await mailTo(person.email, "Confirm your email address"));
    const confirm = (token: string) => call("POST", "/api/auth/confirm-email", { body: { token } });
    expect((await confirm(first)).status).toBe(400);
    expect((await confirm(second)).status).toBe(200);
  });
});

describe("a forgotten password", () => {
  it("is answered alike for a known and an unknown address, which gets no mail", async () => {
    const person = await aPerson();
    const known = await forgot(person.email);
    const unknown = await forgot("nobody-here@example.com");
    expect(unknown).toMatchObject({ status: known.status, body: known.body });
    await mailTo(person.email, "Set a new password");
    expect(await mailsTo("nobody-here@example.com")).toEqual([]);
  });

  it("is replaced by the link, which ends every session and proves the address", async () => {
    const person = await aPerson();
    const token = await aResetLink(person.email);
    expect((await reset(token, "a brand new password")).status).toBe(200);
    expect((await call("POST", "/api/auth/verify", { token: person.token })).status).toBe(401);
    expect((await signIn(person.email, person.password)).status).toBe(401);
    const again = await signIn(person.email, "a brand new password");
    expect((again.body.user as User).isEmailVerified).toBe(true);
    await mailTo(person.email, "Your password was changed");
  });

  it("answers a wrong, a used and an expired link alike", async () => {
    const person = await aPerson();
    const used = await aResetLink(person.email);
    await reset(used, "a brand new password");
    const other = await aPerson();
    const expired = await aResetLink(other.email);
    await env.DB.prepare("UPDATE one_time_links SET expires_at = ? WHERE user_id = ?")
      .bind(Date.now() - 1, other.user.id)
      .run();
    const answers = await Promise.all(
      ["wrong", used, expired].map((token) => reset(token, "another new password")),
    );
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 400,
        body: {
          code: "invalid_link",
          message: "This link is no longer valid. Please ask for a new one.",
        },
      });
  });

  it("lets one of two simultaneous uses of a link through", async () => {
    const person = await aPerson();
    const token = await aResetLink(person.email);
    const answers = await Promise.all([reset(token, "the first password"), reset(token, "the second one")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it("does not use the link up with a password that is refused", async () => {
    const person = await aPerson();
    const token = await aResetLink(person.email);
    expect((await reset(token, "12345")).body.code).toBe("password_too_short");
    expect((await reset(token, "password1")).body.code).toBe("password_too_common");
    expect((await reset(token, "a brand new password")).status).toBe(200);
  });

  it("does not let a link of another purpose set a password", async () => {
    const person = await aPerson();
    const token = tokenIn(await mailTo(person.email, "Confirm your email address"));
    expect((await reset(token, "a brand new password")).body.code).toBe("invalid_link");
  });

  it("floods nobody's mailbox: five mails in a quarter of an hour", async () => {
    const person = await aPerson();
    for (let i = 0; i < 8; i++) expect((await forgot(person.email)).status).toBe(200);
    const resets = (await mailsTo(person.email)).filter((subject) => subject === "Set a new password");
    expect(resets).toHaveLength(5);
  });
});

describe("signing up with a taken address", () => {
  it("tells the mailbox's owner instead of the caller", async () => {
    const person = await aPerson();
    await call("POST", "/api/auth/signup", {
      body: { email: person.email, password: "another password", fullName: "Eve" },
    });
    await mailTo(person.email, "You already have a Beatcast account");
  });
});

describe("attack: a mailbox flooded by strangers", () => {
  const budget = 5;
  /** A sign-up with a taken address, each from a network of its own: a network is told of few. */
  const signUpAgain = (email: string, i: number) =>
    call("POST", "/api/auth/signup", {
      body: { email, password: "another password", fullName: "Eve" },
      headers: { "cf-connecting-ip": `10.8.0.${i}` },
    });

  it("gets five mails for forty sign-ups with its address", async () => {
    const person = await aPerson();
    for (let i = 0; i < 40; i++) expect((await signUpAgain(person.email, i)).status).toBe(409);
    const mails = await mailsTo(person.email);
    expect(mails.filter((subject) => subject === "You already have a Beatcast account")).toHaveLength(budget);
  });

  it("gets ten mails an hour of all that strangers can cause, and its reset mail still", async () => {
    const person = await aPerson();
    const { email, password, token } = person;
    for (let i = 0; i < 6; i++) {
      await signUpAgain(email, i);
      await call("POST", "/api/newsletter", { body: { email } });
      await call("POST", "/api/account/export", { token, body: { password } });
      await call("POST", "/api/auth/resend-confirmation", { token });
    }
    expect(await mailsTo(email)).toHaveLength(10);
    await forgot(email);
    await mailTo(email, "Set a new password");
  });

  it("is one mailbox, whatever stands after a plus sign", async () => {
    const name = crypto.randomUUID().slice(0, 8);
    const addresses = Array.from(
      { length: 7 },
      (_, i) => `${name.slice(0, i + 1)}.${name.slice(i + 1)}+${i}@gmail.com`,
    );
    for (const email of addresses) await aPerson({ email });
    const mails = await Promise.all(addresses.map(mailsTo));
    expect(mails.flat()).toHaveLength(budget);
  });

  it("keeps the link of the last mail working when no further one is sent", async () => {
    const person = await aPerson();
    for (let i = 0; i < 8; i++) await forgot(person.email);
    expect((await mailsTo(person.email)).filter((one) => one === "Set a new password")).toHaveLength(budget);
    const token = tokenIn(await mailTo(person.email, "Set a new password"));
    expect((await reset(token, "a brand new password")).status).toBe(200);
  });
});

describe("links in mails", () => {
  it("go to our own origin whatever Host a caller names", async () => {
    const person = await aPerson();
    await call("POST", "/api/auth/forgot-password", {
      body: { email: person.email },
      headers: { "x-forwarded-host": "evil.example" },
    });
    const { text } = await mailTo(person.email, "Set a new password");
    expect(text).toContain("https://beatcast.test/auth/reset-password?token=");
    expect(text).not.toContain("evil.example");
  });
});
