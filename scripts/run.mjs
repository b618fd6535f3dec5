// Runs npm run bench|tool -- NAME [options].
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
    "model-classes": "./model/classes-fit.ts",
    "model-fit": "./model/fit.ts",
    "model-moves": "./model/move-coverage.ts",
    "model-reactions": "./model/reactions-fit.ts",
    "model-refit": "./model/refit-command.ts",
    "model-rolling": "./model/rolling-command.ts",
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
