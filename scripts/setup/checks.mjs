import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureChromium } from "./chromium.mjs";
import { root, run } from "./install.mjs";

const reports = join(root, "test-results");

/** Runs checks one after the other and counts them. `end` prints the line that stands alone: "N passed, N failed". */
export function openChecks() {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const tally = { passed: 0, failed: 0 };
  const failures = [];
  const count = (name, passed, failed, startedAt, titles = []) => {
    tally.passed += passed;
    tally.failed += failed;
    if (failed > 0)
      failures.push(
        ...(titles.length > 0 ? titles : ["it did not finish"]).map((title) => `${name}: ${title}`),
      );
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    console.log(`— ${name}: ${passed} passed, ${failed} failed (${seconds} s)\n`);
  };
  return {
    /** A check that passes or fails as a whole. */
    async single(name, command, args) {
      const startedAt = Date.now();
      const { code } = await run(command, args);
      count(name, code === 0 ? 1 : 0, code === 0 ? 0 : 1, startedAt, ["it ended with an error"]);
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
      count(
        name,
        report?.numPassedTests ?? 0,
        Math.max(failed, code === 0 ? 0 : 1),
        startedAt,
        failedTests(report),
      );
    },

    async playwright(name, args = []) {
      const startedAt = Date.now();
      const file = join(reports, `${name}.json`);
      const { code } = await run("playwright", ["test", "--reporter=line,json", ...args], {
        env: { CHROMIUM_PATH: await ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: file },
      });
      const report = read(file);
      const stats = report?.stats;
      const failed = stats?.unexpected ?? 0;
      const passed = (stats?.expected ?? 0) + (stats?.flaky ?? 0);
      count(
        name,
        passed,
        Math.max(failed, code === 0 ? 0 : 1),
        startedAt,
        (report?.suites ?? []).flatMap(failedSpecs),
      );
    },

    /** Names what failed once more: the reports above are long. */
    end() {
      for (const failure of failures) console.log(`FAILED ${failure}`);
      console.log(`${tally.passed} passed, ${tally.failed} failed`);
      process.exit(tally.failed === 0 ? 0 : 1);
    },
  };
}

/** The failed tests of a report of Vitest, each with the first line of what it says. */
function failedTests(report) {
  return (report?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter(({ status }) => status === "failed");
    if (failed.length === 0 && message) return [`${file}: ${firstLine(message)}`];
    return failed.map(
      ({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLine(failureMessages[0])}`,
    );
  });
}

/** The failed tests of a suite of Playwright's report and of the suites in it. */
function failedSpecs(suite) {
  const own = (suite.specs ?? [])
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error;
      return `${file}: ${title} (${tests[0]?.projectName}): ${firstLine(error?.message)}`;
    });
  return [...own, ...(suite.suites ?? []).flatMap(failedSpecs)];
}

const firstLine = (text) => stripVTControlCharacters(text ?? "").split("\n", 1)[0];

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
