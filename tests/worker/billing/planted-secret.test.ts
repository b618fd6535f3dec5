import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { aPerson, call, fetchWorker, origin } from "../api.ts";
import {
  anAddress,
  aPaidGuest,
  Browser,
  confirmAddress,
  mailedSecret,
  offersTo,
  pay,
  userOf,
} from "./guest.ts";

describe("attack: a secret planted in the browser of a guest who pays", () => {
  it("is never the secret of a checkout that is begun there later", async () => {
    const stranger = await aPaidGuest();
    const victim = new Browser();
    for (const [name, value] of stranger.browser.cookies) victim.cookies.set(name, value);
    const checkoutId = await victim.begin();
    const email = anAddress();
    await pay(checkoutId, email);
    expect((await stranger.browser.confirm(checkoutId)).body).toMatchObject({ success: false, user: null });
    const stolen = await stranger.browser.setUp(email, "stolen password");
    expect([stolen.status, stolen.body.code]).toEqual([403, "forbidden"]);
    expect((await victim.confirm(checkoutId)).body.user).toEqual({ email });
    expect((await victim.setUp(email)).status).toBe(200);
  });

  it("even under the name of the later checkout's cookie is overwritten by the checkout's own", async () => {
    const victim = new Browser();
    const checkoutId = await victim.begin();
    const [[name = "", own = ""] = []] = [...victim.cookies];
    const stranger = new Browser();
    await stranger.begin();
    const [planted = ""] = [...stranger.cookies.values()];
    const email = anAddress();
    await pay(checkoutId, email);
    victim.cookies.set(name, planted);
    expect((await victim.confirm(checkoutId)).body.success).toBe(false);
    expect((await victim.setUp(email)).status).toBe(403);
    victim.cookies.set(name, own);
    expect((await victim.setUp(email)).status).toBe(200);
  });

  it("is not left by a mailed link: opening it sends nothing of it, changes nothing and sets no cookie", async () => {
    const { email, checkoutId } = await aPaidGuest();
    const secret = await mailedSecret(email);
    const before = await env.DB.prepare("SELECT * FROM checkouts WHERE id = ?").bind(checkoutId).first();
    const opened = await fetchWorker(`${origin}/api/subscription/set-up/${secret}`, { redirect: "manual" });
    expect([opened.status, opened.headers.get("set-cookie")]).toEqual([404, null]);
    const read = await call("POST", "/api/subscription/set-up-link", { body: { secret } });
    expect([read.status, read.headers.get("set-cookie")]).toEqual([200, null]);
    expect(await env.DB.prepare("SELECT * FROM checkouts WHERE id = ?").bind(checkoutId).first()).toEqual(
      before,
    );
    expect(await env.DB.prepare("SELECT id FROM users WHERE email = ?").bind(email).first()).toBeNull();
  });

  it("does nothing to a signed-in person who clicks it: the account is named, and only a yes links", async () => {
    const { email, checkoutId } = await aPaidGuest();
    const secret = await mailedSecret(email);
    const victim = await aPerson();
    const read = await call("POST", "/api/subscription/set-up-link", {
      body: { secret },
      token: victim.token,
    });
    expect(read.body).toEqual({
      email,
      hasAccount: false,
      offer: { checkoutId, planName: "Premium", email, obstacle: null },
    });
    expect((await userOf(victim.token)).subscriptionTier).toBe("free");
    const foreign = await call("POST", "/api/subscription/offers/accept", {
      body: { checkoutId, secret },
      headers: { cookie: victim.cookie, origin: "https://evil.example" },
    });
    expect([foreign.status, foreign.body.code]).toEqual([403, "foreign_origin"]);
    expect((await userOf(victim.token)).subscriptionTier).toBe("free");
    expect((await new Browser().accept(victim.token, checkoutId, secret)).status).toBe(200);
    expect((await userOf(victim.token)).subscriptionTier).toBe("premium");
  });

  it("an empty or wrong mailed secret is not made up for by the browser's own, so it proves no mailbox", async () => {
    const owner = await aPerson();
    const { browser, email } = await aPaidGuest(owner.email);
    for (const secret of ["", "x".repeat(43)]) {
      const answer = await browser.setUp(email, "stolen password", { secret });
      expect([answer.status, answer.body.code]).toEqual([400, "invalid_link"]);
    }
    expect((await userOf(owner.token)).isEmailVerified).toBe(false);
  });
});

it("attack: a payer's name that no sign-up would take is left out of the account", async () => {
  const { browser, email, checkoutId } = await aPaidGuest();
  await env.DB.prepare("UPDATE checkouts SET payer_name = ? WHERE id = ?")
    .bind("<b>Ada</b> \u202e", checkoutId)
    .run();
  expect((await browser.setUp(email)).body.user.fullName).toBeNull();
});

describe("several checkouts begun in one browser", () => {
  it("each have a secret of their own, also when begun at the same time", async () => {
    const browser = new Browser();
    const ids = await Promise.all([browser.begin("basic"), browser.begin("premium"), browser.begin("basic")]);
    expect(new Set(browser.cookies.values()).size).toBe(3);
    for (const id of ids) {
      const email = anAddress();
      await pay(id, email);
      expect((await browser.confirm(id)).body.user).toEqual({ email });
      expect((await browser.setUp(email)).status).toBe(200);
    }
    const left = [...browser.cookies.keys()].filter((name) => name.includes("checkout"));
    expect(left).toEqual([]);
  });

  it("are five at most: the oldest one's secret goes, and its mailed link stays", async () => {
    const browser = new Browser();
    const first = await browser.begin();
    for (const [name, value] of browser.cookies) browser.cookies.set(name, value.replace(/^\w+/, "1"));
    for (let i = 0; i < 5; i++) await browser.begin();
    expect(browser.cookies.size).toBe(5);
    const email = anAddress();
    await pay(first, email);
    expect((await browser.confirm(first)).body.success).toBe(false);
    const secret = await mailedSecret(email);
    expect((await browser.setUp(email, "correct horse battery", { secret })).status).toBe(200);
  });
});

describe("a set-up link", () => {
  it("of which two are used at the same time makes one account", async () => {
    const { email } = await aPaidGuest();
    const secret = await mailedSecret(email);
    const both = await Promise.all(
      ["one password here", "another password"].map((password) =>
        new Browser().setUp(email, password, { secret }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(
      await env.DB.prepare("SELECT COUNT(*) AS n FROM users WHERE email = ?").bind(email).first("n"),
    ).toBe(1);
  });

  it("is dead after 24 hours, for a visitor and for someone signed in; the confirmed address is asked still", async () => {
    const { email, checkoutId, browser } = await aPaidGuest();
    const secret = await mailedSecret(email);
    await env.DB.prepare("UPDATE checkouts SET created_at = created_at - 86400001 WHERE id = ?")
      .bind(checkoutId)
      .run();
    expect((await call("POST", "/api/subscription/set-up-link", { body: { secret } })).body.code).toBe(
      "invalid_link",
    );
    expect((await browser.setUp(email, "correct horse battery", { secret })).body.code).toBe("invalid_link");
    const stranger = await aPerson();
    expect((await browser.accept(stranger.token, checkoutId, secret)).status).toBe(403);
    expect((await browser.accept(stranger.token, checkoutId)).status).toBe(403);
    const payer = await aPerson({ email });
    await confirmAddress(email);
    expect(await offersTo(payer.token)).toMatchObject([{ checkoutId, obstacle: null }]);
    expect((await new Browser().accept(payer.token, checkoutId)).status).toBe(200);
  });

  it("of a checkout whose subscription ended sets nothing up, and is accepted by nobody", async () => {
    const { email, checkoutId, browser } = await aPaidGuest();
    const secret = await mailedSecret(email);
    const { customerId, subscriptionId } = (await env.DB.prepare(
      "SELECT c.customer_id AS customerId, s.id AS subscriptionId FROM checkouts c JOIN subscriptions s ON s.customer_id = c.customer_id WHERE c.id = ?",
    )
      .bind(checkoutId)
      .first<{ customerId: string; subscriptionId: string }>()) ?? { customerId: "", subscriptionId: "" };
    await fetchWorker(`${origin}/sandbox/portal/${customerId}`, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded", origin },
      body: new URLSearchParams({ act: "end", subscriptionId }).toString(),
    });
    const ended = [409, "subscribe_again", "This subscription has ended. Please subscribe again."];
    const byLink = await browser.setUp(email, "correct horse battery", { secret });
    expect([byLink.status, byLink.body.code, byLink.body.message]).toEqual(ended);
    expect((await browser.setUp(email)).body.code).toBe("subscribe_again");
    const person = await aPerson();
    const accepted = await browser.accept(person.token, checkoutId);
    expect([accepted.status, accepted.body.code, accepted.body.message]).toEqual(ended);
  });
});
