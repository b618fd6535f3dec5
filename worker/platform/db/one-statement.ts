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
type Cell = {
  group: string | null;
  key: string;
  name: string;
  decoder: DriverValueDecoder<unknown, unknown>;
};

/** A statement bound to a database and what differs from call to call, by the names of its placeholders, as it is stored. */
type Bound = (db: Database, values: Record<string, unknown>) => D1PreparedStatement;

/** A statement that is built once an isolate: building it costs as much as running it. */
export function builtOnce(build: (db: Database) => SQL): Bound {
  let built: Query | undefined;
  return (db, values) => {
    built ??= new SQLiteAsyncDialect().sqlToQuery(build(db));
    return db.$client.prepare(built.sql).bind(...fillPlaceholders(built.params, values));
  };
}

/** Several queries as one statement that is built once, since D1 bills each. A query's columns have different names. */
export function oneStatement<Asked extends Queries>(
  build: (db: Database) => Asked,
): (db: Database, values: Record<string, unknown>) => Promise<Answers<Asked>> {
  let cells: [string, Cell[]][] = [];
  const bound = builtOnce((db) => {
    const queries = build(db);
    cells = Object.entries(queries).map(([name, query]) => [name, cellsOf(query.as(name)._.selectedFields)]);
    return asOne(queries, cells);
  });
  return async (db, values) => {
    const row = await bound(db, values).first<Record<string, string>>();
    const answers = cells.map(([name, ofQuery]) => [name, rowsIn(row?.[name] ?? "[]", ofQuery)]);
    return Object.fromEntries(answers) as Answers<Asked>;
  };
}

/** Each query's rows as a list of lists of its cells. */
function asOne(queries: Queries, cells: readonly [string, Cell[]][]): SQL {
  const lists = cells.map(([name, ofQuery]) => {
    const names = ofQuery.map((cell) => sql.identifier(cell.name));
    return sql`(SELECT json_group_array(json_array(${sql.join(names, sql`, `)})) FROM (${queries[name]})) AS ${sql.identifier(name)}`;
  });
  return sql`SELECT ${sql.join(lists, sql`, `)}`;
}

/** The cells of a selection; a table or a group of columns in it stands under its key. */
function cellsOf(selection: object, group: string | null = null): Cell[] {
  return Object.entries(selection).flatMap(([key, field]): Cell[] => {
    if (is(field, Column)) return [{ group, key, name: field.name, decoder: field }];
    if (is(field, SQL.Aliased)) {
      const decoder = Reflect.get(field.sql, "decoder") as Cell["decoder"];
      return [{ group, key, name: field.fieldAlias, decoder }];
    }
    return cellsOf(is(field, Table) ? getTableColumns(field) : (field as object), key);
  });
}

function rowsIn(text: string, cells: readonly Cell[]): object[] {
  return (JSON.parse(text) as unknown[][]).map((values) => {
    const row: Record<string, unknown> = {};
    cells.forEach(({ group, key, decoder }, at) => {
      const value = values[at] ?? null;
      const target = group === null ? row : groupIn(row, group);
      target[key] = value === null ? null : decoder.mapFromDriverValue(value);
    });
    return row;
  });
}

function groupIn(row: Record<string, unknown>, group: string): Record<string, unknown> {
  row[group] ??= {};
  return row[group] as Record<string, unknown>;
}
