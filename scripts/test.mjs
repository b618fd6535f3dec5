// npm test: everything, on the Node a newcomer has. Its last line stands alone: "N passed, N failed".
import { openChecks } from "./setup/checks.mjs";
import { ensureInstalled } from "./setup/install.mjs";

await ensureInstalled();
const { single, vitest, playwright, end } = openChecks();

await single("lint", "npm", ["run", "--silent", "lint"]);
await single("types", "npm", ["run", "--silent", "typecheck"]);
await vitest("vitest", ["unit", "shared", "worker"]);
// Built once; the servers of the tests below serve that.
if (await single("build", "npm", ["run", "--silent", "build"])) process.env.BEATCAST_BUILT = "1";
await single("budgets", "node", ["scripts/check-budgets.ts"]);
await single("deployment", "node", ["scripts/deploy.mjs", "--check"]);
await vitest("attack", ["attack"]);
await playwright("end to end", ["--project=desktop", "--project=phone"]);
end();
