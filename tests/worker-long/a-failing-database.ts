import { env } from "cloudflare:test";

/** What D1 answers when its storage was moved during a query. */
export const LOST = "D1_ERROR: Network connection lost.";

/**
 * * Returns the database with `failures` failing calls from the nth on, where each statement and each batch is one
 * call. With `late`, a failing call is carried out all the same and only its answer is lost.
 */
export function aFailingDatabase(nth: number, failures: number, late = false) {
  let asked = 0;
  const natives = new WeakMap<object, D1PreparedStatement>();
  async function ask<Answer>(run: () => Promise<Answer>): Promise<Answer> {
    asked += 1;
    const isFailing = asked >= nth && asked < nth + failures;
    if (isFailing && !late) throw new Error(LOST);
    const answer = await run();
    if (isFailing) throw new Error(LOST);
    return answer;
  }
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        if (name === "bind") return (...values: unknown[]) => wrap(target.bind(...values));
        return (...values: unknown[]) => ask(() => Reflect.apply(method, target, values));
      },
    });
    natives.set(proxy, statement);
    return proxy;
  };
  const failing = <Source extends D1Database | D1DatabaseSession>(source: Source): Source =>
    new Proxy(source, {
      get(target, name) {
        if (name === "prepare") return (text: string) => wrap(target.prepare(text));
        if (name === "batch")
          return (statements: D1PreparedStatement[]) =>
            ask(() => target.batch(statements.map((one) => natives.get(one) ?? one)));
        if (name === "withSession")
          return (start?: string) => failing((target as D1Database).withSession(start));
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  return { binding: failing(env.DB), asked: () => asked };
}
