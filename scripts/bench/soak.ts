// npm run bench -- soak [--minutes N] [--rate N] runs half of the largest mixed load, or N requests per second. It
// fails on a failed request, a heap that grew, a miscounted call or an invalid ledger.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sampleCompaniesOf } from "#market/sample/companies.ts";
import { startFilled } from "./filled-instance.ts";
import { addAccounts } from "./load/accounts.ts";
import { isolateHeapMb } from "./load/isolate-heap.ts";
import { type Member, type MixedLoad, posted, sendNth } from "./load/mixed-load.ts";
import { runtimeMemoryMb } from "./load/runtime.ts";
import { send } from "./load/use.ts";

const ACCOUNTS = 500;
const COMPANIES = 300;
const MEMBERS = 20;
const PROBE_SECONDS = 20;
const PROBE_CONNECTIONS = 16;
/** During this share of the time, caches and tables fill. */
const WARM_UP_SHARE = 0.25;
const LEAST_SAMPLES = 4;
const MAX_GROWTH = 0.1;
const SAMPLE_MS = 10_000;

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, rate: { type: "string" } },
});
const seconds = Number(values.minutes) * 60;

let tokens: string[] = [];
const { instance } = await startFilled(
  "soak",
  (database) => {
    tokens = addAccounts(database, ACCOUNTS);
  },
  { settings: { SAMPLE_COMPANIES: String(COMPANIES), EDGE_CACHE: "on" }, hasInspector: true },
);
const { url } = instance;
const load: MixedLoad = {
  url,
  tokens,
  symbols: [...sampleCompaniesOf(COMPANIES).keys()],
  members: await signUp(),
  analyses: new Map(),
};
let next = 0;
const errors: string[] = [];
const sendNext = () => sendNth(load, next++).catch((error: unknown) => void errors.push(String(error)));

const rate = values.rate === undefined ? (await probe()) / 2 : Number(values.rate);
console.log(`soak: ${rate.toFixed(1)} requests/s for ${values.minutes} minutes`);
const { heap, memory } = await run();
const problems = [...errors.slice(0, 20), ...growthOf(heap), ...(await wrongCounts()), ...ledgerProblems()];
await instance.kill();
const listed = (samples: readonly number[]) => samples.map((mb) => mb.toFixed(0)).join(" ");
console.log(`soak: ${next} requests, ${errors.length} errors, heap of the product ${listed(heap)} MB`);
console.log(`soak: memory of the process, with the simulator's: ${listed(memory)} MB`);
for (const problem of problems) console.log(`  ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);

async function signUp(): Promise<Member[]> {
  const password = "correct horse battery";
  const members: Member[] = [];
  for (let i = 0; i < MEMBERS; i++) {
    const email = `member-${i}@example.com`;
    await send(url, posted("/api/auth/signup", { email, password, fullName: "Ada" }, i));
    members.push({ email, password });
  }
  return members;
}

/** Returns requests per second in a closed loop. */
async function probe(): Promise<number> {
  const [before, end] = [next, Date.now() + PROBE_SECONDS * 1000];
  const worker = async () => {
    while (Date.now() < end) await sendNext();
  };
  await Promise.all(Array.from({ length: PROBE_CONNECTIONS }, worker));
  const largest = (next - before) / PROBE_SECONDS;
  console.log(`soak: ${largest.toFixed(1)} requests/s at most`);
  return largest;
}

/** Sends in an open loop and returns megabytes over time. */
async function run(): Promise<{ heap: number[]; memory: number[] }> {
  const samples = { heap: [] as number[], memory: [] as number[] };
  const sample = async () => {
    samples.memory.push(runtimeMemoryMb());
    samples.heap.push(await isolateHeapMb(instance.inspectorPort));
  };
  const sampling = setInterval(
    () => void sample().catch((error: unknown) => void errors.push(String(error))),
    SAMPLE_MS,
  );
  const [first, startedAt] = [next, Date.now()];
  const open = new Set<Promise<void>>();
  while (Date.now() < startedAt + seconds * 1000) {
    const due = ((Date.now() - startedAt) / 1000) * rate;
    while (next - first < due) {
      const sent = sendNext().finally(() => open.delete(sent));
      open.add(sent);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await Promise.all(open);
  clearInterval(sampling);
  return samples;
}

/** Compares the last quarter with the first one after the warm-up. */
function growthOf(samples: readonly number[]): string[] {
  if (samples.length < LEAST_SAMPLES)
    return [`${samples.length} samples of the heap are too few to judge it`];
  const share = Math.floor(samples.length * WARM_UP_SHARE);
  const before = mean(samples.slice(share, 2 * share));
  const after = mean(samples.slice(-share));
  if (after <= before * (1 + MAX_GROWTH)) return [];
  return [`the heap grew from ${before.toFixed(0)} to ${after.toFixed(0)} MB after the warm-up`];
}

/** Compares the counts with the analyses that were answered. */
async function wrongCounts(): Promise<string[]> {
  const found: string[] = [];
  for (const [token, made] of load.analyses) {
    const headers = { authorization: `Bearer ${token}`, "cf-connecting-ip": "198.51.100.1" };
    const profile = await send(url, { method: "GET", path: "/api/auth/profile", headers });
    const { user } = JSON.parse(new TextDecoder().decode(profile)) as { user: { apiCallsUsed: number } };
    if (user.apiCallsUsed !== made) found.push(`${user.apiCallsUsed} calls counted of ${made}`);
  }
  return found.slice(0, 20);
}

function ledgerProblems(): string[] {
  const verifier = join(import.meta.dirname, "..", "..", "public", "ledger-verifier.mjs");
  try {
    console.log(execFileSync(process.execPath, [verifier, "--url", url], { encoding: "utf8" }).trim());
    return [];
  } catch (error) {
    return [`the ledger: ${String(error)}`];
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / Math.max(1, values.length);
}
