import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { sha256 } from "#contract/ledger-format.ts";
import { AppError } from "../errors.ts";
import { LoggedError, logUnexpected } from "../log.ts";
import { gunzipped, gzipped } from "./evidence-file.ts";

const NAME_LENGTH = 16;

type PastFile = { columns: string[]; rows: unknown[][] };

type Packed = { name: string; body: Uint8Array };

/** Named by the start of its text's SHA-256: the same rows are the same file. */
export async function packRows<Table extends SQLiteTable>(
  table: Table,
  rows: readonly Table["$inferSelect"][],
): Promise<Packed> {
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
  return { name: (await sha256(text)).slice(0, NAME_LENGTH), body: await gzipped(text) };
}

/**
 * A missing column is null. Throws `not_available` for a missing file or another name's: no list is shown
 * with rows left out.
 */
export async function unpackRows<Table extends SQLiteTable>(
  table: Table,
  file: R2ObjectBody | null,
  name: string,
): Promise<Table["$inferSelect"][]> {
  const text = file && (await gunzipped(new Uint8Array(await file.arrayBuffer())).catch(() => null));
  if (text === null || !(await sha256(text)).startsWith(name)) throw lost(name);
  const content = JSON.parse(text) as PastFile;
  const places = Object.entries(getTableColumns(table)).map(([key, column]) => ({
    key,
    at: content.columns.indexOf(column.name),
    // Thousands of rows are read while a person waits.
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
