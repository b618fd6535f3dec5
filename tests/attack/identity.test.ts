import { describe, expect, inject, it } from "vitest";
import { anAddress, anEmail, Outsider, PASSWORD } from "./support/outsider.ts";

const url = inject("attackUrl");
const setUpSecret = /\/auth\/set-up#([\w-]{43})/;

async function aConfirmedPerson() {
  const person = new Outsider(url);
  const email = await person.signUp();
  await person.confirm(email);
  return { person, email };
}

/** Creates a guest who has paid, in the browser that paid. */
async function aPaidGuest(email = anEmail(), planId = "premium") {
  const guest = new Outsider(url);
  const checkoutId = await guest.pay(await guest.openCheckout(planId), email);
  await guest.call("GET", `/api/subscription/checkout-success/${checkoutId}`);
  return { guest, email, checkoutId };
}

describe("attack 5: a set-up link planted in somebody's browser", () => {
  it("leaves no cookie, and its secret opens nothing of a later checkout", async () => {
    const planted = await aPaidGuest();
    const { text } = await planted.guest.mailTo(planted.email, /./);
    const secret = setUpSecret.exec(text)?.[1];
    expect(secret).toBeTruthy();

    const victim = new Outsider(url);
    const opened = await victim.call("POST", "/api/subscription/set-up-link", { secret });
    expect([opened.status, opened.headers.getSetCookie()]).toEqual([200, []]);
    const email = anEmail();
    const checkoutId = await victim.pay(await victim.openCheckout("basic"), email);
    await victim.call("GET", `/api/subscription/checkout-success/${checkoutId}`);

    const thief = new Outsider(url);
    const stolen = await thief.call("POST", "/api/auth/setup-password", {
      email,
      password: PASSWORD,
      secret,
    });
    expect(stolen.status).toBeGreaterThanOrEqual(400);
    const own = await victim.call("POST", "/api/auth/setup-password", { email, password: PASSWORD });
    expect([own.status, (own.body.user as { email: string }).email]).toEqual([200, email]);
  });

  it("finds only __Host- cookies: no sibling domain can plant one", async () => {
    const guest = new Outsider(url);
    const answer = await guest.send("POST", "/api/subscription/create-checkout", '{"planId":"basic"}', {
      "content-type": "application/json",
    });
    const cookies = answer.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies)
      expect(cookie).toMatch(/^__Host-.*; Path=\/; .*HttpOnly.*Secure|^__Host-.*Secure.*HttpOnly/i);
  });
});

describe("attack 6: paying as a guest with another's address", () => {
  it("changes nothing of their account before they accept, and never ends their own subscription", async () => {
    const { person, email } = await aConfirmedPerson();
    await person.pay(await person.openCheckout("premium"), email);
    expect((await person.profile()).subscriptionTier).toBe("premium");
    const before = (await person.call("GET", "/api/subscription/status")).body;

    const { checkoutId } = await aPaidGuest(email, "basic");
    const { body } = await person.call("GET", "/api/subscription/offers");
    expect(body.offers).toMatchObject([{ checkoutId, planName: "Basic" }]);
    await person.jobs();
    const after = (await person.call("GET", "/api/subscription/status")).body;
    expect([after.subscription, after.billingHistory]).toEqual([before.subscription, before.billingHistory]);
    await person.call("POST", "/api/subscription/offers/decline", { checkoutId });
    expect((await person.profile()).subscriptionTier).toBe("premium");
  });
});

describe("attack 7: two-factor as a trap", () => {
  it("is not turned on with an address that is not confirmed", async () => {
    const squatter = new Outsider(url);
    await squatter.signUp();
    const { status, body } = await squatter.call("POST", "/api/auth/two-factor/enroll", {
      password: PASSWORD,
    });
    expect([status, body.code]).toEqual([403, "email_unconfirmed"]);
  });

  it("is not turned off by session and password alone", async () => {
    const { person } = await aConfirmedPerson();
    expect((await person.call("POST", "/api/auth/two-factor/enroll", { password: PASSWORD })).status).toBe(
      200,
    );
    const { status } = await person.call("POST", "/api/auth/two-factor/disable", { password: PASSWORD });
    expect(status).toBeGreaterThanOrEqual(400);
  });
});

describe("attack 8: wrong passwords to lock an owner out", () => {
  it("make the stranger wait and not the owner, and count for a whole /64 of IPv6", async () => {
    const [owner, stranger] = [new Outsider(url), new Outsider(url)];
    const email = await owner.signUp();
    owner.token = "";
    const tried = await Promise.all(
      Array.from({ length: 24 }, (_, i) => {
        const one = new Outsider(url);
        one.network = `2001:db8:15:${(Number.parseInt(stranger.network.split(".")[1] ?? "1", 10)).toString(16)}:${i}::1`;
        return one.signIn(email, `guess number ${i}`);
      }),
    );
    expect(tried.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(13);
    for (let i = 0; i < 9; i++) expect((await owner.signIn(email)).status).toBe(200);
  });
});

describe("attack 9: one password in two measures", () => {
  it.each([
    ["80 emoji", "🔑🐴🔋📎".repeat(20)],
    ["a decomposed accent", "cafe\u0301 au lait, s'il vous plait"],
  ])("what is accepted signs in: %s", async (_, password) => {
    const person = new Outsider(url);
    const email = await person.signUp();
    const changed = await person.call("POST", "/api/auth/change-password", {
      currentPassword: PASSWORD,
      newPassword: password,
    });
    person.token = "";
    expect((await person.signIn(email, changed.status === 200 ? password : PASSWORD)).status).toBe(200);
    if (changed.status === 200)
      expect((await person.signIn(email, password.normalize("NFKC"))).status).toBe(200);
  });

  it("a common password is none in full-width letters either", async () => {
    const person = new Outsider(url);
    await person.signUp();
    const newPassword = "ｐａｓｓｗｏｒｄ１２３";
    const { body } = await person.call("POST", "/api/auth/change-password", {
      currentPassword: PASSWORD,
      newPassword,
    });
    expect(body.code).toBe("password_too_common");
  });
});

describe("attack 10: sign-ups with a taken address", () => {
  it("send few mails, and tell a network of few addresses", async () => {
    const owner = new Outsider(url);
    const email = await owner.signUp();
    const asker = new Outsider(url);
    const sent = { email, password: PASSWORD, fullName: "Mallory" };
    const answers = [];
    for (let i = 0; i < 40; i++) answers.push((await asker.call("POST", "/api/auth/signup", sent)).status);
    expect(answers.filter((status) => status === 409).length).toBeLessThanOrEqual(20);
    expect(answers.at(-1)).toBe(429);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await owner.mails(email)).length).toBeLessThanOrEqual(6);
    // Other people can still sign up from their own networks.
    const other = new Outsider(url);
    other.network = anAddress();
    await other.signUp();
  });
});

describe("attack 18: a stranger asks for another's reset again and again", () => {
  it("gets few emails out, ends no link, and leaves the owner's own request alone", async () => {
    const { email } = await aConfirmedPerson();
    const owner = new Outsider(url);
    const resets = async () =>
      (await owner.mails(email)).filter(({ subject }) => subject === "Set a new password");
    const stranger = new Outsider(url);
    for (let i = 0; i < 12; i++)
      expect((await stranger.call("POST", "/api/auth/forgot-password", { email })).status).toBe(200);
    // With the confirmation of the sign-up, these are the mailbox's three emails of an hour.
    await expect.poll(async () => (await resets()).length).toBe(2);
    await owner.call("POST", "/api/auth/forgot-password", { email });
    expect(await resets()).toHaveLength(2);
    const oldest = (await resets()).at(-1);
    const token = /#([\w.-]+)/.exec(oldest?.text ?? "")?.[1];
    const password = "a brand new password";
    expect((await owner.call("POST", "/api/auth/reset-password", { token, password })).status).toBe(200);
    expect((await owner.signIn(email, password)).status).toBe(200);
  });
});

describe("attack 19: a confirming link arms a squatter's account", () => {
  it("only in the account's own session; for anyone else it asks for a password, and the squatter is out", async () => {
    const squatter = new Outsider(url);
    const email = await squatter.signUp();
    const owner = new Outsider(url);
    await owner.signUp();
    const { text } = await owner.mailTo(email, /confirm your email/i);
    const token = /#([\w.-]+)/.exec(text)?.[1];
    expect((await owner.call("POST", "/api/auth/confirm-email", { token })).body.code).toBe(
      "confirmation_required",
    );
    expect((await squatter.profile()).isEmailVerified).toBe(false);
    const password = "a brand new password";
    expect((await owner.call("POST", "/api/auth/confirm-email", { token, password })).status).toBe(200);
    expect((await squatter.call("GET", "/api/auth/profile")).status).toBe(401);
    expect((await squatter.signIn(email)).status).toBe(401);
  });

  it("and a link that was used sets no password, whoever finds it", async () => {
    const owner = new Outsider(url);
    const email = await owner.signUp();
    await owner.confirm(email);
    const { text } = await owner.mailTo(email, /confirm your email/i);
    const token = /#([\w.-]+)/.exec(text)?.[1];
    const finder = new Outsider(url);
    for (const body of [{ token }, { token, password: "a brand new password" }])
      expect((await finder.call("POST", "/api/auth/confirm-email", body)).status).toBe(409);
    expect((await finder.signIn(email)).status).toBe(200);
  });
});
