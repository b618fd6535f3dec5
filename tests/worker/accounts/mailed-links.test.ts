import { env } from "cloudflare:test";
import { getTableColumns, getTableName } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { settingsTables } from "#accounts/password/change.ts";
import type { User } from "#contract/account.ts";
import { personalTables } from "#platform/personal-data/list.ts";
import { aPerson, call } from "../api.ts";
import { aPaidGuest, Browser, mailedSecret, offersTo } from "../billing/guest.ts";
import { mailsTo, mailTo, tokenIn } from "../outbox.ts";

const forgot = (email: string, network = "192.0.2.1") =>
  call("POST", "/api/auth/forgot-password", { body: { email }, headers: { "cf-connecting-ip": network } });
const reset = (token: string, password: string) =>
  call("POST", "/api/auth/reset-password", { body: { token, password } });
const signIn = (email: string, password: string) =>
  call("POST", "/api/auth/signin", { body: { email, password } });

/** Returns a reset link as its mail contains it. */
async function aResetLink(email: string) {
  await forgot(email);
  return tokenIn(await mailTo(email, "Set a new password"));
}

const confirm = (body: { token: string; password?: string }, session?: string) =>
  call("POST", "/api/auth/confirm-email", { body, ...(session ? { token: session } : {}) });
const confirmationOf = async (email: string) => tokenIn(await mailTo(email, "Confirm your email address"));

describe("confirming an address", () => {
  it("is asked for by mail after signing up, and works once, in the account's own session", async () => {
    const person = await aPerson();
    expect(person.user.isEmailVerified).toBe(false);
    const token = await confirmationOf(person.email);
    expect((await confirm({ token }, person.token)).status).toBe(200);
    const already = { status: 409, body: { code: "conflict" } };
    expect(await confirm({ token }, person.token)).toMatchObject(already);
    // Whoever holds a used link changes nothing with it, not even together with a password.
    for (const body of [{ token }, { token, password: "a brand new password" }])
      expect(await confirm(body)).toMatchObject({
        status: 409,
        body: { message: "This address is already confirmed." },
      });
    expect((await signIn(person.email, person.password)).status).toBe(200);
    const { body } = await call<{ user: User }>("GET", "/api/auth/profile", { token: person.token });
    expect(body.user.isEmailVerified).toBe(true);
  });

  it("keeps no link in the database, only its hash", async () => {
    const person = await aPerson();
    const token = tokenIn(await mailTo(person.email, "Confirm your email address"));
    const { results } = await env.DB.prepare("SELECT * FROM short_lived_secrets WHERE user_id = ?")
      .bind(person.user.id)
      .all();
    expect(results).toHaveLength(1);
    expect(JSON.stringify(results)).not.toContain(token);
  });

  it("can be asked for again: the earlier link works until one is used", async () => {
    const person = await aPerson();
    const first = await confirmationOf(person.email);
    await env.DB.prepare("DELETE FROM outbox WHERE recipient = ?").bind(person.email).run();
    await call("POST", "/api/auth/resend-confirmation", { token: person.token });
    const second = await confirmationOf(person.email);
    expect((await confirm({ token: first }, person.token)).status).toBe(200);
    expect((await confirm({ token: second }, person.token)).status).toBe(409);
  });
});

describe("attack: a squatter signs up with somebody's address", () => {
  const watched = (token: string) => call<{ items: object[] }>("GET", "/api/watchlist", { token });

  it("and its owner follows the link: nothing is confirmed without the squatter's session or a new password", async () => {
    const squatter = await aPerson();
    const token = await confirmationOf(squatter.email);
    const another = await aPerson();
    for (const session of [undefined, another.token])
      expect(await confirm({ token }, session)).toMatchObject({
        status: 400,
        body: { code: "confirmation_required", fields: { password: expect.any(String) } },
      });
    const { body } = await call<{ user: User }>("GET", "/api/auth/profile", { token: squatter.token });
    expect(body.user.isEmailVerified).toBe(false);
    expect(
      (
        await call("POST", "/api/auth/two-factor/enroll", {
          token: squatter.token,
          body: { password: squatter.password },
        })
      ).body.code,
    ).toBe("email_unconfirmed");
  });

  it("and whoever sets a password by the link has the account alone, with nothing that was set up in it", async () => {
    const squatter = await aPerson();
    const { token: session, user } = squatter;
    for (const [method, path, body] of [
      ["PUT", "/api/alerts/settings", { timeZone: "Europe/Berlin", quiet: { from: 0, to: 1439 } }],
      ["POST", "/api/calendar-feed", {}],
    ] as const)
      expect((await call(method, path, { token: session, body })).status, path).toBeLessThan(300);
    await env.DB.prepare(
      "INSERT INTO watchlist (user_id, ledger_id, symbol, note, created_at) VALUES (?, 'sample', 'AAPL', 'Buy at once!', 0)",
    )
      .bind(user.id)
      .run();
    const token = await confirmationOf(squatter.email);
    expect((await confirm({ token, password: "short" })).body.code).toBe("password_too_short");
    expect((await confirm({ token, password: "a brand new password" })).status).toBe(200);
    expect((await call("POST", "/api/auth/verify", { token: session })).status).toBe(401);
    expect((await signIn(squatter.email, squatter.password)).status).toBe(401);
    const own = await signIn(squatter.email, "a brand new password");
    expect(own.body.user as User).toMatchObject({ isEmailVerified: true, fullName: null });
    expect((await watched(own.body.token as string)).body.items).toEqual([]);
    for (const table of ["watchlist", "quiet_hours", "calendar_feeds", "alerts", "push_devices"])
      expect(
        await env.DB.prepare(`SELECT COUNT(*) AS n FROM ${table} WHERE user_id = ?`).bind(user.id).first("n"),
        table,
      ).toBe(0);
  });

  it("clears every table of a person but the record, payments and what they were told", () => {
    const keeps = ["users", "sessions", "credentials", "short_lived_secrets", "security_events"];
    const stays = ["predictions", "past_predictions", "tallies", "customers", "checkouts", "deliveries"];
    const ofPeople = personalTables
      .map(({ table }) => table)
      .filter((table) => "userId" in getTableColumns(table))
      .map((table) => getTableName(table));
    const cleared = settingsTables.map((table) => getTableName(table));
    expect(ofPeople.filter((name) => !(cleared as string[]).includes(name)).toSorted()).toEqual(
      [...keeps, ...stays].filter((name) => ofPeople.includes(name)).toSorted(),
    );
  });

  it("and a plan that a guest buys with the address is the guest's, who sets a password by the mailed link", async () => {
    const squatter = await aPerson();
    const { browser, checkoutId, email } = await aPaidGuest(squatter.email);
    const token = await confirmationOf(email);
    expect((await confirm({ token })).body.code).toBe("confirmation_required");
    expect(await offersTo(squatter.token)).toEqual([]);
    expect((await new Browser().accept(squatter.token, checkoutId)).status).toBeGreaterThanOrEqual(400);
    const secret = await mailedSecret(email);
    expect((await browser.setUp(email, "a brand new password", { secret })).body.user).toMatchObject({
      email,
      subscriptionTier: "premium",
      isEmailVerified: true,
    });
    expect((await call("POST", "/api/auth/verify", { token: squatter.token })).status).toBe(401);
    expect((await signIn(email, squatter.password)).status).toBe(401);
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
    await env.DB.prepare("UPDATE short_lived_secrets SET expires_at = ? WHERE user_id = ?")
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

  it("is asked for by a stranger twelve times: two emails beside the confirmation, and their links work", async () => {
    const person = await aPerson();
    const resets = async () =>
      (await mailsTo(person.email)).filter((subject) => subject === "Set a new password").length;
    for (let i = 0; i < 12; i++) expect((await forgot(person.email, "203.0.113.9")).status).toBe(200);
    expect(await resets()).toBe(2);
    const first = tokenIn(await mailTo(person.email, "Set a new password"));
    expect((await forgot(person.email, "198.51.100.4")).status).toBe(200);
    expect(await resets()).toBe(2);
    // The later email did not revoke the earlier link.
    expect((await reset(first, "a brand new password")).status).toBe(200);
  });

  it("is asked for from forty networks: two emails, and one more once no link in the mailbox works", async () => {
    const person = await aPerson();
    const resets = async () =>
      (await mailsTo(person.email)).filter((subject) => subject === "Set a new password").length;
    for (let i = 0; i < 40; i++) await forgot(person.email, `10.9.0.${i}`);
    expect(await resets()).toBe(2);
    await env.DB.prepare("UPDATE short_lived_secrets SET expires_at = ? WHERE user_id = ?")
      .bind(Date.now() + 60_000, person.user.id)
      .run();
    for (let i = 0; i < 3; i++) await forgot(person.email, `10.9.1.${i}`);
    expect(await resets()).toBe(3);
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
  /** Signs up with a taken address, each time from a new network, because one network gets few such mails. */
  const signUpAgain = (email: string, i: number) =>
    call("POST", "/api/auth/signup", {
      body: { email, password: "another password", fullName: "Eve" },
      headers: { "cf-connecting-ip": `10.8.0.${i}` },
    });
  const countOf = async (email: string, wanted: string) =>
    (await mailsTo(email)).filter((subject) => subject === wanted).length;

  it("gets two emails beside the confirmation for forty sign-ups with its address", async () => {
    const person = await aPerson();
    for (let i = 0; i < 40; i++) expect((await signUpAgain(person.email, i)).status).toBe(409);
    expect(await countOf(person.email, "You already have a Beatcast account")).toBe(2);
  });

  it("gets at most four an hour from fifteen networks, whatever the kind and the alias, and the answers stay", async () => {
    const name = crypto.randomUUID().slice(0, 8);
    const address = (alias: string) => `${name}${alias}@gmail.com`;
    await aPerson({ email: address("") });
    for (let i = 0; i < 15; i++) {
      const headers = { "cf-connecting-ip": `10.7.0.${i}` };
      const body = { email: address("") };
      expect((await call("POST", "/api/newsletter", { body, headers })).status).toBe(200);
      expect((await forgot(address(""), `10.7.0.${i}`)).status).toBe(200);
      expect((await signUpAgain(address(""), i)).status).toBe(409);
      if (i < 9) await aPerson({ email: address(`+${i}`) });
    }
    const addresses = ["", ...Array.from({ length: 9 }, (_, i) => `+${i}`)].map(address);
    const mails = (await Promise.all(addresses.map(mailsTo))).flat();
    expect(mails.length).toBeLessThanOrEqual(4);
    expect(mails).toContain("Set a new password");
  });

  it("is one mailbox, whatever stands after a plus sign", async () => {
    const name = crypto.randomUUID().slice(0, 8);
    const addresses = Array.from(
      { length: 7 },
      (_, i) => `${name.slice(0, i + 1)}.${name.slice(i + 1)}+${i}@gmail.com`,
    );
    for (const email of addresses) await aPerson({ email });
    const mails = await Promise.all(addresses.map(mailsTo));
    expect(mails.flat()).toHaveLength(3);
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
    expect(text).toContain("https://beatcast.test/auth/reset-password#");
    expect(text).not.toContain("evil.example");
  });
});
