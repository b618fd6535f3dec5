// npm run tool -- attack [--url URL] attacks a running development instance, or else its own.
import { parseArgs } from "node:util";
import { ensureInstalled, run } from "./setup/install.mjs";

const { values } = parseArgs({ options: { url: { type: "string" } } });
await ensureInstalled();
const env = values.url ? { ATTACK_URL: new URL(values.url).origin } : {};
const { code } = await run("vitest", ["run", "--project", "attack"], { env });
process.exit(code);
