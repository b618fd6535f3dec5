import { z } from "zod";
import type { CompanyChange } from "#contract/company-change.ts";
import type { Part } from "#contract/market-data.ts";
import { withDottedShareClass } from "#contract/symbol.ts";
import { easternDay } from "#contract/time.ts";
import type { SourceFailure } from "../fetch-source.ts";
import { emptyPart, failedPart, livePart } from "../port.ts";
import { type FmpClient, type Rows, SOURCE } from "./client.ts";
import { rowsOf, splitFactorOf, splitSchema } from "./schemas.ts";

const PAGE = "https://site.financialmodelingprep.com/";
/**
 * Rows per page of the list of delisted companies, as documented in November 2026. The newest rows come
 * first.
 */
const DELISTED_A_PAGE = 100;
const DELISTED_PAGES = 8;

const day = z
  .string()
  .max(40)
  .transform((text) => text.slice(0, 10))
  .pipe(z.iso.date());
const ticker = z.string().min(1).max(15).transform(withDottedShareClass);
const name = z.string().trim().min(1).max(200).nullable().catch(null).default(null);

/** This shape is taken from the documentation of November 2026; no real answer has been recorded. */
const renamedSchema = z.object({ date: day, oldSymbol: ticker, newSymbol: ticker, companyName: name });
const delistedSchema = z.object({ symbol: ticker, delistedDate: day });
const mergerSchema = z.object({ targetedSymbol: ticker, companyName: name });

/**
 * Returns changes of ticker and delistings since an ISO day, and splits from that day to the market clock's
 * day. A list that the plan does not include counts as empty.
 */
export async function readChanges(
  client: FmpClient,
  from: string,
  now: Date,
): Promise<Part<CompanyChange[]>> {
  const to = easternDay(now);
  const answers = await Promise.all([
    client.list("symbol-change", { limit: "1000" }),
    readDelisted(client, from),
    client.list("mergers-acquisitions-latest", { page: "0", limit: "1000" }),
    client.list("splits-calendar", { from, to }),
  ]);
  const failed = answers.find((answer) => !answer.isOk && answer.reason !== "not_in_plan");
  if (failed && !failed.isOk) return failedPart(SOURCE, failed);
  if (answers.every((answer) => !answer.isOk)) return emptyPart(SOURCE, "no list of changes is in the plan");
  const [renames = [], delistings = [], mergers = [], splits = []] = answers.map((rowsAnswer) =>
    rowsAnswer.isOk ? rowsAnswer.rows : [],
  );
  const buyers = new Map(rowsOf(mergerSchema, mergers).map((row) => [row.targetedSymbol, row.companyName]));
  const said = (on: string) => ({ day: on, source: SOURCE });
  const changes: CompanyChange[] = [
    ...rowsOf(renamedSchema, renames).map((row) => ({
      kind: "renamed" as const,
      from: row.oldSymbol,
      to: row.newSymbol,
      name: row.companyName,
      ...said(row.date),
    })),
    ...rowsOf(delistedSchema, delistings).map(({ symbol, delistedDate }) => ({
      ...{
        kind: "ended" as const,
        ticker: symbol,
        how: buyers.has(symbol) ? ("bought" as const) : ("delisted" as const),
      },
      by: buyers.get(symbol) ?? null,
      ...said(delistedDate),
    })),
    ...rowsOf(splitSchema, splits).flatMap((row) => {
      const factor = splitFactorOf(row);
      return factor === null
        ? []
        : [{ kind: "split" as const, ticker: row.symbol, factor, ...said(row.date) }];
    }),
  ];
  return livePart(
    changes.filter((change) => change.day >= from),
    SOURCE,
    PAGE,
    now,
  );
}

async function readDelisted(client: FmpClient, from: string): Promise<Rows | SourceFailure> {
  const rows: unknown[] = [];
  for (let page = 0; page < DELISTED_PAGES; page++) {
    const answer = await client.list("delisted-companies", {
      page: String(page),
      limit: String(DELISTED_A_PAGE),
    });
    if (!answer.isOk) return answer;
    rows.push(...answer.rows);
    const days = rowsOf(delistedSchema, answer.rows).map(({ delistedDate }) => delistedDate);
    if (answer.rows.length < DELISTED_A_PAGE || days.every((day) => day < from)) break;
  }
  return { isOk: true, rows };
}
