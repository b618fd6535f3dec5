// npm run tool -- faults runs the tests of every listed fault. Its last line is "N passed, N failed".
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { run } from "../setup/install.mjs";
import { faults } from "./list.ts";
import { endOf, filesOf, projectsOf, type Report, titlePattern } from "./results.ts";

const root = join(import.meta.dirname, "..", "..");
const reportFile = join(root, "test-results", "faults.json");

const tests = [...new Set(faults.flatMap((fault) => fault.tests))];
const build = await run("npm", ["run", "--silent", "build"], { capture: true });
if (build.code !== 0) throw new Error(build.output);
mkdirSync(join(root, "test-results"), { recursive: true });
rmSync(reportFile, { force: true });
await run(
  "vitest",
  [
    "run",
    ...filesOf(tests),
    ...projectsOf(tests).flatMap((project) => ["--project", project]),
    ...["--testNamePattern", titlePattern(tests)],
    ...["--silent", "--reporter=dot", "--reporter=json", `--outputFile.json=${reportFile}`],
  ],
  { env: { BEATCAST_BUILT: "1" } },
);
if (!existsSync(reportFile)) throw new Error("The tests left no report.");
const report = JSON.parse(readFileSync(reportFile, "utf8")) as Report;

const ends = faults.map((fault) => {
  const problems = fault.tests.flatMap((test) => endOf(test, report, (file) => relative(root, file)) ?? []);
  return { ...fault, problems };
});
console.table(
  ends.map(({ fault, done, seen, problems }) => ({
    fault,
    "what was done": done,
    "what was seen": problems.length === 0 ? seen : "see below",
    passed: problems.length === 0,
  })),
);
for (const { fault, problems } of ends)
  for (const problem of problems) console.log(`FAILED ${fault}: ${problem}`);
const failed = ends.filter(({ problems }) => problems.length > 0).length;
console.log(`${ends.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
