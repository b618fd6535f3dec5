import { fillPlaceholders, type SQL, sql } from "drizzle-orm";
import { type Database, openDatabase } from "./client.ts";

type Statement = PromiseLike<unknown> & {
  prepare(): {
    getQuery(): { sql: string; params: unknown[] };
    mapAllResult(answer: unknown, isFromBatch?: boolean): unknown;
  };
};

type Rows<Statements extends readonly Statement[]> = {
  -readonly [Key in keyof Statements]: Awaited<Statements[Key]>;
};

/** Statements are only built for this binding and never run. */
const unbound = openDatabase({ prepare: () => null } as unknown as D1Database);

/**
 * Returns a function that runs the statements that `build` returns, in one round trip, and returns the rows of each.
 * Building SQL text takes drizzle longer than everything else that a signed-in request computes, and a prepared
 * statement of drizzle's belongs to one D1 session and thus to one request. So `build` runs only once, with SQL in place
 * of the values, and the text is bound to the values and the session of each request. `values` are in the form that the
 * database stores. Worth it only for statements that most requests run.
 */
export function prepared<
  Values extends readonly (string | number)[],
  const Statements extends readonly Statement[],
>(
  build: (db: Database, ...values: { [Key in keyof Values]: SQL<Values[Key]> }) => Statements,
): (db: Database, ...values: Values) => Promise<Rows<Statements>> {
  let built: ReturnType<Statement["prepare"]>[] | undefined;
  return async ({ $client }, ...values) => {
    const places = values.map((_, at) => sql`${sql.placeholder(String(at))}`);
    built ??= build(unbound, ...(places as never)).map((statement) => statement.prepare());
    const named = Object.fromEntries(values.entries());
    const bound = built.map((statement) => {
      const { sql: text, params } = statement.getQuery();
      return $client.prepare(text).bind(...fillPlaceholders(params, named));
    });
    // A batch returns rows by column name, which loses one of two joined columns with the same name.
    const answers =
      bound.length === 1
        ? await Promise.all(bound.map((statement) => statement.raw()))
        : await $client.batch(bound);
    return built.map((statement, at) =>
      statement.mapAllResult(answers[at], bound.length > 1),
    ) as Rows<Statements>;
  };
}
