import { eq, getTableColumns, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { DAY_MS } from "#contract/time.ts";
import type { Database } from "../db/client.ts";
import type { DataSubject, PersonalTable } from "./declare.ts";
import { personalTables } from "./list.ts";

const PAGE_LENGTH = 2_000;

export async function exportRows(db: Database, person: DataSubject): Promise<Record<string, unknown>> {
  const exported: Record<string, unknown> = {};
  await Promise.all(
    personalTables.map(async (declared) => {
      if (typeof declared.export === "string") return;
      const { as, is } = declared.export;
      const rows = await rowsOf(db, declared, person);
      place(exported, as.split("."), is === "count" ? rows.length : is === "one" ? (rows[0] ?? null) : rows);
    }),
  );
  return exported;
}

export function deletionStatements(db: Database, person: DataSubject): BatchItem<"sqlite">[] {
  return personalTables.flatMap(({ table, deletion }) =>
    typeof deletion === "function" ? [db.delete(table).where(deletion(person))] : [],
  );
}

export async function deleteExpired(db: Database, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const [first, ...otherDeletions] = personalTables.flatMap(({ table, expired }) =>
    expired ? [db.delete(table).where(expired(daysAgo))] : [],
  );
  if (first) await db.batch([first, ...otherDeletions]);
}

async function rowsOf(db: Database, declared: PersonalTable, person: DataSubject) {
  const fields = fieldsOf(declared);
  const rows: Record<string, unknown>[] = [];
  for (;;) {
    const page = await db
      .select(fields)
      .from(declared.table)
      .where(ownRows(declared, person))
      .orderBy(...keysOf(declared.table))
      .limit(PAGE_LENGTH)
      .offset(rows.length);
    rows.push(...page);
    if (page.length < PAGE_LENGTH) return rows;
  }
}

function ownRows({ table, rowsOf: own }: PersonalTable, person: DataSubject): SQL | undefined {
  if (own) return own(person);
  const { userId } = getTableColumns(table);
  if (!userId) throw new Error("A table without user_id must say who owns its rows.");
  return eq(userId, person.userId);
}

function fieldsOf({ table, data, export: exported }: PersonalTable): Record<string, SQLiteColumn> {
  if (typeof exported === "string") return {};
  const { names = {}, without = [] } = exported as { names?: Record<string, string>; without?: string[] };
  const columns = getTableColumns(table) as Record<string, SQLiteColumn>;
  const shown = data.flatMap(([, ...held]) => held as string[]).filter((name) => !without.includes(name));
  return Object.fromEntries(
    shown.flatMap((name) => {
      const column = columns[name];
      return column ? [[names[name] ?? name, column]] : [];
    }),
  );
}

function keysOf(table: SQLiteTable): SQLiteColumn[] {
  const { columns, primaryKeys } = getTableConfig(table);
  return primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
}

function place(target: Record<string, unknown>, [name = "", ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  target[name] ??= {};
  place(target[name] as Record<string, unknown>, rest, value);
}
