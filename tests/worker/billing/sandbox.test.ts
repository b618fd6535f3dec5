import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionResponse, User } from "#contract/account.ts";
import { subscriptionStatusResponseSchema } from "#contract/subscription.ts";
import { aPerson, call, fetchWorker, origin } from "../api.ts";

type Outcome = "succeed" | "decline" | "cancel";

/** Submits a form of a sandbox page as the browser does. */
function submit(path: string, fields: Record<string, string>) {
  return fetchWorker(origin + path, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded", origin },
    body: new URLSearchParams(fields).toString(),
  });
}

/** Starts a checkout in a visitor's browser, and returns what the browser holds of it. */
async function startCheckout(planId: string, token?: string) {
  const { body, status, headers } = await call<{ url: string; message: string }>(
    "POST",
    "/api/subscription/create-checkout",
    { body: { planId }, ...(token ? { token } : {}) },
  );
  const cookie = (headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  return { status, message: body.message, path: new URL(body.url ?? origin).pathname, cookie };
}

const pay = async (
  path: string,
  email: string,
  extra: Record<string, string> = {},
  outcome: Outcome = "succeed",
) => {
  const response = await submit(path, { outcome, email, name: "Ada Lovelace", ...extra });
  const location = response.headers.get("location") ?? "";
  return {
    response,
    sessionId: new URL(location || "/", origin).searchParams.get("session_id") ?? "",
    location,
  };
};

const confirm = (sessionId: string, headers: Record<string, string> = {}) =>
  call<{ success: boolean; error: string | null; user: { email: string } | null; isLinked: boolean }>(
    "GET",
    `/api/subscription/checkout-success/${sessionId}`,
    { headers },
  );

const statusOf = async (token: string) =>
  subscriptionStatusResponseSchema.parse((await call("GET", "/api/subscription/status", { token })).body);
const userOf = async (token: string) =>
  (await call<{ user: User }>("GET", "/api/auth/profile", { token })).body.user;

const setUp = (email: string, password: string, cookie: string) =>
  call<SessionResponse & { code: string; message: string }>("POST", "/api/auth/setup-password", {
    body: { email, password },
    headers: { cookie },
  });

const accept = (token: string, checkoutId: string, cookie = "") =>
  call<{ code: string; message: string }>("POST", "/api/subscription/offers/accept", {
    token,
    body: { checkoutId },
    headers: { cookie },
  });

let email = "";
beforeEach(() => {
  email = `guest-${crypto.randomUUID().slice(0, 8)}@example.com`;
});

/** Creates a person with a paid plan by the whole journey. */
async function aSubscriber(planId = "premium") {
  const { path, cookie } = await startCheckout(planId);
  const { sessionId } = await pay(path, email);
  await confirm(sessionId, { cookie });
  const { body } = await setUp(email, "correct horse battery", cookie);
  const customer = await env.DB.prepare("SELECT id FROM customers WHERE user_id = ?")
    .bind(body.user.id)
    .first<{ id: string }>();
  const subscription = await env.DB.prepare("SELECT id FROM subscriptions WHERE customer_id = ?")
    .bind(customer?.id)
    .first<{ id: string }>();
  const portal = (act: string) =>
    submit(`/sandbox/portal/${customer?.id}`, { act, subscriptionId: subscription?.id ?? "" });
  return { token: body.token, userId: body.user.id, sessionId, cookie, portal };
}

describe("a visitor who subscribes", () => {
  it("pays, sets a password and has 500 calls", async () => {
    const { path, cookie } = await startCheckout("premium");
    const { sessionId, location } = await pay(path, email);
    expect(location).toBe(`${origin}/auth?subscription=success&session_id=${sessionId}`);
    const confirmed = await confirm(sessionId, { cookie });
    expect(confirmed.body).toEqual({
      success: true,
      error: null,
      user: { email },
      isLinked: false,
      offer: null,
    });
    const { status, body } = await setUp(email, "correct horse battery", cookie);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      email,
      fullName: "Ada Lovelace",
      subscriptionTier: "premium",
      subscriptionStatus: "active",
      apiCallsUsed: 0,
      apiCallsLimit: 500,
    });
    expect((await userOf(body.token)).email).toBe(email);
    const again = await call("POST", "/api/auth/signin", {
      body: { email, password: "correct horse battery" },
    });
    expect(again.status).toBe(200);
  });

  it("has the same when the webhook was lost on its way", async () => {
    const events = () => env.DB.prepare("SELECT COUNT(*) AS n FROM payment_events").first("n");
    const { path, cookie } = await startCheckout("basic");
    const before = await events();
    const { sessionId } = await pay(path, email, { isWebhookLost: "on" });
    expect(await events()).toBe(before);
    await confirm(sessionId, { cookie });
    const { body } = await setUp(email, "correct horse battery", cookie);
    expect(body.user).toMatchObject({ subscriptionTier: "basic", apiCallsLimit: 100 });
  });

  it("is told what a declined card and a cancelled checkout mean", async () => {
    const { path, cookie } = await startCheckout("basic");
    const declined = await pay(path, email, {}, "decline");
    expect(await declined.response.text()).toContain("Your card was declined. Nothing was charged.");
    const cancelled = await pay(path, email, {}, "cancel");
    expect(cancelled.location).toBe(`${origin}/#pricing`);
    const id = path.split("/").at(-1) ?? "";
    expect((await confirm(id, { cookie })).body).toMatchObject({
      success: false,
      error: "This checkout has not been completed. Nothing was charged.",
    });
  });

  it("keeps the account from anyone without the browser's cookie", async () => {
    const { path, cookie } = await startCheckout("premium");
    const { sessionId } = await pay(path, email);
    await confirm(sessionId, { cookie });
    const other = (await startCheckout("basic")).cookie;
    for (const wrong of ["", other, "__Host-beatcast_checkout_x=x", cookie.replace("__Host-", "")]) {
      const answer = await setUp(email, "stolen password", wrong);
      expect([answer.status, answer.body.code]).toEqual([403, "forbidden"]);
    }
    expect((await confirm(sessionId)).body).toMatchObject({ success: false, user: null });
    expect((await confirm(sessionId, { cookie: other })).body).toMatchObject({ success: false, user: null });
    expect((await setUp("someone-else@example.com", "stolen password", cookie)).status).toBe(403);
    expect((await setUp(email, "correct horse battery", cookie)).status).toBe(200);
  });

  it("sets the account up once, also when asked twice at the same time", async () => {
    const { path, cookie } = await startCheckout("premium");
    const { sessionId } = await pay(path, email);
    await confirm(sessionId, { cookie });
    const both = await Promise.all([
      setUp(email, "correct horse battery", cookie),
      setUp(email, "another password", cookie),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect((await setUp(email, "a third password", cookie)).status).toBe(403);
  });

  it("may correct a password that was too short", async () => {
    const { path, cookie } = await startCheckout("premium");
    const { sessionId } = await pay(path, email);
    await confirm(sessionId, { cookie });
    expect((await setUp(email, "short", cookie)).body.code).toBe("password_too_short");
    expect((await setUp(email, "long enough now", cookie)).status).toBe(200);
  });

  it("cannot set up the account 24 hours later", async () => {
    const { path, cookie } = await startCheckout("premium");
    const { sessionId } = await pay(path, email);
    await confirm(sessionId, { cookie });
    await env.DB.prepare("UPDATE checkouts SET created_at = created_at - 86400001 WHERE id = ?")
      .bind(sessionId)
      .run();
    expect((await setUp(email, "correct horse battery", cookie)).status).toBe(403);
  });

  it("who has an account signs in instead and accepts, and only then the plan is the account's", async () => {
    const owner = await aPerson({ email });
    const { path, cookie } = await startCheckout("premium");
    const { sessionId } = await pay(path, email);
    expect((await confirm(sessionId, { cookie })).body.success).toBe(true);
    expect((await setUp(email, "a new password", cookie)).status).toBe(409);
    expect((await userOf(owner.token)).subscriptionTier).toBe("free");
    const asked = await confirm(sessionId, { cookie, authorization: `Bearer ${owner.token}` });
    expect(asked.body).toEqual({
      success: true,
      error: null,
      user: { email },
      isLinked: false,
      offer: { checkoutId: sessionId, planName: "Premium", email, obstacle: null },
    });
    expect((await userOf(owner.token)).subscriptionTier).toBe("free");
    expect((await accept(owner.token, sessionId, cookie)).status).toBe(200);
    expect(await userOf(owner.token)).toMatchObject({ subscriptionTier: "premium", apiCallsLimit: 500 });
  });

  it("who closed the browser sets the account up from the mail, on any device, once", async () => {
    const { path } = await startCheckout("premium");
    await pay(path, email);
    const mail = await vi.waitFor(async () => {
      const text = await env.DB.prepare("SELECT text FROM outbox WHERE recipient = ?")
        .bind(email)
        .first("text");
      expect(text).toBeTypeOf("string");
      return String(text);
    });
    const secret = /https:\/\/beatcast\.test\/auth\/set-up#([\w-]{43})\n/.exec(mail)?.[1] ?? "";
    const read = await call("POST", "/api/subscription/set-up-link", { body: { secret } });
    expect([read.body, read.headers.get("set-cookie")]).toEqual([
      { email, hasAccount: false, offer: null },
      null,
    ]);
    const once = (password: string) =>
      call<SessionResponse>("POST", "/api/auth/setup-password", { body: { email, password, secret } });
    expect((await once("correct horse battery")).body.user).toMatchObject({
      subscriptionTier: "premium",
      isEmailVerified: true,
    });
    expect((await once("another password")).status).toBe(403);
    expect((await call("POST", "/api/subscription/set-up-link", { body: { secret } })).status).toBe(403);
  });

  it("a mailed link that is none opens nothing", async () => {
    const wrong = { secret: "x".repeat(43) };
    const read = await call("POST", "/api/subscription/set-up-link", { body: wrong });
    expect([read.status, read.body.code, read.headers.get("set-cookie")]).toEqual([
      400,
      "invalid_link",
      null,
    ]);
    const sent = { email, password: "correct horse battery", ...wrong };
    expect((await call("POST", "/api/auth/setup-password", { body: sent })).body.code).toBe("invalid_link");
    expect((await confirm("unknown")).status).toBe(404);
  });

  it("who lost browser and mail signs up, confirms the address, and accepts the plan", async () => {
    const { path } = await startCheckout("basic");
    const { sessionId } = await pay(path, email);
    const person = await aPerson({ email });
    const offers = async () =>
      (await call<{ offers: unknown[] }>("GET", "/api/subscription/offers", { token: person.token })).body
        .offers;
    expect(await offers()).toEqual([]);
    expect((await accept(person.token, sessionId)).status).toBe(403);
    await env.DB.prepare("UPDATE users SET email_verified = 1 WHERE email = ?").bind(email).run();
    expect(await offers()).toEqual([{ checkoutId: sessionId, planName: "Basic", email, obstacle: null }]);
    expect((await statusOf(person.token)).subscription.subscription_tier).toBe("free");
    expect((await accept(person.token, sessionId)).status).toBe(200);
    expect(await offers()).toEqual([]);
    expect((await statusOf(person.token)).subscription).toMatchObject({
      subscribed: true,
      subscription_tier: "basic",
    });
    expect(await userOf(person.token)).toMatchObject({ subscriptionTier: "basic", apiCallsLimit: 100 });
  });

  it("leaves a cookie that scripts cannot read and other sites do not send", async () => {
    const { headers } = await call("POST", "/api/subscription/create-checkout", {
      body: { planId: "basic" },
    });
    expect(headers.get("set-cookie")).toMatch(
      /^__Host-beatcast_checkout_[\w-]{12}=[0-9a-z]+\.[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });
});

describe("a subscriber", () => {
  it("sees plan, card, period and invoices", async () => {
    const { token } = await aSubscriber();
    const { subscription, limits, billingHistory, isBillingHistoryComplete } = await statusOf(token);
    expect(subscription).toMatchObject({
      subscribed: true,
      subscription_status: "active",
      subscription_tier: "premium",
      pending_tier: null,
      amount: { cents: 4900, currency: "usd" },
      payment_method: { brand: "visa", last4: "4242" },
    });
    expect(limits).toMatchObject({ tier: "premium", apiCallsLimit: 500, apiCallsUsed: 0 });
    expect(limits.periodEnd).toBe(subscription.subscription_end);
    expect(billingHistory).toMatchObject([
      { description: "Beatcast Premium, one month", amount: 4900, currency: "usd", status: "paid" },
    ]);
    expect(isBillingHistoryComplete).toBe(true);
    const invoice = await fetchWorker(billingHistory[0]?.invoice_pdf ?? "");
    expect(invoice.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await invoice.text()).toMatch(/\$49\.00.*Beatcast Premium, one month.*Status: paid/s);
  });

  it("cancels and reactivates", async () => {
    const { token } = await aSubscriber();
    const cancelled = await call("POST", "/api/subscription/cancel-user", { token, body: {} });
    expect(cancelled.body).toMatchObject({
      success: true,
      subscription: { subscribed: true, subscription_status: "canceled" },
    });
    expect((await userOf(token)).apiCallsLimit).toBe(500);
    const back = await call("POST", "/api/subscription/reactivate", { token, body: {} });
    expect(back.body).toMatchObject({ success: true, subscription: { subscription_status: "active" } });
  });

  it("upgrades with the calls used so far kept and the difference invoiced", async () => {
    const { token } = await aSubscriber("basic");
    await call("POST", "/api/analyze/AAPL", { token });
    const changed = await call("POST", "/api/subscription/change-plan", {
      token,
      body: { planId: "institutional" },
    });
    expect(changed.body).toEqual({ success: true, change: "upgraded" });
    expect(await userOf(token)).toMatchObject({
      subscriptionTier: "institutional",
      apiCallsUsed: 1,
      apiCallsLimit: null,
    });
    const [difference, first] = (await statusOf(token)).billingHistory;
    expect([difference?.amount, first?.amount]).toEqual([17_000, 2900]);
  });

  it("who never paid has the free limits, no card and no invoices", async () => {
    const { token } = await aPerson();
    const { subscription, limits, billingHistory } = await statusOf(token);
    expect(subscription).toMatchObject({
      subscribed: false,
      subscription_status: null,
      payment_method: null,
    });
    expect(limits).toMatchObject({ tier: "free", apiCallsLimit: 10, features: ["basic_predictions"] });
    expect(billingHistory).toEqual([]);
    for (const path of ["cancel-user", "portal"])
      expect((await call("POST", `/api/subscription/${path}`, { token, body: {} })).status).toBe(409);
  });

  it("renews into a new count, once", async () => {
    const { token, portal } = await aSubscriber();
    await call("POST", "/api/analyze/MSFT", { token });
    expect((await userOf(token)).apiCallsUsed).toBe(1);
    await portal("pass-period");
    expect(await userOf(token)).toMatchObject({ subscriptionTier: "premium", apiCallsUsed: 0 });
    expect((await statusOf(token)).billingHistory.map(({ amount }) => amount)).toEqual([4900, 4900]);
  });

  it("with a declined card keeps the plan for the grace, then falls back, and comes back by paying", async () => {
    const { token, portal } = await aSubscriber();
    await portal("card-declines");
    await portal("pass-period");
    expect((await statusOf(token)).subscription).toMatchObject({
      subscribed: true,
      subscription_status: "past_due",
      grace_end: expect.any(String),
    });
    expect((await userOf(token)).apiCallsLimit).toBe(500);
    await portal("pass-days");
    expect(await userOf(token)).toMatchObject({ subscriptionTier: "free", apiCallsLimit: 10 });
    await portal("card-works");
    await portal("pay");
    expect(await userOf(token)).toMatchObject({ subscriptionTier: "premium", apiCallsLimit: 500 });
  });

  it("whose card is declined keeps the old plan", async () => {
    const { token, portal } = await aSubscriber("basic");
    await portal("card-declines");
    const answer = await call("POST", "/api/subscription/change-plan", {
      token,
      body: { planId: "premium" },
    });
    expect([answer.status, answer.body.code]).toEqual([402, "payment_declined"]);
    expect((await userOf(token)).apiCallsLimit).toBe(100);
  });

  it("who cancelled is free once the period is over, and must subscribe again", async () => {
    const { token, portal } = await aSubscriber();
    await call("POST", "/api/subscription/cancel-user", { token, body: {} });
    await portal("pass-period");
    expect(await userOf(token)).toMatchObject({ subscriptionTier: "free", subscriptionStatus: "canceled" });
    const again = await call("POST", "/api/subscription/reactivate", { token, body: {} });
    expect([again.status, again.body.code]).toEqual([409, "subscribe_again"]);
    const checkout = await startCheckout("basic", token);
    expect(checkout.status).toBe(200);
  });

  it("who downgrades keeps the plan until the period's end", async () => {
    const { token, portal } = await aSubscriber();
    const changed = await call("POST", "/api/subscription/change-plan", { token, body: { planId: "basic" } });
    expect(changed.body.change).toBe("downgrade_waits");
    expect((await statusOf(token)).subscription).toMatchObject({
      subscription_tier: "premium",
      pending_tier: "basic",
      amount: { cents: 2900 },
    });
    await portal("pass-period");
    expect(await userOf(token)).toMatchObject({ subscriptionTier: "basic", apiCallsLimit: 100 });
  });
});

describe("someone signed in", () => {
  it("checks out without typing the e-mail, and is linked by the redirect", async () => {
    const person = await aPerson();
    const { path } = await startCheckout("institutional", person.token);
    const page = await (await fetchWorker(origin + path)).text();
    expect(page).toContain(person.email);
    const { sessionId } = await pay(path, "ignored@example.com");
    const confirmed = await confirm(sessionId, { authorization: `Bearer ${person.token}` });
    expect(confirmed.body).toMatchObject({ success: true, isLinked: true, user: { email: person.email } });
    expect(await userOf(person.token)).toMatchObject({
      subscriptionTier: "institutional",
      apiCallsLimit: null,
    });
    const second = await startCheckout("basic", person.token);
    expect([second.status, second.message]).toEqual([
      409,
      "You already have the Institutional plan. You can change it under Account, Billing.",
    ]);
  });

  it("rule 22: lands on our own origin whatever the request says", async () => {
    const { status } = await call("POST", "/api/subscription/create-checkout", {
      body: { planId: "basic", success_url: "https://evil.example", origin: "https://evil.example" },
      headers: { "x-forwarded-host": "evil.example" },
    });
    expect(status).toBe(200);
    const { results } = await env.DB.prepare(
      "SELECT body FROM sandbox_documents WHERE kind = 'checkout'",
    ).all();
    expect(JSON.stringify(results)).not.toContain("evil.example");
  });
});

describe("the sandbox's pages", () => {
  it("refuse another site's form", async () => {
    const { path } = await startCheckout("basic");
    const response = await fetchWorker(origin + path, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://evil.example" },
      body: "outcome=succeed&email=a%40example.com",
    });
    expect(response.status).toBe(403);
  });

  it("lead nowhere but back to our own pages", async () => {
    const { userId } = await aSubscriber();
    const customer = await env.DB.prepare("SELECT id FROM customers WHERE user_id = ?")
      .bind(userId)
      .first<{ id: string }>();
    for (const target of [
      "//evil.example",
      "https://evil.example/",
      "/\\evil.example",
      "javascript:alert(1)",
    ]) {
      const page = await fetchWorker(
        `${origin}/sandbox/portal/${customer?.id}?return=${encodeURIComponent(target)}`,
      );
      expect(await page.text()).toContain('<a href="/account?tab=billing">');
    }
  });

  it("show what a person typed as text", async () => {
    const { path } = await startCheckout("basic");
    await pay(path, email, { name: "<script>alert(1)</script>" });
    const page = await (await fetchWorker(origin + path)).text();
    expect(page).not.toContain("<script>");
    expect(page).toContain("This checkout is complete.");
  });
});
