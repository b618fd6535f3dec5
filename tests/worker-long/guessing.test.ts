import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { aPerson, call } from "../worker/api.ts";
import { mailTo, tokenIn } from "../worker/outbox.ts";

type Person = Awaited<ReturnType<typeof aPerson>>;

let networks = 0;
/** Returns an address in a network that no other test has used. */
function anAddress(): string {
  networks += 1;
  return `10.9.${Math.floor(networks / 250)}.${networks % 250}`;
}

const signIn = (
  { email, password }: Pick<Person, "email" | "password">,
  { from, cookie }: { from: string; cookie?: string },
) =>
  call("POST", "/api/auth/signin", {
    body: { email, password },
    headers: { "cf-connecting-ip": from, ...(cookie ? { cookie } : {}) },
  });
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status);

/** Returns what a browser would send back of the cookies that an answer has set. */
function deviceOf(headers: Headers): string {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  return cookies.find((cookie) => cookie.startsWith("__Host-beatcast_device=")) ?? "";
}

/** Tries `count` wrong passwords for an account as a stranger. */
async function guesses(person: Person, count: number, from: () => string) {
  const tries = Array.from({ length: count }, (_, i) =>
    signIn({ email: person.email, password: `guess number ${i}` }, { from: from() }),
  );
  return Promise.all(tries);
}

describe("attack: wrong passwords to lock an owner out", () => {
  it("make the stranger's network wait and not the owner's", async () => {
    const [person, stranger, owner] = [await aPerson(), anAddress(), anAddress()];
    const tried = await guesses(person, 24, () => stranger);
    expect(statuses(tried).filter((status) => status === 401)).toHaveLength(10);
    const waiting = tried.filter(({ status }) => status === 429);
    expect(waiting).toHaveLength(14);
    for (const { headers } of waiting) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await signIn(person, { from: stranger })).status).toBe(429);
    const own = [];
    for (let i = 0; i < 9; i++) own.push(await signIn(person, { from: owner }));
    expect(statuses(own)).toEqual(Array(9).fill(200));
  });

  it("count for a whole /64 of IPv6", async () => {
    const person = await aPerson();
    let host = 0;
    const tried = await guesses(person, 12, () => {
      host += 1;
      return `2001:db8:77:1:${host}::${host}`;
    });
    expect(statuses(tried).filter((status) => status === 429)).toHaveLength(2);
    expect((await signIn(person, { from: "2001:db8:77:2::1" })).status).toBe(200);
  });

  it("never keep a device out that signed in before, even in the stranger's own network", async () => {
    const [person, shared] = [await aPerson(), anAddress()];
    const device = deviceOf((await signIn(person, { from: shared })).headers);
    await guesses(person, 12, () => shared);
    // The whole network's budget is used up too, on addresses that have no account.
    await Promise.all(
      Array.from({ length: 120 }, (_, i) =>
        signIn({ email: `nobody-${i}@example.com`, password: "\u0000".repeat(129) }, { from: shared }),
      ),
    );
    expect((await signIn(person, { from: shared })).status).toBe(429);
    expect((await signIn(person, { from: shared, cookie: device })).status).toBe(200);
  });

  it("from many networks stop unknown devices only; a reset by mail lets the owner in", async () => {
    const person = await aPerson();
    const device = deviceOf((await signIn(person, { from: anAddress() })).headers);
    const limit = env.RATE.get(env.RATE.idFromName(`signInEverywhere:${person.email}`));
    await limit.take({ capacity: 100, perSeconds: 600 }, 100);
    const stopped = await signIn(person, { from: anAddress() });
    expect(stopped.status).toBe(429);
    expect(stopped.body.message).toBe(
      "Too many wrong passwords were tried for this account. Please use a browser that has signed in before, reset your password by email, or try again later.",
    );
    expect((await signIn(person, { from: anAddress(), cookie: device })).status).toBe(200);

    await call("POST", "/api/auth/forgot-password", { body: { email: person.email } });
    const token = tokenIn(await mailTo(person.email, "Set a new password"));
    const renewed = { ...person, password: "the owner's own" };
    const reset = await call("POST", "/api/auth/reset-password", {
      body: { token, password: renewed.password },
    });
    expect((await signIn(renewed, { from: anAddress() })).status).toBe(429);
    expect((await signIn(renewed, { from: anAddress(), cookie: device })).status).toBe(429);
    expect((await signIn(renewed, { from: anAddress(), cookie: deviceOf(reset.headers) })).status).toBe(200);
  });

  it("from a known device have a budget too, and a forged or foreign device none", async () => {
    const [person, other] = [await aPerson(), await aPerson()];
    const device = deviceOf((await signIn(person, { from: anAddress() })).headers);
    const wrong = { ...person, password: "not it at all" };
    const tried = await Promise.all(
      Array.from({ length: 12 }, () => signIn(wrong, { from: anAddress(), cookie: device })),
    );
    expect(statuses(tried).filter((status) => status === 429)).toHaveLength(2);
    const foreign = deviceOf((await signIn(other, { from: anAddress() })).headers);
    const from = anAddress();
    await guesses(person, 10, () => from);
    for (const cookie of [foreign, `${device.slice(0, -1)}x`, device.replace("=", "=~~~")])
      expect((await signIn(person, { from, cookie })).status, cookie).toBe(429);
  });

  it("right passwords do not count", async () => {
    const [person, from] = [await aPerson(), anAddress()];
    const answers = [];
    for (let i = 0; i < 15; i++) answers.push(await signIn(person, { from }));
    expect(statuses(answers)).toEqual(Array(15).fill(200));
  });

  it("asked of a stolen session leave the owner's own sessions alone", async () => {
    const person = await aPerson();
    const owner = await signIn(person, { from: anAddress() });
    const body = { currentPassword: "a guess", newPassword: "a better password" };
    const tried = await Promise.all(
      Array.from({ length: 11 }, () =>
        call("POST", "/api/auth/change-password", { token: person.token, body }),
      ),
    );
    expect(statuses(tried).filter((status) => status === 429)).toHaveLength(1);
    const change = await call("POST", "/api/auth/change-password", {
      token: String(owner.body.token),
      body: { ...body, currentPassword: person.password },
    });
    expect(change.status).toBe(200);
  });
});

describe("attack: sign-ups that ask who has an account", () => {
  it("get twenty answers an hour and network; then taken and free addresses are answered alike", async () => {
    const [person, from] = [await aPerson(), anAddress()];
    const signUp = (email: string) =>
      call("POST", "/api/auth/signup", {
        body: { email, password: "another password", fullName: "Eve" },
        headers: { "cf-connecting-ip": from },
      });
    const free = () => `free-${crypto.randomUUID().slice(0, 8)}@example.com`;
    const tried = await Promise.all(Array.from({ length: 24 }, () => signUp(person.email)));
    expect(statuses(tried).sort()).toEqual([...Array(20).fill(409), ...Array(4).fill(429)]);
    const [taken, unknown] = [await signUp(person.email), await signUp(free())];
    expect([taken.status, unknown.status]).toEqual([429, 429]);
    expect(Object.keys(taken.body).sort()).toEqual(Object.keys(unknown.body).sort());
    expect(taken.body.code).toBe(unknown.body.code);
  });

  it("at the same moment with one new address make one account", async () => {
    const body = {
      email: `twice-${crypto.randomUUID()}@example.com`,
      password: "another password",
      fullName: "A",
    };
    const tried = await Promise.all(
      Array.from({ length: 5 }, () => call("POST", "/api/auth/signup", { body })),
    );
    expect(statuses(tried).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  it("cost an honest network nothing, not even a lecture hall that signs up at once", async () => {
    const from = anAddress();
    const one = async () => {
      const answer = await call("POST", "/api/auth/signup", {
        body: {
          email: `honest-${crypto.randomUUID()}@example.com`,
          password: "another password",
          fullName: "Ada",
        },
        headers: { "cf-connecting-ip": from },
      });
      return answer.status;
    };
    expect(await Promise.all(Array.from({ length: 30 }, one))).toEqual(Array(30).fill(200));
  });
});
