/**
 * Replaces D1 in the simulation by SQLite in an object that is called directly. The emulated D1 uses HTTP and JSON, which takes
 * 1.2 ms per statement and half of the total time. The tests in the Workers runtime use the emulated one.
 *
 * @typedef {{ sql: string, params: readonly unknown[] }} Query
 * @typedef {{ columns: string[], rows: unknown[][], meta: object }} Answer
 */

/**
 * Returns a D1 database on top of a function that answers all its queries in one transaction.
 *
 * @param {(queries: readonly Query[]) => Promise<Answer[]>} ask
 * @returns {D1Database}
 */
export function databaseOver(ask) {
  const answered = async (queries) => {
    try {
      return await ask(queries);
    } catch (error) {
      throw new Error(`D1_ERROR: ${error.message}`, { cause: error });
    }
  };
  const resultOf = ({ columns, rows, meta }) => ({
    success: true,
    meta,
    results: rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]]))),
  });
  const one = async (query) => (await answered([query]))[0];
  const statementOf = (sql, params = []) => ({
    query: { sql, params },
    bind: (...values) => statementOf(sql, values.map(bound)),
    all: async () => resultOf(await one({ sql, params })),
    run: async () => resultOf(await one({ sql, params })),
    raw: async () => (await one({ sql, params })).rows,
    first: async (column) => {
      const [row] = resultOf(await one({ sql, params })).results;
      return column === undefined ? (row ?? null) : (row?.[column] ?? null);
    },
  });
  const queries = {
    prepare: (sql) => statementOf(sql),
    batch: async (statements) => (await answered(statements.map(({ query }) => query))).map(resultOf),
  };
  return /** @type {any} */ ({
    ...queries,
    withSession: () => ({ ...queries, getBookmark: () => "simulated" }),
  });
}

function bound(value) {
  if (value === undefined) throw new Error("D1_TYPE_ERROR: Type 'undefined' not supported");
  return typeof value === "boolean" ? Number(value) : value;
}
