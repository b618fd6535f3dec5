import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { LedgerEntry } from "#contract/ledger.ts";
import { type Instance, startInstance } from "../../scripts/instance.ts";

const symbols = ["AAPL", "MSFT", "NVDA", "AMZN", "JPM", "V", "KO", "COST", "UNH"];

let server: Instance;
let address = "";

beforeAll(async () => {
  server = await startInstance("killed-state");
  address = server.url;
});

afterAll(() => server.kill());

it("a process killed in the middle of its appends loses nothing that it answered, and doubles nothing", async () => {
  const person = await signUp();
  const answered = new Set<string>();
  for (const [round, enough] of [1, 4, 7].entries()) {
    const calls = symbols.slice(3 * round, 3 * round + 3).map(async (symbol) => {
      const analysis = await analyze(symbol, person).catch(() => null);
      if (analysis) answered.add(analysis.id);
    });
    const watch = new AbortController();
    // Kills the process as soon as the round's first entry exists, while the others are being written.
    await Promise.race([Promise.all(calls), untilEntries(enough, watch.signal)]);
    watch.abort();
    await server.kill();
    await Promise.all(calls);
    await server.start();
    const locked = (await entries()).map(({ body }) => body.id);
    expect(new Set(locked).size).toBe(locked.length);
    for (const id of answered) expect(locked).toContain(id);
  }

  // Repeats the same requests, as a client does after a lost connection, and the jobs, which lock what was left.
  for (const symbol of symbols) expect(await analyze(symbol, person)).not.toBeNull();
  await post("/api/dev/jobs", { cron: "17 * * * *" });
  const history = await get<{ total: number; items: { isLocked: boolean }[] }>("/api/predictions", person);
  expect(history.total).toBe(symbols.length);
  expect(history.items.every(({ isLocked }) => isLocked)).toBe(true);
  const { user } = await get<{ user: { apiCallsUsed: number } }>("/api/auth/profile", person);
  expect(user.apiCallsUsed).toBe(symbols.length);
  const verified = execFileSync(process.execPath, ["public/ledger-verifier.mjs", "--url", address], {
    encoding: "utf8",
  });
  expect(verified).toMatch(/^ledger valid: \d+ entries\n$/);
});

async function untilEntries(n: number, signal: AbortSignal): Promise<void> {
  const has = async () => (await entries().catch(() => [])).length >= n;
  while (!signal.aborted && !(await has())) await new Promise((resolve) => setTimeout(resolve, 2));
}

async function entries(): Promise<LedgerEntry[]> {
  return (await get<{ entries: LedgerEntry[] }>("/api/track-record/ledger")).entries;
}

async function get<Body>(path: string, token = ""): Promise<Body> {
  const answer = await fetch(address + path, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  return (await answer.json()) as Body;
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(address + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

async function signUp(): Promise<string> {
  const email = `killed.${crypto.randomUUID().slice(0, 12)}@example.com`;
  const answer = await post("/api/auth/signup", {
    email,
    password: "correct horse battery",
    fullName: "Ada",
  });
  const { token } = (await answer.json()) as { token: string };
  await expect.poll(() => confirmed(email, token)).toBe(true);
  return token;
}

/** Opens the link that confirms the address, once it has been mailed. */
async function confirmed(email: string, session: string): Promise<boolean> {
  const { mails } = await get<{ mails: { recipient: string; text: string }[] }>("/api/dev/outbox");
  const mail = mails.find(({ recipient }) => recipient === email);
  const token = /#([\w.-]+)/.exec(mail?.text ?? "")?.[1];
  const headers = { authorization: `Bearer ${session}` };
  return token !== undefined && (await post("/api/auth/confirm-email", { token }, headers)).ok;
}

/**
 * Makes one analysis under a key that names it, so that a repetition is the same analysis. Returns null when it is
 * refused.
 */
async function analyze(symbol: string, token: string): Promise<{ id: string } | null> {
  const headers = { authorization: `Bearer ${token}`, "idempotency-key": `killed-${symbol}` };
  const answer = await post(`/api/analyze/${symbol}`, {}, headers);
  return answer.ok ? ((await answer.json()) as { id: string }) : null;
}
