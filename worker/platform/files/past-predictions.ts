import { and, desc, eq, sql } from "drizzle-orm";
import { dottedClass } from "#contract/symbol.ts";
import type { Database } from "../db/client.ts";
import { tickerSpans } from "../schema/listings.ts";
import { pastPredictions } from "../schema/past.ts";
import { predictions } from "../schema/predictions.ts";
import type { PredictionStore } from "./evidence-file.ts";
import { packRows, unpackRows } from "./past-rows.ts";

export type PastYear = typeof pastPredictions.$inferSelect;
export type PastPrediction = typeof predictions.$inferSelect;

/** A person's years in files, newest first. By the primary key. */
export function pastYearsQuery(db: Database, userId: string) {
  return db
    .select()
    .from(pastPredictions)
    .where(eq(pastPredictions.userId, userId))
    .orderBy(desc(pastPredictions.year));
}

/** They come back before their reports. */
export function withOpen(years: readonly PastYear[]): PastYear[] {
  return years.filter(({ backAt }) => backAt !== null);
}

export async function readOpenPast(
  { db, files }: PredictionStore,
  userId: string,
): Promise<PastPrediction[]> {
  const years = withOpen(await pastYearsQuery(db, userId));
  return (await readPastYears({ db, files }, years)).filter(({ state }) => state === "pending");
}

/** To a file of their own; answers its name. Nothing reads it before the database names it. */
export async function writePastYear(
  files: R2Bucket,
  { userId, year }: Pick<PastYear, "userId" | "year">,
  rows: readonly PastPrediction[],
): Promise<string> {
  const { name, body } = await packRows(predictions, rows);
  await files.put(keyOf(userId, `${year}-${name}`), body, {
    httpMetadata: { contentType: "application/json", contentEncoding: "gzip" },
  });
  return name;
}

type YearFile = Pick<PastYear, "userId" | "year" | "file">;

/** In the years' order, under today's tickers: a file keeps those of its day. Throws as `unpackRows` does. */
export async function readPastYears(
  { db, files }: PredictionStore,
  years: readonly YearFile[],
): Promise<PastPrediction[]> {
  const read = years.map(async ({ userId, year, file }) =>
    unpackRows(predictions, await files.get(keyOf(userId, `${year}-${file}`)), file),
  );
  return underTickersOfToday(db, (await Promise.all(read)).flat());
}

async function underTickersOfToday(db: Database, rows: PastPrediction[]): Promise<PastPrediction[]> {
  if (rows.length === 0) return rows;
  const tickerThen = ({ symbolThen, symbol }: PastPrediction) => dottedClass(symbolThen ?? symbol);
  const ledgers = JSON.stringify([...new Set(rows.map(({ ledgerId }) => ledgerId))]);
  const tickers = JSON.stringify([...new Set(rows.map(tickerThen))]);
  type Span = { ledger_id: string; ticker: string; symbol: string; since: number; until: number };
  const found = await db.all<Span>(
    tickerSpans(sql`l.ledger_id IN (SELECT value FROM json_each(${ledgers}))
      AND l.ticker IN (SELECT value FROM json_each(${tickers}))`),
  );
  if (found.length === 0) return rows;
  const spans = Map.groupBy(found, ({ ledger_id, ticker }) => `${ledger_id} ${ticker}`);
  return rows.map((row) => {
    const at = (row.asOf ?? row.createdAt).getTime();
    const span = spans
      .get(`${row.ledgerId} ${tickerThen(row)}`)
      ?.find(({ since, until }) => at >= since && at < until);
    if (!span) return row;
    const then = row.symbolThen ?? row.symbol;
    return { ...row, symbol: span.symbol, symbolThen: then === span.symbol ? null : then };
  });
}

/** Over database and files; null for anyone else's. Its id says in which year to look first. */
export async function findOwn(
  { db, files }: PredictionStore,
  userId: string,
  id: string,
): Promise<PastPrediction | null> {
  const [[hot], years] = await db.batch([
    db
      .select()
      .from(predictions)
      .where(and(eq(predictions.id, id), eq(predictions.userId, userId)))
      .limit(1),
    pastYearsQuery(db, userId),
  ]);
  if (hot) return hot;
  const made = new Date(Number.parseInt(id.slice("prd_".length, "prd_".length + 12), 16));
  const distance = ({ year }: PastYear) => Math.abs(Number(year) - made.getUTCFullYear()) || 0;
  for (const year of years.toSorted((one, other) => distance(one) - distance(other))) {
    const found = (await readPastYears({ db, files }, [year])).find((row) => row.id === id);
    if (found) return found;
  }
  return null;
}

/** All, or those replaced and stored before a moment. */
export async function deletePastFiles(
  files: R2Bucket,
  userId: string,
  replaced?: { named: readonly PastYear[]; storedBefore: Date },
): Promise<void> {
  const named = new Set(replaced?.named.map(({ year, file }) => keyOf(userId, `${year}-${file}`)));
  let cursor: string | undefined;
  do {
    const page = await files.list({ prefix: keyOf(userId, ""), ...(cursor ? { cursor } : {}) });
    const gone = page.objects.filter(
      ({ key, uploaded }) => !replaced || (!named.has(key) && uploaded < replaced.storedBefore),
    );
    if (gone.length > 0) await files.delete(gone.map(({ key }) => key));
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
}

/** By its owner: all are found when the account goes. */
function keyOf(userId: string, name: string): string {
  return `past-predictions/${userId}/${name}`;
}
