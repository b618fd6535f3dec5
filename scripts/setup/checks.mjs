import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureChromium } from "./chromium.mjs";
import { root, run } from "./install.mjs";

const reports = join(root, "test-results");

/** So few failures may be caused by the machine, so they run again. */
const MAX_RUN_AGAIN = 3;

/** Checks run in parallel unless awaited, and print when they end. */
export function openChecks() {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const tally = { passed: 0, failed: 0 };
  const remarks = [];
  const count = (name, passed, failed, startedAt, output = "") => {
    process.stdout.write(output);
    tally.passed += passed;
    tally.failed += failed;
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    console.log(`— ${name}: ${passed} passed, ${failed} failed (${seconds} s)\n`);
  };
  const tests = async (name, runOnce) => {
    const startedAt = Date.now();
    const first = await runOnce(null);
    const isRunAgain = first.failed.length > 0 && first.failed.length <= MAX_RUN_AGAIN;
    const again = isRunAgain ? await runOnce(first.failed) : first;
    const isFailedAgain = ({ title }) => again.failed.some((one) => one.title === title);
    const recovered = isRunAgain ? first.failed.filter((one) => !isFailedAgain(one)) : [];
    for (const { title, message } of recovered)
      remarks.push(`FLAKY ${name}: ${title}: ${message}: it passed the second time`);
    for (const { title, message } of again.failed) remarks.push(`FAILED ${name}: ${title}: ${message}`);
    const failed = Math.max(again.failed.length, again.code === 0 ? 0 : 1);
    if (failed > again.failed.length) remarks.push(`FAILED ${name}: it ended with code ${again.code}`);
    const passed = first.passed + recovered.filter(({ isTest }) => isTest).length;
    count(name, passed, failed, startedAt);
  };
  return {
    async single(name, command, args) {
      const startedAt = Date.now();
      const { code, output } = await run(command, args, { capture: true });
      if (code !== 0) remarks.push(`FAILED ${name}`);
      count(name, code === 0 ? 1 : 0, code === 0 ? 0 : 1, startedAt, output);
      return code === 0;
    },

    vitest: (name, projects) => tests(name, (again) => runVitest(name, projects, again)),

    playwright: (name, args = []) => tests(name, (again) => runPlaywright(name, args, again)),

    end() {
      for (const remark of remarks) console.log(remark);
      console.log(`${tally.passed} passed, ${tally.failed} failed`);
      process.exit(tally.failed === 0 ? 0 : 1);
    },
  };
}

/** `again` lists the files of failed tests; all run again when a failure has no file. */
async function runVitest(name, projects, again) {
  const file = join(reports, `${name}.json`);
  rmSync(file, { force: true });
  const files = (again ?? []).map((test) => test.file);
  const { code } = await run(
    "vitest",
    [
      "run",
      ...(files.includes(null) ? [] : new Set(files)),
      ...projects.flatMap((project) => ["--project", project]),
      "--silent=passed-only",
      "--reporter=default",
      "--reporter=./scripts/setup/vitest-report.mjs",
    ],
    { env: { VITEST_REPORT: file } },
  );
  const report = read(file) ?? { passed: 0, failed: [] };
  const failed = report.failed.map((test) => ({ ...test, message: firstLine(test.message) }));
  return { code, passed: report.passed, failed };
}

/** With `again`, Playwright runs the failed tests that it remembers. */
async function runPlaywright(name, args, again) {
  const file = join(reports, `${name}.json`);
  rmSync(file, { force: true });
  const { code } = await run(
    "playwright",
    [
      "test",
      "--reporter=line,json",
      ...(again ? ["--last-failed", "--trace=retain-on-failure"] : []),
      ...args,
    ],
    { env: { CHROMIUM_PATH: await ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: file } },
  );
  const report = read(file);
  return {
    code,
    passed: report?.stats?.expected ?? 0,
    failed: (report?.suites ?? []).flatMap(failedSpecs),
  };
}

/** The report joins a test's runs of all projects under one spec, whose `ok` speaks of the first project alone. */
function failedSpecs({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(({ projectName, results }) => ({
        isTest: true,
        file,
        title: `${file}: ${title} (${projectName})`,
        message: firstLine(results.find(({ error }) => error)?.error.message),
      })),
  );
  return [...own, ...suites.flatMap(failedSpecs)];
}

const firstLine = (text) => stripVTControlCharacters(text ?? "").split("\n", 1)[0];

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
