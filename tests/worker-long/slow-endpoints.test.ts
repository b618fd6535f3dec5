import { env } from "cloudflare:test";
import { afterEach, expect, it, vi } from "vitest";
import { openDatabase } from "#platform/db/client.ts";
import { openQueue } from "#platform/queue.ts";
import { recordScope } from "#platform/scope.ts";
import { rangesSince } from "#season/sync.ts";
import { scoreUpcomingReports } from "#season/upcoming/score.ts";
import { subscribe } from "../worker/a-subscriber.ts";
import { aConfirmedPerson, call } from "../worker/api.ts";
import { storeDueCompanies } from "../worker/season/due-companies.ts";

const ENDPOINTS = 50;
const EVENTS = 3;
const LOCKS = 400;
/** This is the round before the last chance to lock a report of the next morning. */
const NOW = new Date("2026-10-19T20:17:00Z");

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const ofRecord = `scope = '${recordScope("sample")}'`;
const count = (statement: string) => env.DB.prepare(statement).first<number>("n");

/** Each endpoint answers 200 after nine seconds, until all may end. */
function slowEndpoints() {
  const world = { asked: 0, atOnce: new Map<string, number>(), most: 0, isOver: false };
  const real = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: RequestInfo, init?: RequestInit) => {
    const url = String(input);
    if (url.startsWith("https://cloudflare-dns.com/"))
      return Response.json({ Status: 0, Answer: [{ type: 1, data: "93.184.216.34" }] });
    const { host } = new URL(url);
    if (!host.endsWith(".example.com")) return real(input, init);
    world.asked++;
    const now = (world.atOnce.get(host) ?? 0) + 1;
    world.atOnce.set(host, now);
    world.most = Math.max(world.most, now);
    const wait = world.isOver ? 0 : 9_000;
    await new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, wait);
      init?.signal?.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(new DOMException("late", "TimeoutError"));
      });
    }).finally(() => world.atOnce.set(host, (world.atOnce.get(host) ?? 1) - 1));
    return new Response("ok");
  });
  return world;
}

async function addEndpoints(): Promise<{ token: string; id: string }[]> {
  const added: { token: string; id: string }[] = [];
  while (added.length < ENDPOINTS) {
    const { token, user } = await aConfirmedPerson();
    await subscribe(user, "institutional");
    for (let i = 0; i < 5; i++) {
      const url = `https://slow-${added.length}.example.com/`;
      const { body } = await call<{ id: string }>("POST", "/api/webhook-endpoints", { token, body: { url } });
      added.push({ token, id: body.id });
    }
  }
  return added;
}

it("fifty slow endpoints hold up no lock: 400 are on record while they are still being asked", async () => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  const store = { db: openDatabase(env.DB), ledgerId: "sample" };
  const letter = (at: number) => String.fromCharCode(65 + at);
  const symbols = Array.from({ length: LOCKS }, (_, i) => `Q${letter(i / 26)}${letter(i % 26)}`);
  await storeDueCompanies(store, symbols, { now: NOW });
  await env.DB.batch(
    rangesSince("2026-06-01", NOW).map(({ firstDay, lastDay }) =>
      env.DB.prepare(
        "INSERT INTO season_ranges (ledger_id, first_day, last_day, read_at, reports) VALUES ('sample', ?, ?, ?, 1)",
      ).bind(firstDay, lastDay, NOW.getTime() - 300_000),
    ),
  );
  await scoreUpcomingReports(store, NOW);
  const world = slowEndpoints();
  for (const { token, id } of await addEndpoints())
    for (let i = 0; i < EVENTS; i++)
      await call("POST", `/api/webhook-endpoints/${id}/test`, { token, body: {} });
  // The emails about the new endpoints come before them in the queue, which has one consumer here.
  await expect.poll(() => world.asked, { timeout: 60_000 }).toBeGreaterThan(0);

  const startedAt = performance.now();
  const jobs = ["webhooks", "listing", "calendar", "witnesses", "settlement", "locks"] as const;
  await openQueue(env)(jobs.map((job) => ({ job })));
  const locked = () =>
    count(
      `SELECT count(*) AS n FROM predictions WHERE ${ofRecord} AND symbol GLOB 'Q[A-Z][A-Z]' AND ledger_seq IS NOT NULL`,
    );
  await expect.poll(locked, { timeout: 25_000, interval: 250 }).toBe(LOCKS);
  const seconds = (performance.now() - startedAt) / 1000;
  console.info(
    `${LOCKS} locks after ${seconds.toFixed(1)} s; ${world.asked} slow attempts had begun by then`,
  );
  // The deadline is fifteen minutes away, and asking every endpoint once takes longer than this.
  expect(seconds).toBeLessThan(30);
  expect(world.asked).toBeLessThan(ENDPOINTS);
  expect(world.most).toBe(1);
  const late = `SELECT count(*) AS n FROM predictions WHERE ${ofRecord} AND created_at >= reports_at`;
  expect(await count(late)).toBe(0);
  world.isOver = true;
}, 180_000);
