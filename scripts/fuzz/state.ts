import { execFile } from "node:child_process";
import { isDeepStrictEqual, promisify } from "node:util";
import type { Person } from "./people.ts";

type State = { ledger: { hash?: string }[]; demo: unknown; bystanders: unknown[] };

const demoAccount = { email: "demo@example.com", password: "beatcast demo" };

/** The fuzz must not change this state. */
export async function readState(
  url: string,
  demoToken: string,
  bystanders: readonly Person[],
): Promise<State> {
  return {
    ledger: await ledgerOf(url),
    demo: await predictionsOf(url, demoToken),
    bystanders: await Promise.all(
      bystanders.map(async ({ token }) => [
        await get(url, "/api/auth/profile", token),
        await predictionsOf(url, token),
        await get(url, "/api/subscription/status", token),
      ]),
    ),
  };
}

/** Returns one sentence per damage. */
export async function damageOf(
  url: string,
  before: State,
  after: State,
  people: readonly Person[],
): Promise<string[]> {
  const damage: string[] = [];
  if (!isDeepStrictEqual(after.ledger.slice(0, before.ledger.length), before.ledger))
    damage.push("Entries of the ledger that stood before the run are gone or changed.");
  if (!isDeepStrictEqual(after.demo, before.demo)) damage.push("The demo person's predictions changed.");
  before.bystanders.forEach((bystander, i) => {
    if (!isDeepStrictEqual(after.bystanders[i], bystander))
      damage.push(
        `Bystander ${i} changed:\n${JSON.stringify(bystander)}\n${JSON.stringify(after.bystanders[i])}`,
      );
  });
  for (const person of people) damage.push(...(await miscountOf(url, person)));
  await promisify(execFile)(process.execPath, ["public/ledger-verifier.mjs", "--url", url]).catch(
    (error: Error) => damage.push(`The ledger does not verify: ${error.message}`),
  );
  return damage;
}

/** Throws when the demo record is missing. */
export async function signInDemo(url: string): Promise<string> {
  const seeded = await post(url, "/api/dev/seed", {});
  if (!seeded.ok) throw new Error(`Seeding answered ${seeded.status} ${await seeded.text()}`);
  const answer = await post(url, "/api/auth/signin", demoAccount);
  return ((await answer.json()) as { token: string }).token;
}

async function miscountOf(url: string, { email, token }: Person): Promise<string[]> {
  const profile = await get<{ user?: { apiCallsUsed: number; apiCallsLimit: number | null } }>(
    url,
    "/api/auth/profile",
    token,
  );
  if (!profile.user) return [];
  const { apiCallsUsed: used, apiCallsLimit: limit } = profile.user;
  const { total } = await get<{ total: number }>(url, "/api/predictions", token);
  if (used === total && (limit === null || used <= limit)) return [];
  return [`${email} has ${total} predictions, ${used} calls counted and ${limit} allowed.`];
}

async function ledgerOf(url: string): Promise<{ hash?: string }[]> {
  const entries: { hash?: string; seq?: number }[] = [];
  for (;;) {
    const page = await get<{ entries: { seq: number }[] }>(
      url,
      `/api/track-record/ledger?after=${entries.length}`,
    );
    if (!page.entries?.length) return entries;
    entries.push(...page.entries);
  }
}

async function predictionsOf(url: string, token: string): Promise<unknown> {
  return get(url, "/api/predictions", token);
}

async function get<Body = unknown>(url: string, path: string, token = ""): Promise<Body> {
  const headers = {
    "cf-connecting-ip": "198.51.100.1",
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  return (await (await fetch(url + path, { headers })).json()) as Body;
}

function post(url: string, path: string, body: unknown): Promise<Response> {
  const headers = { "content-type": "application/json", "cf-connecting-ip": "198.51.100.1" };
  return fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
}
