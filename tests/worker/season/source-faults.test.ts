import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { openDatabase } from "#platform/db/client.ts";
import { readSourceFaults } from "#season/source-faults.ts";
import { readRange } from "#season/sync.ts";
import { anFmp, report } from "../../unit/market/fmp/bodies.ts";

const db = openDatabase(env.DB);
const SOURCE = "Financial Modeling Prep";
const range = { firstDay: "2025-08-21", lastDay: "2025-09-20" };
const good = report("2025-08-26", 0.5, 0.55, { revenueActual: 1_010 });
const broken = [
  good,
  { ...good, date: "2025-08-27" },
  { ...good, symbol: "TWO", epsEstimated: 0.5 },
  { ...good, symbol: "TWO", epsEstimated: 0.8 },
  { ...good, symbol: "ODD", date: "26.08.2025" },
  { ...good, symbol: "KRW", epsActual: 745 },
  "not a row",
];

function readAt(ledgerId: string, rows: unknown[], at: string) {
  const now = new Date(at);
  const { market } = anFmp({ "earnings-calendar": { body: rows } });
  return readRange({ store: { db, ledgerId }, market, marketNow: () => now }, range);
}

it("what a broken feed sent is named on the same day, each row once, beside what is usual", async () => {
  const store = { db, ledgerId: "a broken feed" };
  await readAt("a broken feed", [good, { ...good, date: "2025-08-27" }], "2025-08-27T16:00:00Z");
  for (const at of ["2025-08-30T16:00:00Z", "2025-08-31T16:00:00Z", "2025-08-31T17:00:00Z"])
    await readAt("a broken feed", broken, at);
  const faults = await readSourceFaults(store, new Date("2025-08-31T18:00:00Z"));
  const listed = (reason: string, rows: number, ...examples: { symbol: string; day: string }[]) => ({
    ...{ source: SOURCE, reason, rows, usualRows: 0, examples },
  });
  expect(faults).toHaveLength(4);
  expect(faults).toEqual(
    expect.arrayContaining([
      listed("unreadable", 2, { symbol: "", day: "row 2" }, { symbol: "ODD", day: "26.08.2025" }),
      listed("listed_twice", 2, { symbol: "ACME", day: "2025-08-27" }, { symbol: "TWO", day: "2025-08-26" }),
      listed("two_estimates", 1, { symbol: "TWO", day: "2025-08-26" }),
      listed("other_basis", 1, { symbol: "KRW", day: "2025-08-26" }),
    ]),
  );
});

it("a clean feed has no faults", async () => {
  await readAt("a clean feed", [good], "2025-08-31T16:00:00Z");
  expect(await readSourceFaults({ db, ledgerId: "a clean feed" }, new Date("2025-08-31T18:00:00Z"))).toEqual(
    [],
  );
});
