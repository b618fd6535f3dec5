import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { openDatabase } from "#platform/db/client.ts";
import { countMarket, readMarketCounts } from "#season/market-counts.ts";
import { readContexts } from "#season/read-context.ts";
import { readReferenceClasses } from "#season/read-reference-classes.ts";
import { importStatements } from "../../../scripts/history/import-statements.ts";
import { aMarket } from "../../unit/model/market-of-companies.ts";

const db = openDatabase(env.DB);
const store = { db, ledgerId: "counted" };
const day = "2010-06-01";
const company = { sector: "banks", family: "alphavantage" } as const;

it("stores the market's counts, which an analysis reads until the next round counts again", async () => {
  const events = aMarket({ companies: 60, quarters: 12 });
  const { statements } = importStatements(events, {
    source: "market.csv",
    ledgerId: store.ledgerId,
    now: new Date("2011-06-01T12:00:00Z"),
  });
  for (const statement of statements) await env.DB.prepare(statement).run();
  const direct = {
    classes: await readReferenceClasses(store, day),
    context: (await readContexts(store, day))(company),
  };
  expect(direct.classes.get("all")?.n).toBeGreaterThan(80);
  const counted = await readMarketCounts(store, day);
  expect(counted.classes).toEqual(direct.classes);
  expect(counted.contextOf(company)).toEqual(direct.context);

  await env.DB.prepare(
    "UPDATE season_reports SET is_beat = 0 WHERE ledger_id = 'counted' AND report_date < '2010-06-01'",
  ).run();
  const held = await readMarketCounts(store, day);
  expect(held.classes).toEqual(direct.classes);
  expect(held.contextOf(company)).toEqual(direct.context);
  await countMarket(store, day);
  const recounted = await readMarketCounts(store, day);
  expect(recounted.classes).toEqual(await readReferenceClasses(store, day));
  expect(recounted.classes.get("all")?.beats).toBe(0);
});

it("counts anew on another day, and where the stored counts cannot be read", async () => {
  expect((await readMarketCounts(store, "2010-06-02")).classes).toEqual(
    await readReferenceClasses(store, "2010-06-02"),
  );
  await env.DB.prepare("UPDATE season_counts SET counts = '{\"classes\":1}'").run();
  expect((await readMarketCounts(store, "2010-06-02")).classes).toEqual(
    await readReferenceClasses(store, "2010-06-02"),
  );
});

it("keeps a day's counts while a comparison reads an earlier day", async () => {
  const today = await countMarket(store, "2010-06-03");
  await readMarketCounts(store, "2010-05-03");
  await env.DB.prepare("UPDATE season_reports SET is_beat = 1 WHERE ledger_id = 'counted'").run();
  expect((await readMarketCounts(store, "2010-06-03")).classes).toEqual(today.classes);
});
