import { expect, inject, it } from "vitest";
import { anAddress, Outsider } from "./support/outsider.ts";

const url = inject("attackUrl");

it("attack 30.6: what a thief made ends with the reset that the alarm email advises", async () => {
  const thief = new Outsider(url);
  const email = await thief.signUp();
  await thief.confirm(email);
  const checkoutId = await thief.pay(await thief.openCheckout("institutional"), email);
  await thief.call("GET", `/api/subscription/checkout-success/${checkoutId}`);
  const { key } = (await thief.call("POST", "/api/keys", { name: "Backup" })).body;
  const feed = new URL(String((await thief.call("POST", "/api/calendar-feed")).body.url)).pathname;
  const works = async () => {
    const program = new Outsider(url);
    program.token = String(key);
    return [
      (await program.call("GET", "/api/v1/predictions")).status,
      (await new Outsider(url).send("GET", feed)).status,
    ];
  };
  expect(await works()).toEqual([200, 200]);

  const owner = new Outsider(url);
  await owner.call("POST", "/api/auth/forgot-password", { email });
  const { text } = await owner.mailTo(email, /set a new password/i);
  const token = /#([\w.-]+)/.exec(text)?.[1];
  const reset = await owner.call("POST", "/api/auth/reset-password", { token, password: "another long one" });
  expect(reset.status).toBe(200);
  expect(await works()).toEqual([401, 404]);
});

it("attack 30.7: a stranger's wrong passwords are one counted row, apart from what happened", async () => {
  const owner = new Outsider(url);
  const email = await owner.signUp();
  for (let tries = 0; tries < 12; tries++) {
    const stranger = new Outsider(url);
    stranger.network = anAddress();
    expect((await stranger.signIn(email, "a wrong guess")).status).toBe(401);
  }
  const { body } = await owner.call("GET", "/api/account/security-events");
  expect(body.events).toMatchObject([{ kind: "account_created" }]);
  const counts = (body.attempts as { count: number }[]).map(({ count }) => count);
  // There may be two when the hour changes during the test.
  expect(counts.length).toBeLessThanOrEqual(2);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(12);
});

it("attack 30.15: a key's name keeps no direction mark or control character, and no tag", async () => {
  const person = new Outsider(url);
  const email = await person.signUp();
  await person.confirm(email);
  const checkoutId = await person.pay(await person.openCheckout("institutional"), email);
  await person.call("GET", `/api/subscription/checkout-success/${checkoutId}`);
  const make = (name: string) => person.call("POST", "/api/keys", { name });
  expect((await make("Night\u202ely\u0000run")).body.name).toBe("Nightly run");
  expect((await make("<b>Nightly</b>")).status).toBe(400);
});

it("attack 30.18 and 30.19: no bookmark is handed out, and no mailed link sends its secret to a server", async () => {
  const person = new Outsider(url);
  const email = await person.signUp();
  const saved = await person.call("PUT", "/api/auth/profile", { fullName: "Grace" });
  expect(saved.headers.getSetCookie()).toEqual([]);
  await person.call("POST", "/api/auth/forgot-password", { email });
  for (const subject of [/confirm your email/i, /set a new password/i]) {
    const { text } = await person.mailTo(email, subject);
    const link = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? "");
    expect([link.search, link.hash.length > 40]).toEqual(["", true]);
  }
});
