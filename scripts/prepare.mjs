// npm runs this after `npm ci`, so that `npx wrangler dev` has a build, a database and its settings. A failure here never
// fails the installation.
import { join } from "node:path";
import { markInstalled, root } from "./setup/install.mjs";
import { ensureBuilt, ensureMigrated } from "./setup/product.mjs";
import { writeDevVars } from "./setup/settings.mjs";

markInstalled();
// `npm start` and the tests do this themselves.
if (process.env.BEATCAST_PREPARE !== "later") {
  writeDevVars();
  await Promise.all([ensureBuilt(), ensureMigrated(join(root, ".wrangler", "state"))]).catch((error) =>
    console.error(`Installed, and not prepared: ${error.message} Try npm start.`),
  );
}
