import type { z } from "zod";
import type { ListedCompany, Part } from "#contract/market-data.ts";
import { dottedClass } from "#contract/symbol.ts";
import { empty, live, malformed, refusedPart } from "../part.ts";
import { type FmpClient, SOURCE } from "./client.ts";
import { usTicker } from "./lists.ts";
import { listedSchema, rowsOf } from "./schemas.ts";

/** The large American ones. One call each: all in one answer would be near the longest that is read (4 MB). */
export const EXCHANGES = ["NASDAQ", "NYSE", "AMEX"] as const;
/** More than any of them lists (NASDAQ: about 3,700 in 2026). */
const MAX_ROWS = 10_000;
const PAGE = "https://site.financialmodelingprep.com/";

/** The companies of an exchange by the screener, funds left out. A full answer is refused: it may have left out others. */
export async function readListing(
  client: FmpClient,
  exchange: string,
  now: Date,
): Promise<Part<ListedCompany[]>> {
  const query = { exchange, isEtf: "false", isFund: "false", isActivelyTrading: "true" };
  const answer = await client.list("company-screener", { ...query, limit: String(MAX_ROWS) });
  if (!answer.isOk) return refusedPart(SOURCE, answer);
  if (answer.rows.length === 0) return empty(SOURCE, `no company is listed on ${exchange}`);
  const rows = rowsOf(listedSchema, answer.rows);
  if (rows.length === 0 || answer.rows.length >= MAX_ROWS) return malformed(SOURCE);
  const own = rows.filter((row) => usTicker.test(row.symbol) && !row.isEtf && !row.isFund);
  return live(
    own.map((row) => companyOf(row, exchange)),
    SOURCE,
    PAGE,
    now,
  );
}

function companyOf(row: z.output<typeof listedSchema>, exchange: string): ListedCompany {
  const { companyName: name, sector, industry, country, price, marketCap } = row;
  return { symbol: dottedClass(row.symbol), name, exchange, sector, industry, country, price, marketCap };
}
