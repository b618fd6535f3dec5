import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { openDatabase } from "#db/client.ts";
import { runJobsNow } from "#jobs/run-now.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { backfillProgress } from "#season/backfill.ts";
import { markListed } from "#season/companies.ts";
import { type Deps, openDeps } from "#worker/deps.ts";
import { untilDone } from "./deliver.ts";

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

describe("the jobs of the season", () => {
  it("read the weeks around today and then all that is missing, range by range", async () => {
    const { failed } = await runJobsNow(aMarket("whole"), "17 * * * *");
    expect(failed).toBe(0);
    expect(await progress("whole")).toEqual({ read: 7, ranges: 7 });
    expect((await reports("whole")).results.length).toBeGreaterThan(100);
  });

  it("come to the same end when every other call fails and every message comes twice, two at once", async () => {
    await untilDone(aMarket("calm"), { job: "calendar" });
    await untilDone(aMarket("failing", { failsEvery: 2 }), { job: "calendar" }, 2);
    expect(await progress("failing")).toEqual({ read: 7, ranges: 7 });
    expect((await reports("failing")).results).toEqual((await reports("calm")).results);
    expect((await reports("calm")).results.length).toBeGreaterThan(100);
  });

  it("store the listed companies, and see who is gone and who is back; half a listing says nothing", async () => {
    const deps = aMarket("listed");
    const [source, store] = [await deps.market(), { db, ledgerId: "listed" }];
    const all = await source.companies(at);
    if (all.state === "missing") throw new Error();
    await untilDone(deps, { job: "listing" }, 2);
    const gone = async () =>
      (
        await env.DB.prepare(
          "SELECT symbol FROM season_companies WHERE ledger_id = 'listed' AND NOT is_active ORDER BY 1",
        ).all<{ symbol: string }>()
      ).results.map(({ symbol }) => symbol);
    const stored = env.DB.prepare(
      "SELECT company_name, exchange, sector, country, is_active FROM season_companies WHERE ledger_id = 'listed' AND symbol = 'AAPL'",
    );
    expect(await stored.first()).toEqual({
      ...{ company_name: "Apple Inc.", exchange: "Sample exchange", sector: "Technology" },
      ...{ country: "United States", is_active: 1 },
    });
    expect(await gone()).toEqual([]);
    const without = all.data.filter(({ symbol }) => symbol !== "KO");
    await markListed(store, without, at);
    expect(await gone()).toEqual(["KO"]);
    await markListed(store, all.data.slice(0, 10), at);
    expect(await gone()).toEqual(["KO"]);
    await markListed(store, all.data, at);
    expect(await gone()).toEqual([]);
  });
});
