import {
  Column,
  type DriverValueDecoder,
  fillPlaceholders,
  getTableColumns,
  is,
  type Query,
  SQL,
  type SQLWrapper,
  sql,
  Table,
} from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import type { Database } from "./client.ts";

/** What Drizzle's selects have in common. */
type Select = SQLWrapper &
  PromiseLike<object[]> & { as(name: string): { _: { selectedFields: Record<string, unknown> } } };

type Queries = Record<string, Select>;

/** The rows of each query, as it would answer them alone. */
type Answers<Asked extends Queries> = { [Name in keyof Asked]: Awaited<Asked[Name]> };

/** A cell of a row: under which key of which group it is answered, its name in the query, and how it is read. */
type Cell = { group: string | null; key: string; name: string; decoder: DriverValueDecoder<unknown, unknown> };

type Compiled = Query & { cells: [string, Cell[]][] };

/**
 * Several queries as one statement of one row, each a list of lists in JSON. D1 bills and the runtime works for each
 * statement, and building one costs as much as running it: it is built once an isolate. What differs from call to call is
 * a placeholder, and is given as the database stores it. Columns must have different names within a query.
 */
export function oneStatement<Asked extends Queries>(
  build: (db: Database) => Asked,
): (db: Database, values: Record<string, unknown>) => Promise<Answers<Asked>> {
  let compiled: Compiled | undefined;
  return async (db, values) => {
    compiled ??= compile(build(db));
    const { cells } = compiled;
    const row = await db.$client
      .prepare(compiled.sql)
      .bind(...fillPlaceholders(compiled.params, values))
      .first<Record<string, string>>();
    const answers = cells.map(([name, ofQuery]) => [name, rowsIn(row?.[name] ?? "[]", ofQuery)]);
    return Object.fromEntries(answers) as Answers<Asked>;
  };
}

function compile(queries: Queries): Compiled {
  const cells = Object.entries(queries).map(([name, query]): [string, Cell[]] => [
    name,
    cellsOf(query.as(name)._.selectedFields),
  ]);
  const lists = cells.map(([name, ofQuery]) => {
    const names = ofQuery.map((cell) => sql.identifier(cell.name));
    return sql`(SELECT json_group_array(json_array(${sql.join(names, sql`, `)})) FROM (${queries[name]})) AS ${sql.identifier(name)}`;
  });
  return { ...new SQLiteAsyncDialect().sqlToQuery(sql`SELECT ${sql.join(lists, sql`, `)}`), cells };
}

/** The cells of a selection; a table or a group of columns in it stands under its key. */
function cellsOf(selection: object, group: string | null = null): Cell[] {
  return Object.entries(selection).flatMap(([key, field]): Cell[] => {
    if (is(field, Column)) return [{ group, key, name: field.name, decoder: field }];
    if (is(field, SQL.Aliased)) {
      const decoder = Reflect.get(field.sql, "decoder") as Cell["decoder"];
      return [{ group, key, name: field.fieldAlias, decoder }];
    }
    if (is(field, SQL) || group !== null) throw new Error(`${key} needs a name in its query, at the top.`);
    return cellsOf(is(field, Table) ? getTableColumns(field) : (field as object), key);
  });
}

function rowsIn(text: string, cells: readonly Cell[]): object[] {
  return (JSON.parse(text) as unknown[][]).map((values) => {
    const row: Record<string, unknown> = {};
    cells.forEach(({ group, key, decoder }, at) => {
      const value = values[at] ?? null;
      const target = group === null ? row : ((row[group] ??= {}) as Record<string, unknown>);
      target[key] = value === null ? null : decoder.mapFromDriverValue(value);
    });
    return row;
  });
}
