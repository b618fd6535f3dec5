import { env } from "cloudflare:test";
import { beforeAll, expect, it } from "vitest";
import type { Part, PriceAverages } from "#contract/market-data.ts";
import { openDatabase } from "#platform/db/client.ts";
import { refreshTrends } from "#season/trends.ts";
import { storeCompanyIds } from "#season/witness/company-ids.ts";

const COMPANIES = 500;
const LISTED_BY_SEC = 1_500;
/**
 * This allows for a row, its index, the given list and the results. Reading a list for each company would take
 * hundreds.
 */
const MOST_READS_A_ROW = 6;
const symbolOf = (n: number) =>
  [676, 26, 1].map((place) => String.fromCharCode(65 + (Math.floor(n / place) % 26))).join("");
const now = new Date("2026-11-24T15:00:00Z");

let rowsRead = 0;
/** Counts the rows read by statements that return nothing. */
function counting(statement: D1PreparedStatement): D1PreparedStatement {
  return new Proxy(statement, {
    get(target, name) {
      if (name === "bind") return (...values: unknown[]) => counting(target.bind(...values));
      if (name !== "run") return Reflect.get(target, name).bind(target);
      return async () => {
        const answer = await target.run();
        rowsRead += answer.meta.rows_read;
        return answer;
      };
    },
  });
}
const database = new Proxy(env.DB, {
  get: (target, name) =>
    name === "prepare" ? (query: string) => counting(target.prepare(query)) : Reflect.get(target, name),
});
const store = { db: openDatabase(database), ledgerId: "large" };

beforeAll(async () => {
  const symbols = JSON.stringify(Array.from({ length: COMPANIES }, (_, n) => symbolOf(n)));
  await env.DB.prepare(
    `INSERT INTO season_companies (ledger_id, symbol, is_active, updated_at)
     SELECT 'large', value, 1, 0 FROM json_each(?)`,
  )
    .bind(symbols)
    .run();
});

it("stores the trends of all companies without reading the list again for each", async () => {
  const data = Array.from({ length: COMPANIES }, (_, n): PriceAverages => {
    return { symbol: symbolOf(n), price: 100 + n, average50: 100, average200: 100 };
  });
  const prices: Part<PriceAverages[]> = {
    state: "live",
    data,
    source: "A source",
    url: null,
    asOf: now.toISOString(),
  };
  rowsRead = 0;
  expect(await refreshTrends({ store, market: { averages: async () => prices }, now })).toBe(COMPANIES);
  expect(rowsRead).toBeLessThan(MOST_READS_A_ROW * COMPANIES);
});

it("stores the SEC's numbers likewise", async () => {
  const ids = new Map(Array.from({ length: LISTED_BY_SEC }, (_, n) => [symbolOf(n), String(n)]));
  rowsRead = 0;
  await storeCompanyIds({ ...store, filings: { companyIds: async () => ids } as never });
  expect(rowsRead).toBeLessThan(MOST_READS_A_ROW * LISTED_BY_SEC);
  const numbered = env.DB.prepare("SELECT count(cik) AS n FROM season_companies WHERE ledger_id = 'large'");
  expect(await numbered.first("n")).toBe(COMPANIES);
});
