import { env } from "cloudflare:test";
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { openDeps } from "#app/deps.ts";
import { openEdgeResults } from "#research/edge-results.ts";
import { analyzeForUser } from "#research/user-analysis.ts";
import { origin } from "../worker/api.ts";
import { countedDatabase } from "../worker/counted-database.ts";

/**
 * These people ask for one ticker within a minute of its report, some before its run has ended and the others
 * afterwards.
 */
const EARLY = 20;
const LATER = 80;
const AT_ONCE = 20;
const objects = ["RATE", "QUOTA", "RESEARCH", "LEDGER"] as const;

/** Creates people with a session each, stored as signing up stores them. */
async function aCrowd(people: number): Promise<string[]> {
  const now = Date.now();
  const tokens = Array.from({ length: people }, () => crypto.randomUUID());
  const user = env.DB.prepare(
    "INSERT INTO users (id, name, email, email_verified, created_at, updated_at) VALUES (?1, 'Ada', ?1 || '@example.com', 1, ?2, ?2)",
  );
  const session = env.DB.prepare(
    "INSERT INTO sessions (id, token, user_id, expires_at, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?5)",
  );
  await env.DB.batch(
    tokens.flatMap((token, i) => [
      user.bind(`usr_crowd_${i}`, now),
      session.bind(
        `ses_crowd_${i}`,
        createHash("sha256").update(token).digest("base64url"),
        `usr_crowd_${i}`,
        now + 3_600_000,
        now,
      ),
    ]),
  );
  return tokens;
}

/** Counts the calls on the platform as a deployment has it. One person's analysis is all that its route does. */
function aCountedPlatform(symbol: string) {
  const { binding, use } = countedDatabase(env.DB);
  const calls = { RATE: 0, QUOTA: 0, RESEARCH: 0, LEDGER: 0 };
  const counted = Object.fromEntries(
    objects.map((name) => [
      name,
      new Proxy(env[name] as DurableObjectNamespace, {
        get(target, method) {
          const value: unknown = Reflect.get(target, method);
          if (typeof value !== "function") return value;
          return (...values: unknown[]) => {
            if (method === "get") calls[name] += 1;
            return Reflect.apply(value, target, values);
          };
        },
      }),
    ]),
  );
  const edge = openEdgeResults(true, () => Date.now());
  const listener = {
    left: new AbortController().signal,
    onReserved: () => undefined,
    send: () => undefined,
  };
  const analyze = async (token: string) => {
    const request = new Request(`${origin}/api/analyze/${symbol}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const deps = openDeps({ ...env, ...counted, DB: binding } as typeof env, origin, null, request);
    const who = await deps.signedIn(request);
    if (!who) throw new Error("Nobody is signed in.");
    const parts = {
      ...deps,
      edge,
      rates: deps,
      quota: deps.quotaOf(who),
      openRun: () => deps.analysisRunner(symbol).open(symbol),
      ledgerId: async () => "sample" as const,
      accountExists: async () => true,
    };
    return analyzeForUser(parts, { ...listener, userId: who.userId, symbol, key: null });
  };
  const used = () => ({
    statements: use.statements,
    roundTrips: use.roundTrips,
    rows: use.rowsWritten,
    ...calls,
  });
  return {
    analyze,
    used,
    isAtEdge: async () => (await edge?.find(openDeps(env, origin).runnerName(symbol))) != null,
  };
}

const entries = async () => (await openDeps(env, origin).record("sample").ledger.head()).seq;

it("a hot ticker on the day of its report: one run and one ledger entry for all; who comes later makes one object call", async () => {
  const tokens = await aCrowd(EARLY + LATER);
  const { analyze, used, isAtEdge } = aCountedPlatform("NVDA");
  const before = await entries();
  const early = await Promise.all(tokens.slice(0, EARLY).map(analyze));
  await expect.poll(isAtEdge).toBe(true);
  const first = used();
  const later = [];
  for (let at = EARLY; at < tokens.length; at += AT_ONCE)
    later.push(...(await Promise.all(tokens.slice(at, at + AT_ONCE).map(analyze))));
  const then = used();

  expect(new Set([...early, ...later].map(({ id }) => id)).size).toBe(1);
  expect(new Set([...early, ...later].map(({ predictionId }) => predictionId)).size).toBe(EARLY + LATER);
  expect([...early, ...later].every(({ quota, prediction }) => quota.used === 1 && prediction.isLocked)).toBe(
    true,
  );
  expect((await entries()) - before).toBe(1);
  // These are the figures of docs/SCALE.md.
  const times = (use: Record<string, number>, people: number) =>
    Object.fromEntries(Object.entries(use).map(([name, n]) => [name, n * people]));
  expect(first).toMatchObject(times({ rows: 6, RATE: 2, QUOTA: 3, RESEARCH: 1 }, EARLY));
  expect([first.LEDGER, first.statements, first.roundTrips].map((n) => Number(n) / EARLY)).toEqual([
    expect.toSatisfy((calls: number) => calls > 0 && calls <= 1),
    expect.toSatisfy((statements: number) => statements <= 11),
    expect.toSatisfy((trips: number) => trips <= 5),
  ]);
  const rest = Object.fromEntries(
    Object.entries(then).map(([name, n]) => [name, n - Number(Reflect.get(first, name))]),
  );
  const atHand = { statements: 4, roundTrips: 3, rows: 6, RATE: 0, QUOTA: 1, RESEARCH: 0, LEDGER: 0 };
  expect(rest).toEqual(times(atHand, LATER));
});
