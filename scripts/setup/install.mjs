import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

export const root = new URL("../..", import.meta.url).pathname;
const bin = join(root, "node_modules", ".bin");
const stampFile = join(root, "node_modules", ".beatcast-lock-hash");

/** Runs a command with the project's own tools, among them its Node, first on the PATH. */
export function run(command, args, { env = {}, capture = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: capture ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
      env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}`, ...env },
    });
    let output = "";
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve({ code: code ?? 1, signal, output }));
  });
}

/** Installs the locked packages, unless this very lock file was installed before. */
export async function ensureInstalled() {
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === lockHash()) return;
  console.log("Installing packages …");
  const { code } = await run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    env: { BEATCAST_PREPARE: "later" },
  });
  if (code !== 0) throw new Error("npm ci failed; see above.");
  markInstalled();
}

export function markInstalled() {
  writeFileSync(stampFile, lockHash());
}

const lockHash = () =>
  createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
