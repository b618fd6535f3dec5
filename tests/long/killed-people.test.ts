import { globSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Instance, startInstance } from "../../scripts/instance.ts";
import { type Answer, anEmail, Outsider, PASSWORD } from "../attack/support/outsider.ts";

/** Before the first write, during the writes, and about when the answer is sent. */
const KILLED_AFTER_MS = [4, 15, 40];

let server: Instance;

beforeAll(async () => {
  server = await startInstance("killed-people");
});
afterAll(() => server.kill());

/** Kills the server this long after the calls began and starts it again. */
async function killedDuring(ms: number, ...calls: (() => Promise<unknown>)[]): Promise<void> {
  const running = calls.map((call) => call().catch(() => null));
  await new Promise((resolve) => setTimeout(resolve, ms));
  await server.kill();
  await Promise.all(running);
  await server.start();
}

/**
 * Repeats the call while it answers 409, which asks the person to wait a moment: the killed process left a write
 * at the provider unfinished.
 */
async function onceFree(call: () => Promise<Answer>): Promise<Answer> {
  let answer = await call();
  for (let tries = 0; answer.status === 409 && tries < 10; tries++) {
    expect(answer.body.message).toBe("This change is already being made. Please wait a moment.");
    await new Promise((resolve) => setTimeout(resolve, 1000));
    answer = await call();
  }
  return answer;
}

/** Creates a guest who has paid and has an account. */
async function aSubscriber(): Promise<{ person: Outsider; email: string; id: string }> {
  const [person, email] = [new Outsider(server.url), anEmail()];
  const checkoutId = await person.pay(await person.openCheckout("basic"), email);
  await person.call("GET", `/api/subscription/checkout-success/${checkoutId}`);
  const made = await person.call("POST", "/api/auth/setup-password", { email, password: PASSWORD });
  person.token = String(made.body.token);
  expect((await person.analyze("KO")).status).toBe(200);
  return { person, email, id: String((await person.profile()).id) };
}

it("a process killed while people pay and leave takes no money twice, loses no payment, and leaves nothing of who left", async () => {
  const left: { email: string; id: string }[] = [];
  const payers: string[] = [];
  for (const ms of KILLED_AFTER_MS) {
    const [payer, email] = [new Outsider(server.url), anEmail()];
    const path = await payer.openCheckout("premium");
    const { person: leaver, ...account } = await aSubscriber();
    const leave = () => leaver.call("POST", "/api/account/delete", { confirmation: "DELETE" });
    await killedDuring(ms, () => payer.pay(path, email), leave);

    // A browser sends its form again.
    const checkoutId = await payer.pay(path, email);
    await payer.call("GET", `/api/subscription/checkout-success/${checkoutId}`);
    const setUp = () => payer.call("POST", "/api/auth/setup-password", { email, password: PASSWORD });
    await killedDuring(ms, setUp);
    const again = await setUp();
    const { status, body } = again.status === 200 ? again : await payer.signIn(email);
    expect([status, JSON.stringify(again.body)]).toEqual([200, expect.any(String)]);
    payer.token = String(body.token);
    expect((await payer.profile()).subscriptionTier).toBe("premium");
    payers.push(email);

    // The account exists completely or not at all, and a person who still has it deletes it again.
    expect([200, 401]).toContain((await onceFree(leave)).status);
    expect((await leaver.signIn(account.email)).status).toBe(401);
    left.push(account);
  }
  await new Outsider(server.url).jobs();
  await server.kill();

  const rows = everyRow();
  for (const { email, id } of left) {
    const traces = rows.filter(({ text }) => text.includes(email) || text.includes(id));
    expect(traces.map(({ table }) => table).filter((table) => table !== "outbox")).toEqual([]);
  }
  // What the sandbox provider has: one paid subscription per payer, and none that continues for a person who left.
  const customers = documentsOf<{ id: string; email: string }>(rows, "customer");
  const subscriptions = documentsOf<{ customerId: string; status: string }>(rows, "subscription");
  const invoices = documentsOf<{ customerId: string; status: string }>(rows, "invoice");
  expect(customers.map(({ email }) => email).toSorted()).toEqual(payers.toSorted());
  for (const { id } of customers) {
    const isTheirs = ({ customerId }: { customerId: string }) => customerId === id;
    expect(subscriptions.filter(isTheirs)).toMatchObject([{ status: "active" }]);
    expect(invoices.filter(isTheirs)).toMatchObject([{ status: "paid" }]);
  }
  expect(subscriptions.filter(({ status }) => status === "active")).toHaveLength(payers.length);
});

type Row = { table: string; text: string; kind: unknown; body: unknown };

/** Returns every row of the product's database as text. */
function everyRow(): Row[] {
  const files = globSync(join(server.state, "v3", "d1", "*", "*.sqlite"));
  return files.flatMap((file) => {
    const database = new DatabaseSync(file);
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    const rows = tables.flatMap(({ name }) =>
      database
        .prepare(`SELECT * FROM "${name}"`)
        .all()
        .map((row) => ({ table: String(name), text: JSON.stringify(row), kind: row.kind, body: row.body })),
    );
    database.close();
    return rows;
  });
}

function documentsOf<Document>(rows: readonly Row[], kind: string): Document[] {
  return rows
    .filter((row) => row.table === "sandbox_documents" && row.kind === kind)
    .map(({ body }) => JSON.parse(String(body)) as Document);
}
