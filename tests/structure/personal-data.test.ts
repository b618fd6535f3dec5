import { globSync } from "node:fs";
import { join } from "node:path";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import { personalTables } from "#platform/personal-data/list.ts";

const root = join(import.meta.dirname, "..", "..");
const files = globSync("worker/platform/schema/*.ts", { cwd: root });
const modules = await Promise.all(files.map((file) => import(join(root, file)) as Promise<object>));
const tables = modules.flatMap((module) => Object.values(module)).filter((value) => is(value, SQLiteTable));

const names = personalTables.map(({ table }) => getTableName(table));
const declared = personalTables.map((one) => [getTableName(one.table), one] as const);

it("each table that names a person, or says something about one, is declared once", () => {
  const naming = tables.filter((table) => "userId" in getTableColumns(table)).map(getTableName);
  expect(naming.filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

describe.each(declared)("the table %s", (_, { table, data, deletion, rowsOf, export: exported }) => {
  it("goes with the account, or says why not", () => {
    const falls = getTableConfig(table).foreignKeys.some(
      (key) =>
        key.onDelete === "cascade" &&
        ["users", ...names].includes(getTableName(key.reference().foreignTable)),
    );
    expect(falls || deletion !== undefined || data.length === 0).toBe(true);
  });

  it("says where it stands in the export, or why it does not", () => {
    if (typeof exported === "string") return expect(exported.length).toBeGreaterThan(10);
    expect("userId" in getTableColumns(table) || rowsOf !== undefined).toBe(true);
    const secrets = data
      .flatMap(([, ...held]) => held as string[])
      .filter((name) => /secret$|hash$|^token|^password$|^auth$|^p256dh$/i.test(name));
    const hidden: readonly string[] = exported.is === "count" ? secrets : (exported.without ?? []);
    expect(secrets.filter((name) => !hidden.includes(name))).toEqual([]);
  });
});
