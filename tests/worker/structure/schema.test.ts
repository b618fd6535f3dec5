import { env } from "cloudflare:test";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, it } from "vitest";

const modules = import.meta.glob<Record<string, unknown>>("../../../worker/platform/schema/*.ts", {
  eager: true,
});
const tables = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter((value) => value instanceof SQLiteTable)
  .map((table) => getTableConfig(table));

it("the schema in code covers every table of the migrations", async () => {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'd1_%' AND name NOT LIKE '_cf_%'",
  ).all<{ name: string }>();
  expect(results.map(({ name }) => name).toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
});

it.each(tables.map((table) => [table.name, table] as const))(
  "the migrations make %s as the code knows it",
  async (name, table) => {
    const { results: columns } = await env.DB.prepare('SELECT name, "notnull" FROM pragma_table_info(?)')
      .bind(name)
      .all<{ name: string; notnull: number }>();
    expect(columns.map((column) => column.name).toSorted()).toEqual(
      table.columns.map((column) => column.name).toSorted(),
    );
    const required = table.columns.filter((column) => column.notNull && !column.primary);
    expect(columns.filter(({ notnull }) => notnull).map((column) => column.name)).toEqual(
      expect.arrayContaining(required.map((column) => column.name)),
    );
    const { results: indexes } = await env.DB.prepare(
      "SELECT name FROM pragma_index_list(?) WHERE origin = 'c'",
    )
      .bind(name)
      .all<{ name: string }>();
    expect(indexes.map((index) => index.name).toSorted()).toEqual(
      [
        ...table.indexes.map((index) => index.config.name),
        ...table.columns.flatMap((column) => (column.isUnique ? [column.uniqueName] : [])),
      ].toSorted(),
    );
  },
);
