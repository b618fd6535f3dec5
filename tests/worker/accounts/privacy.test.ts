import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { AnalysisResponse } from "#contract/analysis.ts";
import { aConfirmedPerson, aPerson, call, fetchWorker, origin } from "../api.ts";
import { mailTo, tokenIn } from "../outbox.ts";

type Person = Awaited<ReturnType<typeof aPerson>>;

const exported = async (person: Person, body: object = {}) =>
  call<Record<string, unknown>>("POST", "/api/account/export", { token: person.token, body });
const remove = (person: Person, body: object) =>
  call("POST", "/api/account/delete", { token: person.token, body });

/** Makes a session look as if it had been opened long ago. */
async function grownOld(person: Person): Promise<void> {
  await env.DB.prepare("UPDATE sessions SET created_at = ? WHERE user_id = ?")
    .bind(Date.now() - 16 * 60_000, person.user.id)
    .run();
}

/** Creates a person who has left traces wherever the product keeps any. */
async function aPersonWithTraces(): Promise<Person> {
  const person = await aConfirmedPerson({ fullName: `Augusta Byron ${crypto.randomUUID().slice(0, 8)}` });
  const { token, email } = person;
  await call("POST", "/api/analyze/AAPL", { token });
  await call("PUT", "/api/account/privacy", { token, body: { publicProfile: true } });
  await call("POST", "/api/newsletter", { body: { email } });
  await mailTo(email, "Confirm your newsletter subscription");
  await call("POST", "/api/auth/forgot-password", { body: { email } });
  await mailTo(email, "Set a new password");
  const png = new Uint8Array(64);
  png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  png.set([0, 0, 2, 0, 0, 0, 2, 0], 16);
  await fetchWorker(`${origin}/api/account/avatar`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "image/png" },
    body: png,
  });
  await call("POST", "/api/auth/two-factor/enroll", { token, body: { password: person.password } });
  return person;
}

/** Gives the same kind of person a paid plan, bought in the sandbox. */
async function aSubscriberWithTraces(): Promise<Person> {
  const person = await aPersonWithTraces();
  const { body } = await call<{ url: string }>("POST", "/api/subscription/create-checkout", {
    token: person.token,
    body: { planId: "premium" },
  });
  const paid = await fetchWorker(origin + new URL(body.url).pathname, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded", origin },
    body: new URLSearchParams({
      outcome: "succeed",
      email: person.email,
      name: person.fullName,
    }).toString(),
  });
  const sessionId = new URL(paid.headers.get("location") ?? origin).searchParams.get("session_id");
  await call("GET", `/api/subscription/checkout-success/${sessionId}`, { token: person.token });
  const { user } = (await call<{ user: { subscriptionTier: string } }>("GET", "/api/auth/profile", person))
    .body;
  expect(user.subscriptionTier).toBe("premium");
  return person;
}

/** Returns every row of every table as text, by table. */
async function everyTable(): Promise<Map<string, string>> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'",
  ).all<{ name: string }>();
  const tables = new Map<string, string>();
  for (const { name } of results)
    tables.set(name, JSON.stringify((await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results));
  return tables;
}

describe("exporting", () => {
  it("gives one file with everything held on the person", async () => {
    const person = await aPersonWithTraces();
    const { body, headers } = await exported(person);
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename="beatcast-export-\d{4}-\d\d-\d\d\.json"$/,
    );
    expect(body).toMatchObject({
      profile: { id: person.user.id, email: person.email, fullName: person.fullName },
      privacyPreferences: { publicProfile: true },
      notificationPreferences: { newsletter: true },
      signInMethods: [{ kind: "credential" }],
      newsletter: [{ email: person.email, confirmedAt: null }],
      usage: { callsUsed: 1 },
      plan: { tier: "free" },
      isComplete: true,
    });
    expect(body.sessions).toHaveLength(1);
    expect((body.securityEvents as { kind: string }[]).map(({ kind }) => kind)).toContain("data_exported");
    const [prediction] = body.predictions as { symbol: string; snapshot: AnalysisResponse }[];
    expect(prediction?.symbol).toBe("AAPL");
    expect(prediction?.snapshot.stock.symbol).toBe("AAPL");
    await mailTo(person.email, "Your data export is ready");
  });

  it("names the customer and the subscription at the payment provider", async () => {
    const person = await aSubscriberWithTraces();
    const { body } = await exported(person);
    expect(body).toMatchObject({
      plan: { tier: "premium", status: "active" },
      billing: {
        customers: [{ id: expect.any(String), email: person.email }],
        subscriptions: [{ id: expect.any(String), planId: "premium", status: "active" }],
        checkouts: [{ planId: "premium" }],
      },
      invoices: [{ amount: 4900 }],
    });
  });

  it("holds no secret", async () => {
    const person = await aPersonWithTraces();
    const text = JSON.stringify((await exported(person)).body);
    const { results } = await env.DB.prepare(
      "SELECT token AS secret FROM sessions WHERE user_id = ?1 UNION SELECT password FROM credentials WHERE user_id = ?1 " +
        "UNION SELECT token_hash FROM short_lived_secrets WHERE user_id = ?1 UNION SELECT secret FROM two_factors WHERE user_id = ?1",
    )
      .bind(person.user.id)
      .all<{ secret: string }>();
    expect(results.length).toBeGreaterThanOrEqual(4);
    for (const { secret } of results) expect(text).not.toContain(secret);
    expect(text).not.toContain(person.token);
  });

  it("asks for the password when the sign-in is older than a quarter of an hour", async () => {
    const person = await aPerson();
    await grownOld(person);
    expect(await exported(person)).toMatchObject({
      status: 400,
      body: { code: "confirmation_required", fields: { password: expect.any(String) } },
    });
    expect((await exported(person, { password: "not it" })).body.code).toBe("wrong_password");
    expect((await exported(person, { password: person.password })).body.isComplete).toBe(true);
  });

  it("holds nothing of anybody else", async () => {
    const [person, other] = [await aPersonWithTraces(), await aPersonWithTraces()];
    const text = JSON.stringify((await exported(person)).body);
    for (const trace of [other.user.id, other.email, other.fullName]) expect(text).not.toContain(trace);
  });
});

describe("deleting an account", () => {
  it.each(["delete", "Delete", " DELETE", "DELETE ", ""])("refuses the word %j", async (confirmation) => {
    const person = await aPerson();
    expect(await remove(person, { confirmation })).toMatchObject({
      status: 400,
      body: {
        code: "confirmation_required",
        error: "Confirmation Required",
        message: "Please type 'DELETE' to confirm account deletion.",
      },
    });
    expect((await call("POST", "/api/auth/verify", { token: person.token })).status).toBe(200);
  });

  it("asks for the password when the sign-in is not recent", async () => {
    const person = await aPerson();
    await grownOld(person);
    expect((await remove(person, { confirmation: "DELETE" })).body.code).toBe("confirmation_required");
    expect((await remove(person, { confirmation: "DELETE", password: "not it" })).body.code).toBe(
      "wrong_password",
    );
    const right = { confirmation: "DELETE", password: person.password };
    expect((await remove(person, right)).status).toBe(200);
  });

  it("leaves no trace of e-mail, name or id in any table, nor a file", async () => {
    const [person, other] = [await aSubscriberWithTraces(), await aPersonWithTraces()];
    const traces = [person.user.id, person.email, person.fullName];
    const before = await everyTable();
    expect([...before.values()].some((rows) => rows.includes(person.user.id))).toBe(true);
    const filesBefore = (await env.FILES.list()).objects.map(({ key }) => key);

    expect((await remove(person, { confirmation: "DELETE" })).status).toBe(200);
    await mailTo("(a deleted account)", "Your Beatcast account has been deleted");

    const found = [...(await everyTable())].flatMap(([table, rows]) =>
      traces.filter((trace) => rows.includes(trace)).map((trace) => `${table}: ${trace}`),
    );
    expect(found).toEqual([]);
    const filesAfter = (await env.FILES.list()).objects.map(({ key }) => key);
    const avatars = (keys: readonly string[]) => keys.filter((key) => key.startsWith("avatars/"));
    const left = avatars(filesBefore).filter((key) => !key.includes(person.user.id));
    expect(left).toHaveLength(avatars(filesBefore).length - 1);
    expect(avatars(filesAfter)).toEqual(left);
    // These files let the deletion be repeated after a backup is restored.
    const added = filesAfter.filter((key) => !filesBefore.includes(key));
    expect(added).toEqual([expect.stringMatching(/^deleted-accounts\/[\w-]{36}$/)]);
    const kept = [...(await everyTable()).values()].join();
    for (const trace of [other.user.id, other.email, other.fullName]) expect(kept).toContain(trace);
  });

  it("ends every session, token and cookie, and forgets whose calls were used", async () => {
    const person = await aPersonWithTraces();
    const elsewhere = await call<{ token: string }>("POST", "/api/auth/signin", {
      body: { email: person.email, password: person.password },
    });
    await remove(person, { confirmation: "DELETE" });
    for (const token of [person.token, elsewhere.body.token])
      expect((await call("POST", "/api/auth/verify", { token })).status).toBe(401);
    const cookie = { cookie: person.cookie };
    expect((await call("GET", "/api/auth/profile", { headers: cookie })).status).toBe(401);
    const again = await aPerson({ email: person.email });
    const held = JSON.stringify((await exported(again)).body);
    expect(held).not.toContain(person.user.id);
  });

  it("ends the links that were on their way", async () => {
    const person = await aPerson();
    const token = tokenIn(await mailTo(person.email, "Confirm your email address"));
    await remove(person, { confirmation: "DELETE" });
    expect(
      (await call("POST", "/api/auth/confirm-email", { body: { token, password: "a brand new password" } }))
        .body.code,
    ).toBe("invalid_link");
  });

  it("lets the address sign up anew", async () => {
    const person = await aPerson();
    await remove(person, { confirmation: "DELETE" });
    const again = await aPerson({ email: person.email });
    expect(again.user.id).not.toBe(person.user.id);
  });
});
