// Runs npm run bench|tool -- NAME [options], or the same without npm: node scripts/run.mjs tool NAME [options].
import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const commands = {
  bench: {
    all: "./bench/bench.ts",
    alerts: "./bench/alerts.ts",
    calendar: "./bench/calendar.ts",
    growth: "./bench/growth.ts",
    model: "./model/bench.ts",
    pages: "./bench/pages.ts",
    record: "./bench/record.ts",
    round: "./bench/round.ts",
    soak: "./bench/soak.ts",
    startup: "./bench/startup.ts",
  },
  tool: {
    attack: "./test-attack.mjs",
    backup: "./backup/backup.ts",
    budgets: "./check-budgets.ts",
    clients: "./clients/generate.ts",
    faults: "./faults/run.ts",
    fuzz: "./fuzz/run.ts",
    "history-import": "./history/import.ts",
    "ledger-key": "./ledger/key.mjs",
    markets: "./model/versus-markets.ts",
    "model-additions": "./model/additions-command.ts",
    "model-evaluate": "./model/evaluate-command.ts",
    "model-moves": "./model/move-coverage.ts",
    "model-refit": "./model/refit-command.ts",
    "model-rolling": "./model/rolling-command.ts",
    "model-terms": "./model/terms-command.ts",
    openapi: "./openapi/write.ts",
    "past-estimates": "./history/past-estimates-command.ts",
    "push-keys": "./push-keys.mjs",
    restore: "./backup/restore.ts",
    screenshots: "./screenshots/shoot.ts",
    "season-backfill": "./season/backfill.ts",
    sentiment: "./sentiment-evaluate.ts",
    "stripe-replay": "./stripe/replay.ts",
    "stripe-setup": "./stripe/setup.ts",
  },
};

const bin = fileURLToPath(new URL("../node_modules/.bin", import.meta.url));
// Tools start wrangler by its name. npm adds this folder to the path; a shell does not.
process.env.PATH = `${bin}${delimiter}${process.env.PATH ?? ""}`;
// The Node version of a newcomer may not run TypeScript, so the installed version takes over.
if (!process.features.typescript) {
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const { status, signal } = spawnSync(join(bin, "node"), args, { stdio: "inherit" });
  if (signal) console.error(`ended by ${signal}`);
  process.exit(status ?? 1);
}

const [node, , group, ...rest] = process.argv;
const isNamed = rest[0] !== undefined && !rest[0].startsWith("-");
const name = isNamed ? rest[0] : group === "bench" ? "all" : undefined;
const file = commands[group]?.[name];
if (file === undefined) {
  console.error(`npm run ${group} -- ${Object.keys(commands[group] ?? {}).join(" | ")}`);
  process.exit(1);
}
const script = new URL(file, import.meta.url);
process.argv = [node, script.pathname, ...(isNamed ? rest.slice(1) : rest)];
await import(script.href);
