import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import type { ApiKey, CreatedApiKey } from "#contract/api-keys.ts";
import type { planIds } from "#contract/plans.ts";
import { subscribe } from "../a-subscriber.ts";
import { aConfirmedPerson, aPerson, call, fetchWorker, origin } from "../api.ts";
import { mailTo, tokenIn } from "../outbox.ts";

type Plan = (typeof planIds)[number];
type Listed = { keys: ApiKey[]; limit: number };

async function aKeyOwner(plan: Plan) {
  const person = await aConfirmedPerson();
  await subscribe(person.user, plan);
  return person;
}

const make = (token: string, body: object = { name: "Nightly run" }) =>
  call<CreatedApiKey & { message: string; code: string }>("POST", "/api/keys", { token, body });
const listed = async (token: string) => (await call<Listed>("GET", "/api/keys", { token })).body;

it("a plan without keys is refused with the reason, also for reading", async () => {
  const { token } = await aPerson();
  const message =
    "API keys come with the Institutional plan, and one to try with the Premium plan. This account is on the Free plan.";
  expect(await make(token)).toMatchObject({ status: 403, body: { code: "forbidden", message } });
  expect(await call("GET", "/api/keys", { token })).toMatchObject({ status: 403, body: { message } });
  expect(await call("DELETE", "/api/keys/key_0", { token })).toMatchObject({
    status: 403,
    body: { message },
  });
});

it("a key is shown once, and stored as a hash", async () => {
  const { token, user } = await aKeyOwner("institutional");
  const { status, body } = await make(token, { name: " Nightly run ", scopes: ["read"] });
  expect(status).toBe(201);
  expect(body.key).toMatch(/^beatcast_[\w-]{43}$/);
  expect(body).toMatchObject({ name: "Nightly run", scopes: ["read"], state: "active", lastUsedAt: null });
  expect(body.prefix).toBe(body.key.slice(0, 15));
  const { key: _, ...shown } = body;
  expect(await listed(token)).toEqual({ keys: [shown], limit: 10 });
  const { results } = await env.DB.prepare("SELECT * FROM api_keys WHERE user_id = ?").bind(user.id).all();
  expect(JSON.stringify(results)).not.toContain(body.key.slice(15));
});

it("attack: a key's name keeps no direction mark and no control character", async () => {
  const { token } = await aKeyOwner("institutional");
  expect((await make(token, { name: "Night\u202ely\u0000run" })).body.name).toBe("Nightly run");
});

it("a revoked key is listed as such; it was made and revoked in the security log and by mail", async () => {
  const { token, email } = await aKeyOwner("institutional");
  const { id } = (await make(token)).body;
  expect((await call("DELETE", `/api/keys/${id}`, { token })).status).toBe(200);
  expect((await call("DELETE", `/api/keys/${id}`, { token })).status).toBe(200);
  expect((await listed(token)).keys).toMatchObject([{ id, state: "revoked" }]);
  const { events } = (
    await call<{ events: { kind: string }[] }>("GET", "/api/account/security-events", { token })
  ).body;
  const kinds = events.map(({ kind }) => kind).filter((kind) => kind.startsWith("api_key"));
  expect(kinds.toSorted()).toEqual(["api_key_created", "api_key_revoked"]);
  await mailTo(email, "A new API key was made");
  await mailTo(email, "An API key was revoked");
});

it("nobody revokes somebody else's key, or one that is not there", async () => {
  const owner = await aKeyOwner("institutional");
  const { id } = (await make(owner.token)).body;
  const stranger = await aKeyOwner("institutional");
  expect((await call("DELETE", `/api/keys/${id}`, { token: stranger.token })).status).toBe(404);
  expect((await listed(owner.token)).keys).toMatchObject([{ id, state: "active" }]);
  expect((await call("DELETE", "/api/keys/key_0", { token: owner.token })).status).toBe(404);
});

it("premium has one key to try, also of several made at once", async () => {
  const { token } = await aKeyOwner("premium");
  const made = await Promise.all([1, 2, 3, 4].map(() => make(token)));
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  expect(made.find(({ status }) => status === 409)?.body.message).toBe(
    "The Premium plan has one key. Revoke it to make another.",
  );
  const { keys, limit } = await listed(token);
  expect([keys.length, limit]).toEqual([1, 1]);
  await call("DELETE", `/api/keys/${keys[0]?.id}`, { token });
  expect((await make(token)).status).toBe(201);
});

it("a smaller plan lets the oldest key work and stops the others, until the larger one is back", async () => {
  const { token, user } = await aKeyOwner("institutional");
  for (const name of ["first", "second"]) await make(token, { name });
  const states = async () => (await listed(token)).keys.map(({ name, state }) => `${name} ${state}`);
  const setPlan = (plan: Plan, status: string) =>
    env.DB.prepare("UPDATE subscriptions SET plan_id = ?1, paid_plan_id = ?1, status = ?2 WHERE id = ?3")
      .bind(plan, status, `sub_${user.id}`)
      .run();
  await setPlan("premium", "active");
  expect(await states()).toEqual(["second stopped", "first active"]);
  await setPlan("premium", "unpaid");
  expect(await states()).toEqual(["second stopped", "first stopped"]);
  expect((await make(token)).status).toBe(403);
  await setPlan("institutional", "active");
  expect(await states()).toEqual(["second active", "first active"]);
});

it("an old sign-in needs the password", async () => {
  const { token, user, password } = await aKeyOwner("institutional");
  await env.DB.prepare("UPDATE sessions SET created_at = ? WHERE user_id = ?")
    .bind(Date.now() - 16 * 60_000, user.id)
    .run();
  expect(await make(token)).toMatchObject({ status: 400, body: { code: "confirmation_required" } });
  expect((await make(token, { name: "a", password: "wrong" })).body.code).toBe("wrong_password");
  expect((await make(token, { name: "a", password })).status).toBe(201);
});

it.each([
  [{}, "The name is missing."],
  [{ name: "  " }, "Please give the key a name."],
  [{ name: "<b>Nightly</b>" }, "Please leave out < and >."],
  [{ name: "\u202e\u200b" }, "Please give the key a name."],
  [{ name: "x".repeat(61) }, "At most 60 characters."],
  [{ name: "a", scopes: [] }, "Please choose what the key may do."],
  [{ name: "a", scopes: ["write"] }, "The scopes must be read or analyze."],
])("a key cannot be made from %j", async (body, message) => {
  const { token } = await aKeyOwner("institutional");
  expect(await make(token, body)).toMatchObject({ status: 400, body: { message } });
});

it("keys are in the export without their secret, and go with the account", async () => {
  const { token, user } = await aKeyOwner("institutional");
  const { id, key } = (await make(token)).body;
  const { body } = await call<{ apiKeys: object[] }>("POST", "/api/account/export", { token, body: {} });
  expect(body.apiKeys).toMatchObject([{ id, name: "Nightly run", scopes: ["read", "analyze"] }]);
  expect(JSON.stringify(body)).not.toContain(key.slice(15));
  await env.DB.prepare("DELETE FROM users WHERE id = ?").bind(user.id).run();
  expect(await env.DB.prepare("SELECT COUNT(*) AS n FROM api_keys WHERE id = ?").bind(id).first("n")).toBe(0);
});

it("whoever proves the address of an account that a stranger set up takes the stranger's keys away", async () => {
  const squatter = await aPerson();
  await subscribe(squatter.user, "institutional");
  const { key } = (await make(squatter.token)).body;
  const asked = { headers: { authorization: `Bearer ${key}` } };
  expect((await fetchWorker(`${origin}/api/v1/predictions`, asked)).status).toBe(200);
  await call("POST", "/api/auth/forgot-password", { body: { email: squatter.email } });
  const token = tokenIn(await mailTo(squatter.email, "Set a new password"));
  await call("POST", "/api/auth/reset-password", { body: { token, password: "another long password" } });
  expect((await fetchWorker(`${origin}/api/v1/predictions`, asked)).status).toBe(401);
});
