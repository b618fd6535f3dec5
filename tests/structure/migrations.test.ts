import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const folder = join(import.meta.dirname, "..", "..", "migrations");
const files = globSync("*.sql", { cwd: folder }).toSorted();

/**
 * Lists the parts of a migration that the previous version could not work with, while it still runs or after a
 * rollback.
 */
function breaks(sql: string): string[] {
  const text = sql.replace(/--[^\n]*/g, "").replace(/[`"]/g, "");
  const made = new Set(
    [...text.matchAll(/\bCREATE TABLE (?:IF NOT EXISTS )?(\w+)/gi)].map(([, name]) => name),
  );
  const statements = text.split(";").map((statement) => statement.replace(/\s+/g, " ").trim());
  return statements.flatMap((statement) => {
    const dropped = /^DROP TABLE (?:IF EXISTS )?(\w+)/i.exec(statement)?.[1];
    if (dropped) return made.has(dropped) ? [] : [`drops the table ${dropped}`];
    const [, altered = "", change = ""] = /^ALTER TABLE (\w+) (.*)/i.exec(statement) ?? [];
    if (/^RENAME TO/i.test(change)) return [`renames the table ${altered}`];
    if (/^RENAME/i.test(change)) return [`renames a column of ${altered}`];
    if (/^DROP/i.test(change)) return [`drops a column of ${altered}`];
    if (/^ADD/i.test(change) && /NOT NULL/i.test(change) && !/DEFAULT/i.test(change))
      return [`adds a column to ${altered} that old rows and old code do not give`];
    const [, indexed] = /^CREATE UNIQUE INDEX \w+ ON (\w+)/i.exec(statement) ?? [];
    if (indexed && !made.has(indexed)) return [`makes ${indexed} refuse rows by a unique index`];
    const [, triggered] = /^CREATE TRIGGER .*? ON (\w+)/i.exec(statement) ?? [];
    return triggered && !made.has(triggered) ? [`gives ${triggered} a trigger`] : [];
  });
}

describe("a migration only adds, so that the version before it runs on", () => {
  it.each(files)("%s", (file) => {
    expect(breaks(readFileSync(join(folder, file), "utf8"))).toEqual([]);
  });

  it("knows each kind of change that would break it", () => {
    const breaking = [
      "DROP TABLE `users`;",
      "ALTER TABLE users RENAME TO people;",
      "ALTER TABLE `users` RENAME COLUMN `email` TO `address`;",
      "ALTER TABLE users DROP COLUMN email;",
      "ALTER TABLE users ADD COLUMN age integer NOT NULL;",
      "CREATE UNIQUE INDEX one ON users (email);",
      "CREATE TRIGGER t BEFORE UPDATE ON users BEGIN SELECT RAISE(ABORT, 'no'); END;",
    ];
    for (const sql of breaking) expect(breaks(sql), sql).toHaveLength(1);
    const adding = [
      "CREATE TABLE pets (name text NOT NULL); CREATE UNIQUE INDEX pet ON pets (name);",
      "ALTER TABLE users ADD COLUMN age integer; ALTER TABLE users ADD age integer NOT NULL DEFAULT 0;",
      "-- DROP TABLE users;\nCREATE INDEX by_age ON users (age); DROP INDEX by_name;",
    ];
    for (const sql of adding) expect(breaks(sql), sql).toEqual([]);
  });
});
