// npm run check runs lint, types and unit tests in parallel.
import { run } from "./setup/install.mjs";
import { staticChecks } from "./setup/static-checks.mjs";

const checks = [
  ...staticChecks,
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
