import { join } from "node:path";
import type { TrackRecord } from "#contract/record.ts";
import { DAY_MS, HOUR_MS, isoDay } from "#contract/time.ts";
import { getJson, jobErrorsIn, postJson } from "../drive.ts";
import { startInstance } from "../instance.ts";
import { serveMarket } from "./round-source.ts";

const HOURLY = "17 * * * *";
/** A day without a holiday or a change of the clocks. */
const DAY = "2026-07-22";
/** More than the four that the rule requires. */
const QUARTERS = 6;
/** Ticks hourly, from before the evening's locks until the day's figures have arrived. */
const FIRST_TICK = Date.parse(`${DAY}T19:17:00Z`) - DAY_MS;
const TICKS = 28;

type JobUse = { ended: number; statements: number; rowsWritten: number };
type Tick = { failed: number; jobs: Record<string, JobUse> };

type Round = {
  companies: number;
  reports: number;
  locked: number;
  settled: number;
  failedJobs: number;
  /** Empty if none failed. */
  jobErrors: string;
  /** Wall-clock time of all jobs, of the longest tick, and of reading the past. */
  queueSeconds: number;
  longestTickSeconds: number;
  backfillSeconds: number;
  ticks: number;
  calendarCalls: number;
  /** Ranges that were read again within one tick. */
  repeatedRanges: number;
  listingCalls: number;
  /** Calls that read several companies. */
  quoteCalls: number;
  /** One call per company and day. */
  estimateCalls: number;
  /** Calls per company. */
  otherCalls: number;
  statementsAPrediction: number;
  /** D1 rows including indexes. */
  rowsAPrediction: { lock: number; settlement: number };
  jobs: Record<string, JobUse>;
};

export async function playRound(size: { companies: number; reports: number }): Promise<Round> {
  const market = await serveMarket({ ...size, day: DAY, quarters: QUARTERS });
  const clock = new Date(FIRST_TICK - 6 * HOUR_MS).toISOString();
  const settings = {
    MARKET_DATA: "fmp",
    FMP_API_KEY: "bench",
    FMP_BASE_URL: market.url,
    MARKET_CLOCK: clock,
    MARKET_CLOCK_SET_AT: new Date().toISOString(),
    SEASON_FROM: isoDay(Date.parse(DAY) - (QUARTERS + 1) * 91 * DAY_MS),
  };
  const wrapper = join(import.meta.dirname, "load", "counting-entry.mjs");
  const server = await startInstance("bench-round", settings, () => undefined, wrapper);
  const tick = async (at: number) => {
    market.setClock(new Date(at).toISOString());
    const startedAt = performance.now();
    const { jobs, failed } = await postJson<Tick>(server.url, "/bench/jobs", {
      cron: HOURLY,
      at: new Date(at).toISOString(),
    });
    return { jobs, failed, seconds: (performance.now() - startedAt) / 1000 };
  };
  try {
    const backfill = await tick(FIRST_TICK - HOUR_MS);
    market.reset();
    const ticks = [];
    for (let i = 0; i < TICKS; i++) ticks.push(await tick(FIRST_TICK + i * HOUR_MS));
    const { counts } = await getJson<TrackRecord>(server.url, "/api/track-record");
    const jobs = sumOf(ticks.map((one) => one.jobs));
    const { paths, repeatedRanges } = market.calls();
    const {
      [CALENDAR]: calendarCalls = 0,
      [SCREENER]: listingCalls = 0,
      [QUOTES]: quoteCalls = 0,
      [ESTIMATES]: estimateCalls = 0,
      ...others
    } = paths;
    const locked = counts.settled + counts.pending + (counts.review ?? 0) + counts.void;
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    const a = (rows: number, n: number) => Number((rows / Math.max(1, n)).toFixed(2));
    const rows = (...names: string[]) => sum(names.map((name) => jobs[name]?.rowsWritten ?? 0));
    return {
      ...size,
      locked,
      settled: counts.settled,
      failedJobs: backfill.failed + sum(ticks.map(({ failed }) => failed)),
      jobErrors: jobErrorsIn(server.log()),
      queueSeconds: Number(sum(ticks.map(({ seconds }) => seconds)).toFixed(1)),
      longestTickSeconds: Number(Math.max(...ticks.map(({ seconds }) => seconds)).toFixed(1)),
      backfillSeconds: Number(backfill.seconds.toFixed(1)),
      ticks: TICKS,
      calendarCalls,
      repeatedRanges,
      listingCalls,
      quoteCalls,
      estimateCalls,
      otherCalls: sum(Object.values(others)),
      statementsAPrediction: a(sum(Object.values(jobs).map(({ statements }) => statements)), locked),
      rowsAPrediction: {
        // Each round also increases the public version in one row.
        lock: a(rows("locks") - (jobs.locks?.ended ?? 0), locked),
        settlement: a(rows("calendar", "settlement"), counts.settled),
      },
      jobs,
    };
  } finally {
    await server.kill();
    market.close();
  }
}

const CALENDAR = "/stable/earnings-calendar";
const SCREENER = "/stable/company-screener";
const QUOTES = "/stable/batch-quote";
const ESTIMATES = "/stable/analyst-estimates";

function sumOf(rounds: readonly Record<string, JobUse>[]): Record<string, JobUse> {
  const total: Record<string, JobUse> = {};
  for (const [job, use] of rounds.flatMap((round) => Object.entries(round))) {
    const sum = total[job] ?? { ended: 0, statements: 0, rowsWritten: 0 };
    total[job] = {
      ended: sum.ended + use.ended,
      statements: sum.statements + use.statements,
      rowsWritten: sum.rowsWritten + use.rowsWritten,
    };
  }
  return total;
}
