// npm run test:long. The last line is "N passed, N failed".
import { availableParallelism } from "node:os";
import { openChecks } from "./setup/checks.mjs";
import { ensureInstalled } from "./setup/install.mjs";

await ensureInstalled();
const { single, vitest, playwright, end } = openChecks();

if (await single("build", "npm", ["run", "--silent", "build"])) process.env.BEATCAST_BUILT = "1";
await single("fuzz", "node", ["scripts/fuzz/run.ts"]);
// This suite compares speeds, so nothing else runs meanwhile.
await vitest("speed and use", ["bench"]);
await vitest("crashes and hostile sources", ["long"]);
await vitest("rounds of the Worker", ["worker-long"]);
// Each of these leaves cores idle.
await Promise.all([
  vitest("a thousand cases a statement", ["statements"]),
  vitest("model on real files", ["shared-model"]),
  vitest("recorded sources", ["shared-runtime"]),
]);
// One core is for the server.
const workers = Math.max(2, availableParallelism() - 1);
await playwright("other screens", ["--project=desktop-long", "--project=phone-long", `--workers=${workers}`]);
end();
