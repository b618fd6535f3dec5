import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { type Database, openDatabase } from "#platform/db/client.ts";

const migrations = join(import.meta.dirname, "..", "..", "..", "migrations");

/** Opens a migrated database in this process behind the part of D1 that queries use. `raw` runs plain SQL. */
export function memoryDatabase(): { db: Database; raw: DatabaseSync } {
  const raw = new DatabaseSync(":memory:", { enableForeignKeyConstraints: true });
  for (const file of readdirSync(migrations).sort())
    if (file.endsWith(".sql")) raw.exec(readFileSync(join(migrations, file), "utf8"));
  return { db: openDatabase(asD1(raw) as unknown as D1Database), raw };
}

function asD1(raw: DatabaseSync) {
  return {
    prepare: (text: string) => new Statement(raw.prepare(text), []),
    async batch(statements: readonly Statement[]) {
      raw.exec("BEGIN");
      try {
        const results = statements.map((statement) => statement.read());
        raw.exec("COMMIT");
        return results;
      } catch (error) {
        raw.exec("ROLLBACK");
        throw error;
      }
    },
  };
}

class Statement {
  readonly #statement: StatementSync;
  readonly #values: SQLInputValue[];

  constructor(statement: StatementSync, values: SQLInputValue[]) {
    this.#statement = statement;
    this.#values = values;
  }

  bind(...values: SQLInputValue[]): Statement {
    return new Statement(this.#statement, values);
  }

  read() {
    this.#statement.setReturnArrays(false);
    const results = this.#statement.all(...this.#values);
    return { success: true, results, meta: { changes: 0, rows_read: 0, rows_written: 0 } };
  }

  all = async () => this.read();
  run = async () => this.read();
  first = async () => this.read().results[0] ?? null;

  async raw() {
    this.#statement.setReturnArrays(true);
    return this.#statement.all(...this.#values);
  }
}
