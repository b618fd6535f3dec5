import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { type Deps, openDeps } from "#app/deps.ts";
import { runJobsNow } from "#app/routes/dev.ts";
import type { ListedCompany } from "#contract/market-data.ts";
import type { MarketData } from "#market/port.ts";
import { sampleMarket } from "#market/sample/sample.ts";
import { openDatabase } from "#platform/db/client.ts";
import { backfillProgress } from "#season/backfill.ts";
import { listingState } from "#season/listing.ts";
import { seasonSoFar } from "#season/season-so-far.ts";
import { untilDone } from "./deliver.ts";

const db = openDatabase(env.DB);
const at = new Date("2026-11-20T15:00:00Z");

/** Returns the jobs of a separate market whose calendar fails every so many calls. */
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
    expect(await progress("whole")).toEqual({ ranges: 7, read: 7, refused: 0, isPastRead: true });
    expect((await reports("whole")).results.length).toBeGreaterThan(100);
  });

  it("count the season anew once the past is there, so that nobody reads that nothing was reported", async () => {
    await untilDone(aMarket("counted"), { job: "calendar" });
    const ofSeason = await env.DB.prepare(
      "SELECT count(*) AS n FROM season_reports WHERE ledger_id = 'counted' AND is_beat IS NOT NULL AND report_date BETWEEN '2026-10-01' AND '2026-11-20'",
    ).first<number>("n");
    expect(ofSeason).toBeGreaterThan(20);
    expect(await seasonSoFar({ db, ledgerId: "counted" }, at)).toMatchObject({ reported: ofSeason });
  });

  it("come to the same end when every other call fails and every message comes twice, two at once", async () => {
    await untilDone(aMarket("calm"), { job: "calendar" });
    await untilDone(aMarket("failing", { failsEvery: 2 }), { job: "calendar" }, 2);
    expect(await progress("failing")).toEqual({ ranges: 7, read: 7, refused: 0, isPastRead: true });
    expect((await reports("failing")).results).toEqual((await reports("calm")).results);
    expect((await reports("calm")).results.length).toBeGreaterThan(100);
  });
});

describe("the listing of the companies", () => {
  const gone = async (ledgerId: string) =>
    (
      await env.DB.prepare(
        "SELECT symbol FROM season_companies WHERE ledger_id = ? AND NOT is_active ORDER BY 1",
      )
        .bind(ledgerId)
        .all<{ symbol: string }>()
    ).results.map(({ symbol }) => symbol);

  /** Makes the sample market's list from the answers of consecutive days. */
  async function days(ledgerId: string, answers: ((all: ListedCompany[]) => ListedCompany[])[]) {
    const deps = aMarket(ledgerId);
    const source = await deps.market();
    const seen: { gone: string[]; state: string; enqueued: string[] }[] = [];
    for (const [day, answer] of answers.entries()) {
      const now = new Date(at.getTime() + day * 86_400_000);
      const market: MarketData = {
        ...source,
        companies: async (exchange) => {
          const all = await source.companies(exchange, at);
          if (all.state === "missing") throw new Error();
          return { ...all, data: answer(all.data) };
        },
      };
      const ofDay: Deps = { ...deps, market: async () => market, marketNow: () => now };
      const enqueued = await untilDone(ofDay, { job: "listing" }, 2);
      const { state } = await listingState({ db, ledgerId });
      seen.push({
        gone: await gone(ledgerId),
        state,
        enqueued: [...new Set(enqueued.map(({ job }) => job))],
      });
    }
    return seen;
  }
  const all = (listed: ListedCompany[]) => listed;
  const asked = ["read-listing"];

  it("is stored once a day, and shows who is gone and who is back", async () => {
    expect(
      await days("listed", [all, (listed) => listed.filter(({ symbol }) => symbol !== "KO"), all]),
    ).toEqual([
      { gone: [], state: "ok", enqueued: asked },
      { gone: ["KO"], state: "ok", enqueued: asked },
      { gone: [], state: "ok", enqueued: asked },
    ]);
    const stored = env.DB.prepare(
      "SELECT company_name, exchange, sector, country, is_active FROM season_companies WHERE ledger_id = 'listed' AND symbol = 'AAPL'",
    );
    expect(await stored.first()).toEqual({
      company_name: "Apple Inc.",
      exchange: "Sample exchange",
      sector: "Technology",
      country: "United States",
      is_active: 1,
    });
    const again = aMarket("listed");
    again.marketNow = () => new Date(at.getTime() + 2 * 86_400_000 + 3_600_000);
    expect(await untilDone(again, { job: "listing" })).toEqual([]);
  });

  it("that broke retires nobody, is said in the state and fails no job", async () => {
    const deadLetters = () =>
      env.DB.prepare("SELECT count(*) AS n FROM dead_letters WHERE job LIKE '%listing'").first("n");
    expect(await days("broken", [all, () => [], (listed) => listed.slice(0, 10), all])).toEqual([
      { gone: [], state: "ok", enqueued: asked },
      { gone: [], state: "kept", enqueued: asked },
      { gone: [], state: "kept", enqueued: asked },
      { gone: [], state: "ok", enqueued: asked },
    ]);
    expect(await deadLetters()).toBe(0);
  });

  it("of a source that lists nobody is absent, and is asked for once a day", async () => {
    const [first] = await days("nobody", [() => []]);
    expect(first).toEqual({ gone: [], state: "absent", enqueued: asked });
    expect(await untilDone(aMarket("nobody"), { job: "listing" })).toEqual([]);
  });
});
