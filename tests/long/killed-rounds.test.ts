import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { LedgerEntry } from "#contract/ledger.ts";
import type { TrackRecord } from "#contract/record.ts";
import { type Instance, startInstance } from "../../scripts/instance.ts";
import { anAddress } from "../attack/support/outsider.ts";

let server: Instance;

beforeAll(async () => {
  server = await startInstance("killed-rounds", { SEASON_FROM: "2025-08-01", SAMPLE_COMPANIES: "240" });
});
afterAll(() => server.kill());

const tick = async (at: string) =>
  fetch(`${server.url}/api/dev/jobs`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ cron: "17 * * * *", at }),
  });

async function entries(): Promise<LedgerEntry[]> {
  const found: LedgerEntry[] = [];
  for (;;) {
    const answer = await fetch(`${server.url}/api/track-record/ledger?after=${found.at(-1)?.seq ?? 0}`);
    const page = ((await answer.json()) as { entries: LedgerEntry[] }).entries;
    if (page.length === 0) return found;
    found.push(...page);
  }
}

const idsOf = async (type: LedgerEntry["body"]["type"]) =>
  (await entries()).filter(({ body }) => body.type === type).map(({ body }) => body.id);

/** Asks from another network each time, because of the rate limits. */
async function record(): Promise<TrackRecord> {
  const headers = { "cf-connecting-ip": anAddress() };
  return (await (await fetch(`${server.url}/api/track-record`, { headers })).json()) as TrackRecord;
}

/**
 * Kills the process as soon as the ledger has more entries than before, while the rows are being written, and
 * starts it again.
 */
async function killedAtTheAppend(at: string): Promise<void> {
  const before = (await record()).ledger.seq;
  const running = tick(at).catch(() => null);
  const isOver = running.then(() => true);
  const wait = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), 1));
  while ((await record()).ledger.seq === before && !(await Promise.race([isOver, wait()])));
  await server.kill();
  await running;
  await server.start();
}

it("rounds killed at their append, of locks and of settlements, are finished by the next one: each once, the record and the ledger as one", async () => {
  expect((await tick("2026-11-02T19:17:00Z")).status).toBe(200);
  await killedAtTheAppend("2026-11-02T21:17:00Z");
  expect((await tick("2026-11-02T21:27:00Z")).status).toBe(200);
  const locks = await idsOf("lock");
  expect(locks.length).toBeGreaterThan(2);
  expect(new Set(locks).size).toBe(locks.length);
  expect((await record()).counts).toMatchObject({ settled: 0, pending: locks.length });

  await killedAtTheAppend("2026-11-06T23:17:00Z");
  expect((await tick("2026-11-07T00:17:00Z")).status).toBe(200);
  const [locked, settled] = [await idsOf("lock"), await idsOf("settlement")];
  expect(new Set(locked).size).toBe(locked.length);
  expect(new Set(settled).size).toBe(settled.length);
  const { counts } = await record();
  expect(counts.settled + counts.void).toBe(settled.length);
  expect(counts.settled).toBeGreaterThan(2);
  expect(counts.settled + counts.void + counts.pending + (counts.review ?? 0)).toBe(locked.length);
  const verified = execFileSync(process.execPath, ["public/ledger-verifier.mjs", "--url", server.url], {
    encoding: "utf8",
  });
  expect(verified).toBe(`ledger valid: ${locked.length + settled.length} entries\n`);
});
