import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./install.mjs";

const folders = ["worker", "src", "public", "scripts/build", "scripts/prerender"];
const files = /^(.*\.html|(vite|uno)\.config\.ts|wrangler\.toml|package(-lock)?\.json)$/;

/** The last file that a build writes. */
const built = join(root, "dist", "bill-of-materials.json");

/** Builds unless nothing has changed. */
export async function ensureBuilt() {
  const builtAt = changedAt(built);
  const isFresh = sources().every((path) => changedAt(path) < builtAt);
  if (!isFresh) await quietly("npm", ["run", "--silent", "build"]);
}

/** Folders are included, because a removed file changes its folder's time. */
function sources() {
  const inFolders = folders.flatMap((folder) => [
    join(root, folder),
    ...readdirSync(join(root, folder), { recursive: true }).map((name) => join(root, folder, name)),
  ]);
  const beside = readdirSync(root).filter((name) => files.test(name));
  return [...inFolders, ...beside.map((name) => join(root, name))];
}

/** A stamp beside the database contains its version. */
export async function ensureMigrated(state) {
  const stampFile = join(state, "v3", "d1", "migrated");
  const wanted = migrationsHash();
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === wanted) return;
  await quietly("wrangler", ["d1", "migrations", "apply", "beatcast", "--local", "--persist-to", state]);
  writeFileSync(stampFile, wanted);
}

function migrationsHash() {
  const folder = join(root, "migrations");
  const hash = createHash("sha256");
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest("hex");
}

const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

async function quietly(command, args) {
  const { code, output } = await run(command, args, { capture: true, env: { CI: "true" } });
  if (code === 0) return;
  console.error(output);
  throw new Error(`${command} ${args.slice(0, 3).join(" ")} failed.`);
}
