import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { NotificationChannels } from "#contract/preferences.ts";
import { aConfirmedPerson, aPerson, call, fetchWorker, origin } from "../api.ts";
import { mailsTo, mailTo, tokenIn } from "../outbox.ts";

const anAddress = () => `reader-${crypto.randomUUID().slice(0, 8)}@example.com`;
const ask = (email: string) => call("POST", "/api/newsletter", { body: { email } });
const confirm = (token: string) => call("POST", "/api/newsletter/confirm", { body: { token } });
const rowOf = (email: string) =>
  env.DB.prepare("SELECT confirmed_at FROM newsletter_subscribers WHERE email = ?")
    .bind(email)
    .first<{ confirmed_at: number | null }>();

/** Creates a confirmed address, with its unsubscribe link. */
async function aSubscriber() {
  const email = anAddress();
  await ask(email);
  await confirm(tokenIn(await mailTo(email, "Confirm your newsletter subscription")));
  return { email, leave: tokenIn(await mailTo(email, "You are subscribed")) };
}

describe("the newsletter box", () => {
  it("subscribes nobody before the mailed link is used, which works once", async () => {
    const email = anAddress();
    expect((await ask(email)).status).toBe(200);
    const token = tokenIn(await mailTo(email, "Confirm your newsletter subscription"));
    expect((await rowOf(email))?.confirmed_at).toBeNull();
    expect((await confirm(token)).status).toBe(200);
    expect((await rowOf(email))?.confirmed_at).toBeGreaterThan(0);
    expect((await confirm(token)).body.code).toBe("invalid_link");
  });

  it("answers alike for an address that is subscribed, and sends it nothing", async () => {
    const { email } = await aSubscriber();
    const before = await mailsTo(email);
    expect(await ask(email)).toMatchObject({ status: 200, body: { success: true } });
    expect(await mailsTo(email)).toEqual(before);
  });

  it("refuses what is no address", async () => {
    expect(await ask("not an address")).toMatchObject({
      status: 400,
      body: { message: "Please enter a valid email address." },
    });
  });

  it("lets a reader go with one click of the mail program, which sends a form from anywhere", async () => {
    const { email, leave } = await aSubscriber();
    const answer = await fetchWorker(`${origin}/api/newsletter/unsubscribe?token=${leave}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://mail.example" },
      body: "List-Unsubscribe=One-Click",
    });
    expect(answer.status).toBe(200);
    expect(await rowOf(email)).toBeNull();
  });

  it("lets nobody go by a forged link", async () => {
    const { email, leave } = await aSubscriber();
    const [id = ""] = leave.split(".");
    for (const token of [`${id}.AAAA`, id, "x", leave.slice(0, -1)])
      expect((await call("POST", `/api/newsletter/unsubscribe?token=${token}`)).body.code).toBe(
        "invalid_link",
      );
    expect(await rowOf(email)).not.toBeNull();
  });
});

describe("the newsletter flag of an account", () => {
  const save = (token: string, newsletter: boolean) =>
    call("PUT", "/api/account/notifications", { token, body: { newsletter } });

  it("is on by default and subscribes nobody by itself", async () => {
    const { email, user } = await aPerson();
    expect(user.notificationPreferences.newsletter).toBe(true);
    expect(await rowOf(email)).toBeNull();
  });

  const stateOf = async (token: string) =>
    (await call<NotificationChannels>("GET", "/api/account/notifications", { token })).body.newsletter;

  it("subscribes an address that the account has confirmed, without another mail, and ends the subscription when turned off", async () => {
    const { email, token } = await aConfirmedPerson();
    expect(await stateOf(token)).toBe("none");
    const before = await mailsTo(email);
    await save(token, true);
    expect((await rowOf(email))?.confirmed_at).toBeGreaterThan(0);
    expect([await stateOf(token), await mailsTo(email)]).toEqual(["subscribed", before]);
    await save(token, false);
    expect([await stateOf(token), await rowOf(email)]).toEqual(["none", null]);
  });

  it("asks by mail where the account's address is not confirmed", async () => {
    const { email, token } = await aPerson();
    await save(token, true);
    await confirm(tokenIn(await mailTo(email, "Confirm your newsletter subscription")));
    expect([(await rowOf(email))?.confirmed_at, await stateOf(token)]).toEqual([
      expect.any(Number),
      "unknown",
    ]);
  });

  it("is one subscription with the box of the landing page", async () => {
    const { email, token } = await aConfirmedPerson();
    await ask(email);
    const mailed = tokenIn(await mailTo(email, "Confirm your newsletter subscription"));
    await save(token, true);
    expect((await confirm(mailed)).body.code).toBe("invalid_link");
    await save(token, false);
    expect(await rowOf(email)).toBeNull();
  });
});

describe("attack: a stranger's account with a reader's address", () => {
  it("ends no subscription by its flag, by leaving, or by asking again", async () => {
    const { email } = await aSubscriber();
    const squatter = await aPerson({ email });
    const save = (newsletter: boolean) =>
      call("PUT", "/api/account/notifications", { token: squatter.token, body: { newsletter } });
    await save(false);
    expect((await rowOf(email))?.confirmed_at).toBeGreaterThan(0);
    await save(true);
    await ask(email);
    expect((await rowOf(email))?.confirmed_at).toBeGreaterThan(0);
    await call("POST", "/api/account/delete", {
      token: squatter.token,
      body: { confirmation: "DELETE", password: squatter.password },
    });
    expect((await rowOf(email))?.confirmed_at).toBeGreaterThan(0);
  });

  it("does not learn from its export whether the address is subscribed", async () => {
    const { email } = await aSubscriber();
    const squatter = await aPerson({ email });
    const held = () =>
      call("POST", "/api/account/export", { token: squatter.token, body: { password: squatter.password } });
    expect((await held()).body.newsletter).toEqual([]);
    await env.DB.prepare("UPDATE users SET email_verified = 1 WHERE email = ?").bind(email).run();
    expect((await held()).body.newsletter).toMatchObject([{ email }]);
  });
});
