// npm start, which runs on the Node version that a newcomer has.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { delimiter, join, resolve } from "node:path";
import { ensureInstalled, root } from "./setup/install.mjs";
import { withReachableMarket } from "./setup/market.mjs";
import { ensureBuilt, ensureMigrated } from "./setup/product.mjs";
import { openProgress } from "./setup/progress.mjs";
import { localSettings } from "./setup/settings.mjs";

const isDev = process.argv.includes("--dev");
const port = process.env.PORT ?? "5173";
const address = `http://localhost:${port}`;
const state = resolve(root, process.env.BEATCAST_STATE ?? ".wrangler/state");
const HOUR_MS = 3_600_000;

await ensureInstalled();
await ensureFree(Number(port));
const { step, end } = openProgress();
const [{ settings, line }] = await Promise.all([
  step("looking for a market", withReachableMarket(localSettings(), fetch)),
  step("migrating", ensureMigrated(state)),
  // Tests build once for all servers.
  ...(isDev || process.env.BEATCAST_BUILT ? [] : [step("building", ensureBuilt())]),
]);

// The simulated market then has simulated questions and prices, and no venue is asked.
if (settings.MARKET_DATA === "sample") settings.PREDICTION_MARKETS ??= "polymarket";
// Links in emails from jobs lead to this address.
settings.APP_URL ??= address;
const bin = join(root, "node_modules", ".bin");
const server = spawn(join(bin, isDev ? "vite" : "node"), isDev ? [] : ["scripts/serve.ts"], {
  cwd: root,
  stdio: ["ignore", process.env.QUIET ? "ignore" : "inherit", "inherit"],
  env: {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH ?? ""}`,
    PORT: port,
    BEATCAST_STATE: state,
    // Without a network, reading it fails.
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    WRANGLER_SEND_METRICS: "false",
    // At a lower level, wrangler prints which file the secrets come from.
    WRANGLER_LOG: process.env.WRANGLER_LOG ?? "warn",
    BEATCAST_SETTINGS: JSON.stringify(settings),
  },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code) => process.exit(code ?? 0));

await step("starting", ready());
const demo = await step("making a demo account", seedDemo());
end();
setInterval(runJobs, HOUR_MS).unref();
void runJobs().then(previewNewsletter);
console.log(`\n  Beatcast is ready: ${address}`);
if (line) console.log(`  Market:            ${line}`);
if (demo) console.log(`  Demo account:      ${demo.email} / ${demo.password}`);
if (demo?.institution) {
  const { email, password, apiKey } = demo.institution;
  console.log(`  Institutional:     ${email} / ${password}`);
  if (apiKey) console.log(`  Its API key:       ${apiKey}`);
}
console.log("");

async function ensureFree(port) {
  const probe = createServer();
  try {
    await Promise.all([once(probe, "listening"), probe.listen(port, "localhost")]);
    await new Promise((closed) => probe.close(closed));
  } catch {
    console.error(`Port ${port} is in use. Stop what runs there, or choose another: PORT=5174 npm start`);
    process.exit(1);
  }
}

async function ready() {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const isUp = await fetch(`${address}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  console.error("The server did not answer within 60 s.");
  server.kill("SIGTERM");
  process.exit(1);
}

/** Works only with the simulated market. */
async function seedDemo() {
  const answer = await fetch(`${address}/api/dev/seed`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address },
    body: "{}",
  });
  if (answer.ok) return answer.json();
  if (answer.status !== 404) console.error(`Seeding the demo account failed: ${await answer.text()}`);
  return null;
}

async function previewNewsletter() {
  await fetch(`${address}/api/dev/newsletter`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address },
    body: "{}",
  }).catch(() => undefined);
}

/** Runs the jobs as the cron triggers do in production. */
async function runJobs() {
  for (const cron of ["17 * * * *", "4-54/10 * * * *"])
    await fetch(`${address}/cdn-cgi/local/scheduled?cron=${encodeURIComponent(cron)}`).catch(() => undefined);
}
