import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const files = globSync("worker/platform/schema/*.ts", { cwd: root });
const modules = await Promise.all(files.map((file) => import(join(root, file)) as Promise<object>));

/** Tables that name a person, by the name of their export. */
const personal = modules
  .flatMap((module) => Object.entries(module))
  .filter((entry): entry is [string, SQLiteTable] => is(entry[1], SQLiteTable))
  .filter(([, table]) => getTableConfig(table).columns.some(({ name }) => name === "user_id"));

describe.each(personal)("the table of %s", (name, table) => {
  it("falls with the person's account", () => {
    const key = getTableConfig(table).foreignKeys.find(
      (one) => getTableName(one.reference().foreignTable) === "users",
    );
    // A customer outlives the row at the payment provider's wish; worker/billing/privacy/delete-billing-data.ts deletes it before.
    expect(key?.onDelete).toBe(name === "customers" ? "set null" : "cascade");
  });

  it("stands in the person's export", () => {
    const source = readFileSync(join(root, "worker/accounts/privacy/stored-data.ts"), "utf8");
    expect(source).toMatch(new RegExp(`\\.(from|innerJoin|leftJoin|\\$count)\\(${name}\\b`));
  });
});
