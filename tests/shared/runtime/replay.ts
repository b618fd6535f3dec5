import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

const script = fileURLToPath(new URL("../../../../shared/recordings/replay.mjs", import.meta.url));

/** Starts the server of recorded answers on a free port of loopback for as long as the tests run. */
export default async function setup(project: TestProject): Promise<(() => void) | undefined> {
  if (!existsSync(script)) {
    project.provide("replayUrl", null);
    return undefined;
  }
  const port = await freePort();
  const server = spawn(process.execPath, [script, "--port", String(port)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await listening(server);
  project.provide("replayUrl", `http://127.0.0.1:${port}`);
  return () => {
    server.kill();
  };
}

function listening(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("exit", (code) => reject(new Error(`The replay server ended with ${code}.`)));
    server.stdout?.once("data", () => resolve());
    // Its log is not needed, but must be read for it to go on.
    server.stdout?.resume();
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no free port")),
      );
    });
  });
}
