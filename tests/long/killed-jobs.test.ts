import { execFileSync } from "node:child_process";
import { afterEach, expect, it } from "vitest";
import type { SeasonCalendar } from "#contract/calendar.ts";
import type { TrackRecord } from "#contract/record.ts";
import { serveMarket } from "../../scripts/bench/round-source.ts";
import { getJson, jobErrorsIn, runJobs } from "../../scripts/drive.ts";
import { type Instance, startInstance } from "../../scripts/instance.ts";
import { endStateOf } from "../../scripts/season/end-state.ts";
import { type Fault, serveInFront } from "../../scripts/season/failing-source.ts";

/** Reports on each of the two days, of a market with this many companies. */
const REPORTS = 40;
const COMPANIES = 120;
const DAYS = ["2026-07-21", "2026-07-22"] as const;

/**
 * The UTC rounds of the days, each with the share of a calm round's time after which the process is killed: while
 * the past is read, while the first day is locked, while the second is locked, while figures are read, and while
 * they are settled.
 */
const rounds = [
  { at: "2026-07-20T12:17:00.000Z", killedAfter: 0.3 },
  // An hour later, the lease of a killed reader has expired, as in a deployment with hourly rounds.
  { at: "2026-07-20T14:17:00.000Z", killedAfter: null },
  { at: "2026-07-20T20:17:00.000Z", killedAfter: 0.3 },
  { at: "2026-07-21T20:17:00.000Z", killedAfter: 0.3 },
  { at: "2026-07-21T22:17:00.000Z", killedAfter: 0.05 },
  { at: "2026-07-22T22:17:00.000Z", killedAfter: 0.1 },
  { at: "2026-07-22T23:17:00.000Z", killedAfter: null },
] as const;

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

it("two days whose source breaks every other answer and whose jobs are killed end like two calm days", async () => {
  const calm = await play("calm-jobs", []);
  const { settled, pending } = calm.end.counts;
  expect(calm.end.counts).toMatchObject({ settled: 2 * REPORTS, review: 0, void: 0 });
  // Reports of the day after are locked too.
  expect(calm.end.verdict).toBe(`ledger valid: ${2 * settled + pending} entries`);
  expect(calm.end.state.statements).toBe(2 * settled + pending);
  const killed = await play("killed-jobs", ["429", "badjson"], calm.milliseconds);
  expect(killed.end).toEqual(calm.end);
});

/**
 * This many rounds must have been interrupted; one that was faster than in the calm run ends before it is killed.
 */
const LEAST_CUT_OFF = 3;

/**
 * Plays the rounds on fresh state. With the times of a calm run, each round is killed once in its middle and then
 * repeated.
 */
async function play(name: string, faults: readonly Fault[], calm: readonly number[] = []) {
  const market = await serveMarket({
    companies: COMPANIES,
    reports: REPORTS,
    busyDays: DAYS.length,
    quarters: 5,
    day: DAYS[0],
  });
  opened.push(market.close);
  const front = await serveInFront(market.url, faults);
  opened.push(front.close);
  const server = await startInstance(name, {
    MARKET_DATA: "fmp",
    FMP_API_KEY: "a test",
    FMP_BASE_URL: front.url,
    MARKET_CLOCK: rounds[0].at,
    MARKET_CLOCK_SET_AT: new Date().toISOString(),
    SEASON_FROM: "2025-04-01",
  });
  opened.push(server.kill);
  const milliseconds: number[] = [];
  let cutOffs = 0;
  for (const [i, { at, killedAfter }] of rounds.entries()) {
    market.setClock(at);
    const calmMs = calm[i];
    if (calmMs !== undefined && killedAfter !== null) {
      const cutOff = runJobs(server.url, at).catch(() => "killed");
      await new Promise((resolve) => setTimeout(resolve, killedAfter * calmMs));
      await server.kill();
      if ((await cutOff) === "killed") cutOffs += 1;
      await server.start();
    }
    const startedAt = performance.now();
    expect(await runJobs(server.url, at), jobErrorsIn(server.log())).toMatchObject({ failed: 0 });
    milliseconds.push(performance.now() - startedAt);
  }
  if (calm.length > 0) expect(cutOffs).toBeGreaterThanOrEqual(LEAST_CUT_OFF);
  return { milliseconds, end: await endOf(server) };
}

/** Returns what a stranger sees in the end, apart from moments and ids. */
async function endOf({ url }: Instance) {
  const { counts } = await getJson<TrackRecord>(url, "/api/track-record");
  const span = `from=${DAYS[0]}&to=${DAYS[1]}`;
  const { items } = await getJson<SeasonCalendar>(url, `/api/calendar?${span}`);
  const verifier = ["public/ledger-verifier.mjs", "--url", url];
  const verdict = execFileSync(process.execPath, verifier, { encoding: "utf8", stdio: "pipe" }).trim();
  const state = await endStateOf((path) => getJson<unknown>(url, path));
  return { counts, calendar: items.map((item) => ({ ...item, predictionId: null })), verdict, state };
}
