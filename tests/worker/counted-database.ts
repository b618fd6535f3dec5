/** What a database was asked for since it was opened. */
type DatabaseUse = {
  /** How often a caller waited for it. A batch counts once. */
  roundTrips: number;
  statements: number;
  rowsRead: number;
  rowsWritten: number;
};

const NO_USE: DatabaseUse = { roundTrips: 0, statements: 0, rowsRead: 0, rowsWritten: 0 };

/** Returns a D1 binding that counts its statements and the rows they write. Each opening has its own counts. */
export function countedDatabase(binding: D1Database): { binding: D1Database; use: DatabaseUse } {
  const use: DatabaseUse = { ...NO_USE };
  return { binding: countedBy(use, binding), use };
}

function countedBy(use: DatabaseUse, binding: D1Database | D1DatabaseSession): D1Database {
  const plain = new WeakMap<object, D1PreparedStatement>();
  const noted = <Result extends { meta: object }>(result: Result): Result => {
    use.statements += 1;
    use.rowsRead += Number(Reflect.get(result.meta, "rows_read") ?? 0);
    use.rowsWritten += Number(Reflect.get(result.meta, "rows_written") ?? 0);
    return result;
  };
  const alone = <Answer>(answer: Answer): Answer => {
    use.roundTrips += 1;
    return answer;
  };
  const counted = (query: string, statement: D1PreparedStatement): D1PreparedStatement => {
    const own = {
      bind: (...values: unknown[]) => counted(query, statement.bind(...values)),
      run: async () => noted(await alone(statement.run())),
      all: async () => noted(await alone(statement.all())),
      raw: async (...options: []) => {
        // `raw` returns no figures, so a statement that only reads runs once more for them.
        if (/^\s*(select|with)\b/i.test(query)) noted(await statement.all());
        else use.statements += 1;
        return alone(statement.raw(...options));
      },
      first: (...column: [string]) => {
        use.statements += 1;
        return alone(statement.first(...column));
      },
    } as unknown as D1PreparedStatement;
    plain.set(own, statement);
    return own;
  };
  return {
    prepare: (query: string) => counted(query, binding.prepare(query)),
    batch: async (statements: D1PreparedStatement[]) =>
      (await alone(binding.batch(statements.map((one) => plain.get(one) ?? one)))).map(noted),
    ...("withSession" in binding && {
      exec: (query: string) => binding.exec(query),
      withSession: (start?: string) => countedBy(use, binding.withSession(start)),
    }),
  } as unknown as D1Database;
}
