import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { root, run } from "./install.mjs";

const reports = join(root, "test-results");

/** Runs checks one after the other and counts them. `end` prints the line that stands alone: "N passed, N failed". */
export function openChecks() {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const tally = { passed: 0, failed: 0 };
  const count = (name, passed, failed, startedAt) => {
    tally.passed += passed;
    tally.failed += failed;
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    console.log(`— ${name}: ${passed} passed, ${failed} failed (${seconds} s)\n`);
  };
  return {
    /** A check that passes or fails as a whole. */
    async single(name, command, args) {
      const startedAt = Date.now();
      const { code } = await run(command, args);
      count(name, code === 0 ? 1 : 0, code === 0 ? 0 : 1, startedAt);
      return code === 0;
    },

    async vitest(name, projects) {
      const startedAt = Date.now();
      const file = join(reports, `${name}.json`);
      const { code } = await run("vitest", [
        "run",
        ...projects.flatMap((project) => ["--project", project]),
        "--silent=passed-only",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${file}`,
      ]);
      const report = read(file);
      const failed = report?.numFailedTests ?? 0;
      count(name, report?.numPassedTests ?? 0, Math.max(failed, code === 0 ? 0 : 1), startedAt);
    },

    async playwright(name, args = []) {
      const startedAt = Date.now();
      const file = join(reports, `${name}.json`);
      const { code } = await run("playwright", ["test", "--reporter=line,json", ...args], {
        env: { CHROMIUM_PATH: await ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: file },
      });
      const stats = read(file)?.stats;
      const failed = stats?.unexpected ?? 0;
      const passed = (stats?.expected ?? 0) + (stats?.flaky ?? 0);
      count(name, passed, Math.max(failed, code === 0 ? 0 : 1), startedAt);
    },

    end() {
      console.log(`${tally.passed} passed, ${tally.failed} failed`);
      process.exit(tally.failed === 0 ? 0 : 1);
    },
  };
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
