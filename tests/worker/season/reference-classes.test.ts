import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { classOf, classTraitsOf, NO_REPORTS } from "#model/reference-class.ts";
import { openDatabase } from "#platform/db/client.ts";
import { readReferenceClasses } from "#season/read-reference-classes.ts";
import { lockDayOf } from "#season/upcoming/lock-times.ts";
import { importStatements } from "../../../scripts/history/import-statements.ts";
import { classesBefore } from "../../../scripts/model/rolling-classes.ts";
import { aMarket } from "../../unit/model/market-of-companies.ts";

const db = openDatabase(env.DB);
const now = new Date("2011-06-01T12:00:00Z");

const load = async (ledgerId: string, events: ReturnType<typeof aMarket>) => {
  const { statements } = importStatements(events, { source: "market.csv", ledgerId, now });
  for (const statement of statements) await env.DB.prepare(statement).run();
  return { db, ledgerId };
};

it("the store's class of a company is the very one that an evaluation of the same reports compares with", async () => {
  const events = aMarket({ companies: 60, quarters: 12 }).map((event, i) => ({
    ...event,
    industry: event.industry === "banks" ? "insurance" : event.industry,
    // Every seventh report has a consensus of a loss.
    ...(i % 7 === 0
      ? { epsEstimate: -event.epsEstimate, epsActual: event.epsActual - 2 * event.epsEstimate }
      : {}),
  }));
  const store = await load("a market of classes", events);
  const evaluated = classesBefore(events);
  const asked = events.filter((_, i) => i % 60 === 59);
  expect(asked.length).toBeGreaterThan(10);
  for (const event of asked) {
    const { reportDate, epsEstimate: consensusEps, industry: sector } = event;
    const traits = classTraitsOf({ marketCap: null, analystCount: null, consensusEps, sector });
    const own = classOf(await readReferenceClasses(store, lockDayOf(event)), traits);
    expect(own, reportDate).toEqual(evaluated.get(event));
  }
  expect(evaluated.get(asked.at(-1) as (typeof asked)[number])?.n).toBeGreaterThan(80);
});

it("counts companies by market value, else by analysts, and no report without a consensus or of the day itself", async () => {
  const [first] = aMarket({ companies: 1, quarters: 1 });
  if (!first) throw new Error("no event");
  const named = (symbol: string, reportDate = "2010-02-01") => ({ ...first, symbol, reportDate });
  const store = await load("sizes", [
    ...["LARGE", "MEDIUM", "SMALL", "MANY", "SOME", "FEW", "NOBODY"].map((symbol) => named(symbol)),
    named("TODAY", "2010-06-01"),
    named("OLD", "2009-05-26"),
  ]);
  const set = (sql: string, ...values: unknown[]) =>
    env.DB.prepare(`${sql} AND ledger_id = 'sizes'`)
      .bind(...values)
      .run();
  for (const [symbol, value] of Object.entries({ LARGE: 12e9, MEDIUM: 2e9, SMALL: 1.9e9 }))
    await set("UPDATE season_companies SET market_cap = ?1 WHERE symbol = ?2", value, symbol);
  for (const [symbol, analysts] of Object.entries({ SMALL: 30, MANY: 15, SOME: 6, FEW: 5 }))
    await set("UPDATE season_reports SET analyst_count = ?1 WHERE symbol = ?2", analysts, symbol);
  await set("UPDATE season_companies SET sector = 'Utilities' WHERE symbol = 'LARGE'");
  const counts = await readReferenceClasses(store, "2010-06-01");
  const n = Object.fromEntries([...counts].map(([name, { n }]) => [name, n]));
  expect(n).toEqual({
    all: 7,
    profitable: 7,
    "profitable large": 2,
    "profitable medium": 2,
    "profitable small": 2,
    "profitable any Utilities": 1,
    "profitable large Utilities": 1,
    "profitable any Technology": 6,
    "profitable large Technology": 1,
    "profitable medium Technology": 2,
    "profitable small Technology": 2,
  });
  expect(await readReferenceClasses({ db, ledgerId: "empty" }, "2010-06-01")).toEqual(NO_REPORTS);
});
