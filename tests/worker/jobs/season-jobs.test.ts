import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { openDatabase } from "#db/client.ts";
import { consumeJobs } from "#jobs/consume.ts";
import type { JobMessage } from "#jobs/messages.ts";
import { runJobsNow } from "#jobs/run-now.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { backfillProgress } from "#season/backfill.ts";
import { type Deps, openDeps } from "#worker/deps.ts";
import { aBatch } from "./a-batch.ts";

const db = openDatabase(env.DB);
const at = new Date("2026-11-20T15:00:00Z");

/** The jobs of a market of its own, whose calendar fails every so many calls. */
function aMarket(ledgerId: string, { failsEvery = 0 } = {}): Deps {
  let calls = 0;
  const sample = sampleMarket();
  const failing = { state: "missing", reason: "upstream", detail: "broken", source: "Source" } as const;
  const market: typeof sample = {
    ...sample,
    reports: async (from, to, now) => {
      calls += 1;
      return failsEvery > 0 && calls % failsEvery === 1 ? failing : sample.reports(from, to, now);
    },
  };
  const deps = openDeps(env, "http://localhost");
  const record = () => ({ ...deps.record("sample"), ledgerId: ledgerId as "sample" });
  return { ...deps, market: async () => market, marketNow: () => at, record };
}

const progress = (ledgerId: string) => backfillProgress({ db, ledgerId }, "2026-06-01", at);
const reports = (ledgerId: string) =>
  env.DB.prepare(
    "SELECT symbol, fiscal_quarter_end, report_date, consensus_eps, reported_eps FROM season_reports WHERE ledger_id = ? ORDER BY 1, 2",
  )
    .bind(ledgerId)
    .all();

/** Delivers the calendar's message and all that follow, again while they fail, until none is left. */
async function untilDone(deps: Deps, copiesOfEach: number): Promise<void> {
  let waiting: { body: JobMessage; copies: number }[] = [{ body: { job: "calendar" }, copies: copiesOfEach }];
  const enqueue = async (messages: readonly JobMessage[]) =>
    void waiting.push(...messages.map((body) => ({ body, copies: copiesOfEach })));
  const deliver = async (body: JobMessage) => {
    const { batch, retried } = aBatch("beatcast-jobs", [{ id: "a", body }]);
    await consumeJobs(batch, { ...deps, enqueue });
    if (retried.length > 0) waiting.push({ body, copies: 1 });
  };
  for (let round = 0; round < 100 && waiting.length > 0; round++) {
    const now = new Map(waiting.map((one) => [JSON.stringify(one.body), one]));
    waiting = [];
    await Promise.all(
      [...now.values()].flatMap(({ body, copies }) => Array.from({ length: copies }, () => deliver(body))),
    );
  }
  expect(waiting).toEqual([]);
}

describe("the jobs of the season", () => {
  it("read the weeks around today and then all that is missing, range by range", async () => {
    const { failed } = await runJobsNow(aMarket("whole"), "17 * * * *");
    expect(failed).toBe(0);
    expect(await progress("whole")).toEqual({ read: 7, ranges: 7 });
    expect((await reports("whole")).results.length).toBeGreaterThan(100);
  });

  it("come to the same end when every other call fails and every message comes twice, two at once", async () => {
    await untilDone(aMarket("calm"), 1);
    await untilDone(aMarket("failing", { failsEvery: 2 }), 2);
    expect(await progress("failing")).toEqual({ read: 7, ranges: 7 });
    expect((await reports("failing")).results).toEqual((await reports("calm")).results);
    expect((await reports("calm")).results.length).toBeGreaterThan(100);
  });
});
