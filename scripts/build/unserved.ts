// Runs after `vite build`: moves the build's own files away and fails for any file that is not meant to be served.
import { globSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { strayFiles } from "./served.ts";

const dist = new URL("../../dist", import.meta.url).pathname;
const client = join(dist, "client");

/** The maps are uploaded with the Worker. */
moveAway("**/*.map", "page-maps");
/** For scripts/check-budgets.ts. */
moveAway(".vite/manifest.json", "page-manifest");
rmSync(join(client, ".vite"), { recursive: true, force: true });

const stray = strayFiles(client);
if (stray.length > 0)
  throw new Error(`Would be served, and scripts/build/served.ts does not name it: ${stray.join(", ")}`);

function moveAway(pattern: string, folder: string): void {
  rmSync(join(dist, folder), { recursive: true, force: true });
  for (const file of globSync(pattern, { cwd: client })) {
    mkdirSync(dirname(join(dist, folder, file)), { recursive: true });
    renameSync(join(client, file), join(dist, folder, file));
  }
}
