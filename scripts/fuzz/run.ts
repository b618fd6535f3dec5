// npm run tool -- fuzz [--seed N --requests N] sends valid, nearly valid and hostile input to every call.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { declaredOperations } from "../declared-operations.ts";
import { errorLinesIn } from "../drive.ts";
import { startInstance } from "../instance.ts";
import { type Incoming, type Outgoing, openClient } from "./client.ts";
import { addressed, learn, newPerson, type Person } from "./people.ts";
import { PEOPLE, type Planned, plannedRequests } from "./requests.ts";
import { damageOf, readState, signInDemo } from "./state.ts";

const { values } = parseArgs({
  options: { seed: { type: "string", default: "15" }, requests: { type: "string", default: "10000" } },
});
const seed = Number(values.seed);
const count = Number(values.requests);
const MAX_SHOWN = 40;

const operations = await declaredOperations();
const server = await startInstance("fuzz-state");
const client = openClient(server.url);
const startedAt = Date.now();
console.log(`fuzz: ${operations.length} calls, ${count} requests, seed ${seed}, at ${server.url}`);

const demoToken = await signInDemo(server.url);
const bystanders = await Promise.all([newPerson(client), newPerson(client)]);
const people = await Promise.all(Array.from({ length: PEOPLE }, () => newPerson(client)));
const everybody: Person[] = [...people];
console.log(`fuzz: ready after ${Math.round((Date.now() - startedAt) / 1000)} s`);
const before = await readState(server.url, demoToken, bystanders);

const findings = new Map<string, { n: number; example: string }>();
const statuses = new Map<number, number>();
const waiting = plannedRequests(operations, seed, count).entries();
await Promise.all(Array.from({ length: client.connections }, work));

const after = await readState(server.url, demoToken, bystanders);
const damage = await damageOf(server.url, before, after, everybody);
const unexpected = errorLinesIn(server.log());
await server.kill();
client.close();
writeFileSync("test-results/fuzz.log", server.log());

const shown = [...statuses].toSorted(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
console.log(
  `fuzz: answers ${shown.join(", ")} in ${Math.round((Date.now() - startedAt) / 1000)} s, ${everybody.length} people`,
);
for (const [what, { n, example }] of [...findings].slice(0, MAX_SHOWN))
  console.log(`  ${n} × ${what}\n      ${example}`);
for (const line of damage) console.log(`  state: ${line}`);
for (const line of unexpected.slice(0, MAX_SHOWN)) console.log(`  log: ${line.slice(0, 600)}`);
const failed = [...findings.values()].reduce((sum, { n }) => sum + n, 0) + damage.length + unexpected.length;
const answered = [...statuses.values()].reduce((sum, n) => sum + n, 0);
console.log(`fuzz: ${answered} requests answered, ${failed} findings`);
process.exit(failed === 0 && answered === count ? 0 : 1);

async function work(): Promise<void> {
  for (const [, planned] of waiting) await sendOne(planned);
}

async function sendOne(planned: Planned): Promise<void> {
  const person = people[planned.person];
  const bystander = bystanders[planned.network % bystanders.length];
  if (!person || !bystander) return;
  const outgoing = addressed(planned, person, bystander, server.url);
  const answer = await client.send(outgoing);
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  const wrong = wrongWith(outgoing, answer);
  if (wrong) note(`${wrong} ${planned.method} ${planned.path.slice(0, 80)}`, outgoing);
  learn(person, answer);
  const isTokenDead =
    answer.status === 401 && planned.proof === "token" && !("authorization" in planned.headers);
  // When a session or an account has ended, a new person takes its place.
  if (isTokenDead && people[planned.person] === person && !(await isSignedIn(person))) {
    const successor = await newPerson(client);
    if (people[planned.person] === person) people[planned.person] = successor;
    everybody.push(successor);
  }
}

function wrongWith({ path, method }: Outgoing, { status, headers, text, fault }: Incoming): string | null {
  if (fault) return `connection: ${fault},`;
  if (status >= 500) return `status ${status},`;
  if (/SQLITE|D1_ERROR|\bat \w+ \(|file:\/\/\//.test(text)) return "an answer with our inner workings,";
  if (!path.startsWith("/api/") || method === "HEAD" || status < 400) return null;
  const type = /^\/api\/v1(\/|\?|$)/.test(path) ? /^application\/problem\+json/ : /^application\/json/;
  const isError = type.test(headers["content-type"] ?? "") && /"code":"\w+"/.test(text);
  return isError ? null : `an error of another shape (${status}),`;
}

function note(what: string, { path, headers, body }: Outgoing): void {
  const example = `${path.slice(0, 120)} ${JSON.stringify(headers).slice(0, 300)} ${body?.toString("utf8").slice(0, 300) ?? ""}`;
  const known = findings.get(what);
  findings.set(what, { n: (known?.n ?? 0) + 1, example: known?.example ?? example });
}

async function isSignedIn({ token }: Person): Promise<boolean> {
  const { status } = await client.send({
    method: "GET",
    path: "/api/auth/profile",
    headers: { authorization: `Bearer ${token}` },
    body: null,
  });
  return status === 200;
}
