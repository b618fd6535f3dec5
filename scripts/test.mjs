// npm test: everything, on the Node a newcomer has. Its last line stands alone: "N passed, N failed".
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureChromium } from "./setup/chromium.mjs";
import { ensureInstalled, root, run } from "./setup/install.mjs";

const reports = join(root, "test-results");
const tally = { passed: 0, failed: 0 };

await ensureInstalled();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

await single("lint", "npm", ["run", "--silent", "lint"]);
await single("types", "npm", ["run", "--silent", "typecheck"]);
await vitest();
await single("build", "npm", ["run", "--silent", "build"]);
await single("budgets", "npm", ["run", "--silent", "budgets"]);
await single("deployment", "node", ["scripts/deploy.mjs", "--check"]);
await playwright();

console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed === 0 ? 0 : 1);

/** A check that passes or fails as a whole. */
async function single(name, command, args) {
  const startedAt = Date.now();
  const { code } = await run(command, args);
  count(name, code === 0 ? 1 : 0, code === 0 ? 0 : 1, startedAt);
}

async function vitest() {
  const startedAt = Date.now();
  const file = join(reports, "vitest.json");
  const { code } = await run("vitest", [
    "run",
    "--silent=passed-only",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ]);
  const report = read(file);
  const failed = report?.numFailedTests ?? 0;
  count("vitest", report?.numPassedTests ?? 0, Math.max(failed, code === 0 ? 0 : 1), startedAt);
}

async function playwright() {
  const startedAt = Date.now();
  const file = join(reports, "playwright.json");
  const { code } = await run("playwright", ["test", "--reporter=line,json"], {
    env: { CHROMIUM_PATH: await ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  });
  const stats = read(file)?.stats;
  const failed = stats?.unexpected ?? 0;
  count(
    "end to end",
    (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    Math.max(failed, code === 0 ? 0 : 1),
    startedAt,
  );
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function count(name, passed, failed, startedAt) {
  tally.passed += passed;
  tally.failed += failed;
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`— ${name}: ${passed} passed, ${failed} failed (${seconds} s)\n`);
}
