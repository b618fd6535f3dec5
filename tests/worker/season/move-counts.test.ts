import { env } from "cloudflare:test";
import { beforeAll, expect, it } from "vitest";
import { addIsoDays } from "#contract/time.ts";
import { openDatabase } from "#platform/db/client.ts";
import { countMoves, countsBefore, readMoves, refreshMoveCounts } from "#season/move-counts.ts";
import { countedDatabase } from "../counted-database.ts";

const { binding, use } = countedDatabase(env.DB);
const store = { db: openDatabase(binding), ledgerId: "moves" };
const TODAY = "2026-11-20";
const COMPANIES = 150;
const QUARTERS = 4;

/** Stores companies that each report once a quarter and move by 4% then. The first one moves by 10%. */
beforeAll(async () => {
  const symbols = JSON.stringify(Array.from({ length: COMPANIES }, (_, i) => `M${i}`));
  await env.DB.prepare(
    `INSERT INTO season_companies (ledger_id, symbol, sector, market_cap, updated_at)
     SELECT 'moves', value, 'Technology', 5e10, 0 FROM json_each(?)`,
  )
    .bind(symbols)
    .run();
  for (let i = 0; i < QUARTERS; i++) {
    const day = addIsoDays("2026-11-03", -91 * i);
    const quarter = addIsoDays("2026-09-30", -91 * i);
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO season_reports (ledger_id, symbol, fiscal_quarter_end, is_quarter_declared, report_date, is_day_known,
          is_confirmed, consensus_eps, reported_eps, is_beat, source, is_imported, first_seen_at, changed_at)
         SELECT 'moves', value, ?2, 1, ?3, 1, 1, 1, 1.1, 1, 'Test', 0, 0, 0 FROM json_each(?1)`,
      ).bind(symbols, quarter, day),
      env.DB.prepare(
        `INSERT INTO report_moves (ledger_id, symbol, fiscal_quarter_end, from_day, to_day, from_close, to_close, source, asked_at)
         SELECT 'moves', value, ?2, ?3, ?4, 100, iif(value = 'M0', 90, 104), 'Test', 0 FROM json_each(?1)`,
      ).bind(symbols, quarter, addIsoDays(day, -1), addIsoDays(day, 1)),
    ]);
  }
});

it("has no counts before they were stored, and an analysis does not count", async () => {
  expect((await readMoves(store, "M1", TODAY)).counts).toBeNull();
});

it("an analysis reads the stored counts of the newest 500 reports in one row, and the company's own moves", async () => {
  await countMoves(store, TODAY);
  const before = use.rowsRead;
  const { counts, own } = await readMoves(store, "M0", TODAY);
  expect(use.rowsRead - before).toBeLessThanOrEqual(20);
  expect(counts?.classes["large Technology"]).toMatchObject({ n: 500, to: "2026-11-04" });
  expect(own).toEqual([
    { day: "2026-11-03", percent: expect.closeTo(-10, 9) },
    { day: "2026-08-04", percent: expect.closeTo(-10, 9) },
    { day: "2026-05-05", percent: expect.closeTo(-10, 9) },
    { day: "2026-02-03", percent: expect.closeTo(-10, 9) },
  ]);
});

it("says of a past day what was known then, also when later reports are stored", async () => {
  const past = await countsBefore(store, "2026-11-03");
  expect(past?.classes["large Technology"]).toMatchObject({ n: 450, to: "2026-08-05" });
  expect((await countsBefore(store, TODAY))?.classes["large Technology"]?.n).toBe(500);
  // Of the reports until then, too few were settled.
  expect(await countsBefore(store, "2026-05-04")).toBeNull();
  expect((await readMoves(store, "M0", "2026-08-05")).own).toHaveLength(2);
});

it("counts once a day, and leaves out what cannot be a report's move", async () => {
  await env.DB.prepare(
    "UPDATE report_moves SET to_close = 300 WHERE ledger_id = 'moves' AND to_day = '2026-11-04'",
  ).run();
  await refreshMoveCounts(store, TODAY);
  expect((await readMoves(store, "M1", TODAY)).counts?.classes.all?.n).toBe(500);
  await refreshMoveCounts(store, "2026-11-21");
  expect((await readMoves(store, "M1", "2026-11-21")).counts?.classes.all?.n).toBe(450);
});

it("uses no stored counts that it cannot read, and none of a later day", async () => {
  expect((await readMoves(store, "M1", TODAY)).counts).toBeNull();
  await env.DB.prepare("UPDATE season_counts SET counts = '{}' WHERE kind = 'moves'").run();
  expect((await readMoves(store, "M1", "2026-11-21")).counts).toBeNull();
});
