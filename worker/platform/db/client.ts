import { getTableColumns, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { SQLiteAsyncDialect, type SQLiteTable } from "drizzle-orm/sqlite-core";

export type Database = DrizzleD1Database & { $client: D1Database };

/** Returns drizzle without a schema, because drizzle would process the whole schema again for each request. */
export function openDatabase(binding: D1Database): Database {
  return drizzle(binding);
}

const dialect = new SQLiteAsyncDialect();

/** Runs SQL statements in one transaction. Drizzle's own batch accepts only statements from its query builder. */
export async function runAsTransaction(db: Database, statements: readonly SQL[]): Promise<void> {
  await db.$client.batch(
    statements.map((statement) => {
      const { sql: text, params } = dialect.sqlToQuery(statement);
      return db.$client.prepare(text).bind(...params);
    }),
  );
}

/**
 * Returns SQL that selects the given rows from one bound JSON text, because D1 allows only a hundred
 * parameters. `where` may exclude rows and refers to their columns as `given.column_name`.
 */
export function valuesAsTable<Table extends SQLiteTable>(
  table: Table,
  rows: readonly Table["$inferInsert"][],
  where: SQL = sql`true`,
): SQL {
  const columns = Object.entries(getTableColumns(table));
  const values = rows.map((row) =>
    columns.map(([key, column]) => {
      const value: unknown = Reflect.get(row, key) ?? null;
      return value === null ? null : column.mapToDriverValue(value);
    }),
  );
  const cells = sql.join(
    columns.map(([, column], at) => sql`value ->> ${sql.raw(String(at))} AS ${sql.identifier(column.name)}`),
    sql`, `,
  );
  return sql`SELECT * FROM (SELECT ${cells} FROM json_each(${JSON.stringify(values)})) AS given WHERE ${where}`;
}

/**
 * Matches rows whose column has one of the values, which are one bound JSON text, because D1 allows only a hundred
 * parameters. SQLite looks each value up in an index on the column.
 */
export function isAmong(column: SQLWrapper, values: Iterable<string>): SQL {
  return sql`${column} IN (SELECT value FROM json_each(${JSON.stringify([...new Set(values)])}))`;
}

export function excluded(column: { name: string }): SQL {
  return sql`excluded.${sql.identifier(column.name)}`;
}

/** Returns what an upsert sets when the new row replaces these columns of the stored one. */
export function excludedColumns(columns: Readonly<Record<string, { name: string }>>): Record<string, SQL> {
  return Object.fromEntries(Object.entries(columns).map(([key, column]) => [key, excluded(column)]));
}
