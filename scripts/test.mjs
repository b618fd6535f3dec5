// npm test, which runs on the Node version that a newcomer has. The last line is "N passed, N failed".
import { openChecks } from "./setup/checks.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { staticChecks } from "./setup/static-checks.mjs";

await ensureInstalled();
const { single, vitest, playwright, end } = openChecks();

// The build serves the tests below.
const checks = staticChecks.map((check) => single(...check));
if (await single("build", "npm", ["run", "--silent", "build"])) process.env.BEATCAST_BUILT = "1";
await Promise.all(checks);
await single("budgets", "node", ["scripts/check-budgets.ts"]);
await single("deployment", "node", ["scripts/deploy.mjs", "--check"]);
// The attacks mostly wait for answers.
await Promise.all([vitest("vitest", ["unit", "shared", "worker"]), vitest("attack", ["attack"])]);
await playwright("end to end", ["--project=desktop", "--project=phone"]);
end();
