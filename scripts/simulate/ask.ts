import type { Person } from "./people.ts";
import type { Runtime } from "./runtime.ts";

export async function rows<Row>({ db }: Runtime, sql: string): Promise<Row[]> {
  return (await db.prepare(sql).all<Row>()).results;
}

export async function json<Body>(runtime: Runtime, at: Date, path: string, person?: Person): Promise<Body> {
  const who = person ? { token: person.token, ip: person.ip } : {};
  const { status, text } = await runtime.ask(at, path, who);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`);
  return JSON.parse(text) as Body;
}
