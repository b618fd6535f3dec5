// npm run check runs lint, types and unit tests in parallel.
import { run } from "./setup/install.mjs";

const types = ["worker", "page", "node"];
/**
 * Each part gets one type checker, because they share the cores. What has not changed since the last run is not
 * checked again.
 */
const tsc = (part) => [
  ...["-p", `tsconfig.${part}.json`, "--checkers", "1"],
  ...["--incremental", "--tsBuildInfoFile", `node_modules/.cache/types/${part}.tsbuildinfo`],
];
const checks = [
  ["lint", "npm", ["run", "--silent", "lint"]],
  ...types.map((part) => [`types of ${part}`, "tsc", tsc(part)]),
  ["unit tests", "vitest", ["run", "--project", "unit", "--silent=passed-only", "--reporter=dot"]],
];

const results = await Promise.all(
  checks.map(async ([name, command, args]) => {
    const startedAt = Date.now();
    const { code, output } = await run(command, args, { capture: true });
    const isPassed = code === 0;
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    console.log(`${isPassed ? "" : output}— ${name}: ${isPassed ? "passed" : "FAILED"} (${seconds} s)`);
    return isPassed;
  }),
);
process.exit(results.every(Boolean) ? 0 : 1);
