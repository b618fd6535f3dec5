import type { z } from "zod";
import { dottedClass } from "#contract/symbol.ts";
import { live, malformed, refusedPart } from "../part.ts";
import type { ListedCompany, Part } from "../port.ts";
import { type FmpClient, SOURCE } from "./client.ts";
import { usTicker } from "./lists.ts";
import { listedSchema, rowsOf } from "./schemas.ts";

/** One call each: all in one answer would be near the longest that is read (4 MB). */
const EXCHANGES = ["NASDAQ", "NYSE", "AMEX"] as const;
/** More than any of them lists (NASDAQ: about 3,700 in 2026). */
const MAX_ROWS = 10_000;
const PAGE = "https://site.financialmodelingprep.com/";

/**
 * The companies of the large American exchanges, funds left out, by the screener. One refusal refuses the whole, and so does
 * a full answer, which may have left out others.
 */
export async function readListing(client: FmpClient, now: Date): Promise<Part<ListedCompany[]>> {
  const companies: ListedCompany[] = [];
  for (const exchange of EXCHANGES) {
    const query = { exchange, isEtf: "false", isFund: "false", isActivelyTrading: "true" };
    const answer = await client.list("company-screener", { ...query, limit: String(MAX_ROWS) });
    if (!answer.isOk) return refusedPart(SOURCE, answer);
    const rows = rowsOf(listedSchema, answer.rows);
    if (rows.length === 0 || answer.rows.length >= MAX_ROWS) return malformed(SOURCE);
    const own = rows.filter((row) => usTicker.test(row.symbol) && !row.isEtf && !row.isFund);
    companies.push(...own.map((row) => companyOf(row, exchange)));
  }
  return live(companies, SOURCE, PAGE, now);
}

function companyOf(row: z.output<typeof listedSchema>, exchange: string): ListedCompany {
  const { companyName: name, sector, industry, country, price, marketCap } = row;
  return { symbol: dottedClass(row.symbol), name, exchange, sector, industry, country, price, marketCap };
}
