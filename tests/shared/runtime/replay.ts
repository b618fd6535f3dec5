import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { freePort } from "../../../scripts/instance.ts";
import { type RecordedFiling, recordedEdgar } from "./recorded-edgar.ts";

const script = fileURLToPath(new URL("../../../../shared/recordings/replay.mjs", import.meta.url));

const releases = fileURLToPath(new URL("../../../../shared/releases/dev", import.meta.url));
const filed = ["ADBE-2024-03-14", "INTC-2024-08-01", "NKE-2024-06-27", "NVDA-2024-02-21", "PFE-2024-01-30"];

/** Starts the servers of recorded answers on free loopback ports while the tests run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stops = [await serveYahoo(project), await serveEdgar(project)];
  return async () => {
    for (const stop of stops) await stop?.();
  };
}

async function serveEdgar(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const filings = !existsSync(releases)
    ? []
    : filed.map((name, i): RecordedFiling => {
        const [symbol = ""] = name.split("-");
        const html = readFileSync(`${releases}/${name}.html`, "utf8");
        return { symbol, cik: i + 1, filed: name.slice(symbol.length + 1), html };
      });
  project.provide("filings", filings);
  project.provide("edgarUrl", null);
  if (filings.length === 0) return undefined;
  const server = recordedEdgar(filings);
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  project.provide("edgarUrl", `http://127.0.0.1:${port}`);
  return () => new Promise((resolve) => server.close(() => resolve()));
}

async function serveYahoo(project: TestProject): Promise<(() => void) | undefined> {
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
    // Nobody needs its log, but the server stops when nobody reads it.
    server.stdout?.resume();
  });
}
