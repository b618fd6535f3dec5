import { gzipSync } from "node:zlib";
import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { sha256 } from "#contract/ledger-format.ts";
import { withDottedShareClass } from "#contract/symbol.ts";
import type { Database } from "../db/client.ts";
import { AppError } from "../errors.ts";
import { LoggedError, logUnexpected } from "../log.ts";
import { tickerOwnershipSpans } from "../schema/listings.ts";
import { pastPredictions } from "../schema/past.ts";
import { predictions } from "../schema/predictions.ts";
import type { UserId } from "../scope.ts";
import { gunzipped, type PredictionStore } from "./evidence-file.ts";

export type ArchivedYear = typeof pastPredictions.$inferSelect;
export type ArchivedPrediction = typeof predictions.$inferSelect;

/** Returns the query for a person's archived years, newest first. It uses the primary key. */
export function archivedPredictionYearsQuery(db: Database, userId: UserId) {
  return db
    .select()
    .from(pastPredictions)
    .where(eq(pastPredictions.userId, userId))
    .orderBy(desc(pastPredictions.year));
}

/**
 * Writes the predictions of a year to a new file and returns the name for `PastYear.file`. The file is not used
 * until a database row refers to it.
 */
export async function writeArchivedYear(
  files: R2Bucket,
  { userId, year }: Pick<ArchivedYear, "userId" | "year">,
  rows: readonly ArchivedPrediction[],
): Promise<string> {
  const { name, body } = await packRows(predictions, rows);
  await files.put(keyOf(userId, `${year}-${name}`), body, {
    httpMetadata: { contentType: "application/json", contentEncoding: "gzip" },
  });
  return name;
}

type YearFile = Pick<ArchivedYear, "userId" | "year" | "file">;

/**
 * Returns the predictions of the given years, in the order of the years. The files contain the tickers at the
 * time of writing, which are replaced with current tickers. Throws `not_available` when a file is missing or
 * damaged.
 */
export async function readArchivedYears(
  { db, files }: PredictionStore,
  years: readonly YearFile[],
): Promise<ArchivedPrediction[]> {
  const read = years.map(async ({ userId, year, file }) =>
    unpackRows(predictions, await files.get(keyOf(userId, `${year}-${file}`)), file),
  );
  return underTickersOfToday(db, (await Promise.all(read)).flat());
}

async function underTickersOfToday(db: Database, rows: ArchivedPrediction[]): Promise<ArchivedPrediction[]> {
  if (rows.length === 0) return rows;
  const tickerAtPrediction = ({ symbolAtPrediction, symbol }: ArchivedPrediction) =>
    withDottedShareClass(symbolAtPrediction ?? symbol);
  const ledgers = JSON.stringify([...new Set(rows.map(({ ledgerId }) => ledgerId))]);
  const tickers = JSON.stringify([...new Set(rows.map(tickerAtPrediction))]);
  type Span = { ledger_id: string; ticker: string; symbol: string; since: number; until: number };
  const spanRows = await db.all<Span>(
    tickerOwnershipSpans(sql`l.ledger_id IN (SELECT value FROM json_each(${ledgers}))
      AND l.ticker IN (SELECT value FROM json_each(${tickers}))`),
  );
  if (spanRows.length === 0) return rows;
  const spans = Map.groupBy(spanRows, ({ ledger_id, ticker }) => `${ledger_id} ${ticker}`);
  return rows.map((row) => {
    const at = (row.asOf ?? row.createdAt).getTime();
    const span = spans
      .get(`${row.ledgerId} ${tickerAtPrediction(row)}`)
      ?.find(({ since, until }) => at >= since && at < until);
    if (!span) return row;
    const symbolThen = row.symbolAtPrediction ?? row.symbol;
    return {
      ...row,
      symbol: span.symbol,
      symbolAtPrediction: symbolThen === span.symbol ? null : symbolThen,
    };
  });
}

/**
 * Returns a person's prediction from the database or from an archived year. Returns null when the person has
 * none with this id. The file of the year in which the id was created is opened first.
 */
export async function findUserPrediction(
  { db, files }: PredictionStore,
  userId: string,
  id: string,
): Promise<ArchivedPrediction | null> {
  const [[rowInDatabase], years] = await db.batch([
    db
      .select()
      .from(predictions)
      .where(and(eq(predictions.id, id), eq(predictions.userId, userId)))
      .limit(1),
    archivedPredictionYearsQuery(db, userId),
  ]);
  if (rowInDatabase) return rowInDatabase;
  const made = new Date(Number.parseInt(id.slice("prd_".length, "prd_".length + 12), 16));
  const distance = ({ year }: ArchivedYear) => Math.abs(Number(year) - made.getUTCFullYear()) || 0;
  for (const year of years.toSorted((a, b) => distance(a) - distance(b))) {
    const prediction = (await readArchivedYears({ db, files }, [year])).find((row) => row.id === id);
    if (prediction) return prediction;
  }
  return null;
}

/**
 * Deletes all prediction files of a person. With `replaced`, deletes only the files that no row of `named`
 * refers to and that were stored before `storedBefore`.
 */
export async function deleteArchiveFiles(
  files: R2Bucket,
  userId: string,
  replaced?: { named: readonly ArchivedYear[]; storedBefore: Date },
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

/** The key begins with the owner's id, so that account deletion finds all of the person's files. */
function keyOf(userId: string, name: string): string {
  return `past-predictions/${userId}/${name}`;
}

const NAME_LENGTH = 16;

type PastFile = { columns: string[]; rows: unknown[][] };

type PackedFile = { name: string; body: Uint8Array };

/**
 * Returns the rows as a compressed file. Its name is the start of its text's SHA-256, so equal rows give the
 * same file.
 */
async function packRows<Table extends SQLiteTable>(
  table: Table,
  rows: readonly Table["$inferSelect"][],
): Promise<PackedFile> {
  const columns = Object.entries(getTableColumns(table));
  const content: PastFile = {
    columns: columns.map(([, { name }]) => name),
    rows: rows.map((row) =>
      columns.map(([key, column]) => {
        const value: unknown = Reflect.get(row, key);
        return value === null || value === undefined ? null : column.mapToDriverValue(value);
      }),
    ),
  };
  const text = JSON.stringify(content);
  return { name: (await sha256(text)).slice(0, NAME_LENGTH), body: gzipSync(text) };
}

/**
 * Returns the rows in a file. A column that the file lacks is null. Throws `not_available` when the file is
 * missing or does not match its name, so that no list silently lacks rows.
 */
async function unpackRows<Table extends SQLiteTable>(
  table: Table,
  file: R2ObjectBody | null,
  name: string,
): Promise<Table["$inferSelect"][]> {
  const text = file && gunzipped(new Uint8Array(await file.arrayBuffer()));
  if (text === null || !(await sha256(text)).startsWith(name)) throw lost(name);
  const content = JSON.parse(text) as PastFile;
  const places = Object.entries(getTableColumns(table)).map(([key, column]) => ({
    key,
    at: content.columns.indexOf(column.name),
    // Text and numbers are not converted, because thousands of rows are read while a person waits.
    read: column.dataType === "string" || column.dataType === "number" ? null : column,
  }));
  return content.rows.map((cells) => {
    const row: Record<string, unknown> = {};
    for (const { key, at, read } of places) {
      const value = cells[at] ?? null;
      row[key] = value === null || read === null ? value : read.mapFromDriverValue(value);
    }
    return row as Table["$inferSelect"];
  });
}

function lost(name: string): AppError {
  logUnexpected(new LoggedError(`The file ${name} of past rows is missing or damaged.`), { store: "past" });
  return new AppError(
    "not_available",
    "Your older predictions cannot be read: their file is missing or damaged. No list is shown without them.",
  );
}
