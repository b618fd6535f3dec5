import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { serveMarket } from "../../scripts/bench/round-source.ts";
import { type Instance, startInstance } from "../../scripts/instance.ts";
import { endStateOf } from "../../scripts/season/end-state.ts";
import type { TrackRecord } from "../../worker/contract/record.ts";
import { DAY_MS, isoDay } from "../../worker/time.ts";

const FIRST_DAY = Date.parse("2026-07-20");
const REPORTS = 60;
const DAYS = 4;
/** Kills of one run at moments that nothing chose: in reading, scoring, settling and locking. */
const SEED = Number(process.env.SEED ?? 14);

type Market = Awaited<ReturnType<typeof serveMarket>>;
type Played = { market: Market; server: Instance };

it("jobs killed anywhere come to the end of jobs that nobody killed: nothing lost, nothing twice", async () => {
  const calm = await play("unkilled-jobs", tick);
  const seed = random(SEED);
  let between = 0;
  let kills = 0;
  const killed = await play("killed-jobs", async (played, time) => {
    const kind = time.includes("T20") ? "lock" : time.includes("T22") ? "settlement" : null;
    if (kind) between += await killedAfter(played, time, kind);
    else await killedAt(played, time, 1_500 * seed());
    kills++;
    return tick(played, time);
  });
  expect(kills).toBe(calm.ticks);
  // The ledger's append and the rows are two stores: some of the kills came between them.
  expect(between).toBeGreaterThan(0);
  expect(calm.state.statements).toBeGreaterThanOrEqual(2 * DAYS * REPORTS);
  expect(killed).toEqual(calm);
});

type Tick = (played: Played, time: string) => Promise<void>;

/** Some days of a market on a fresh state, each hour by `each`; answers how they ended. */
async function play(name: string, each: Tick) {
  const market = await serveMarket({
    ...{ companies: 330, reports: REPORTS, busyDays: DAYS, quarters: 5 },
    day: isoDay(FIRST_DAY),
  });
  const server = await startInstance(name, {
    MARKET_DATA: "fmp",
    FMP_API_KEY: "a test",
    FMP_BASE_URL: market.url,
    MARKET_CLOCK: new Date(FIRST_DAY - 2 * DAY_MS).toISOString(),
    MARKET_CLOCK_SET_AT: new Date().toISOString(),
    SEASON_FROM: "2025-01-01",
  });
  const played = { market, server };
  let ticks = 0;
  const step = async (day: number, time: string) => {
    await each(played, `${isoDay(FIRST_DAY + day * DAY_MS)}T${time}:00.000Z`);
    ticks++;
  };
  try {
    await tick(played, `${isoDay(FIRST_DAY - 2 * DAY_MS)}T12:17:00.000Z`);
    for (let day = 0; day < DAYS; day++) {
      await step(day - 1, "18:17");
      await step(day - 1, "20:17");
      await step(day, "22:17");
    }
    const { counts } = await get<TrackRecord>(server, "/api/track-record");
    const verified = execFileSync(process.execPath, ["public/ledger-verifier.mjs", "--url", server.url], {
      encoding: "utf8",
    });
    const state = await endStateOf((path) => get<unknown>(server, path));
    return { ticks, counts, state, verdict: verified.trim().split(":")[0] };
  } finally {
    await server.kill();
    market.close();
  }
}

/** Runs the hourly jobs at a moment of the market; none of them may fail. */
async function tick({ market, server }: Played, time: string): Promise<void> {
  market.setClock(time);
  const answer = await fetch(`${server.url}/api/dev/jobs`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ cron: "17 * * * *", at: time }),
  });
  expect(await answer.json()).toMatchObject({ failed: 0 });
}

/** Ends the runtime so many milliseconds after the jobs of a moment began. */
async function killedAt(played: Played, time: string, afterMs: number): Promise<void> {
  const round = tick(played, time).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  await played.server.kill();
  await round;
  await played.server.start();
}

/** The ledger's reads are limited a minute: a poll this often leaves a round of jobs some seconds. */
const POLL_MS = 15;
type Kind = "lock" | "settlement";
type Entries = { entries: { body: { id: string; type: Kind } }[] };

/** Ends the runtime as soon as the ledger has a new statement of that kind; 1 where the rows on record were not there yet. */
async function killedAfter(played: Played, time: string, kind: Kind): Promise<number> {
  const { server } = played;
  const known = (await statements(server)).length;
  const round = tick(played, time).catch(() => undefined);
  const deadline = Date.now() + 60_000;
  for (let isThere = false; !isThere; ) {
    if (Date.now() > deadline) throw new Error(`The ledger got no ${kind}.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const page = await get<Partial<Entries>>(server, `/api/track-record/ledger?after=${known}`).catch(
      () => null,
    );
    isThere = page?.entries?.some(({ body }) => body.type === kind) ?? false;
  }
  await server.kill();
  await round;
  await server.start();
  const said = (await statements(server)).filter(({ type }) => type === kind).length;
  const { counts } = await get<TrackRecord>(server, "/api/track-record");
  const rows = counts.settled + (kind === "lock" ? counts.pending + counts.review + counts.void : 0);
  expect(rows).toBeLessThanOrEqual(said);
  return Number(rows < said);
}

/** What the ledger says, each statement once. */
async function statements(server: Instance): Promise<{ id: string; type: Kind }[]> {
  const said: { id: string; type: Kind }[] = [];
  for (;;) {
    const { entries } = await get<Entries>(server, `/api/track-record/ledger?after=${said.length}`);
    if (entries.length === 0) break;
    said.push(...entries.map(({ body }) => body));
  }
  expect(new Set(said.map(({ id }) => id)).size).toBe(said.length);
  return said;
}

async function get<Body>(server: Instance, path: string): Promise<Body> {
  const answer = await fetch(server.url + path);
  return (await answer.json()) as Body;
}

/** The same numbers between 0 and 1 for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
