import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../../scripts/instance.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const script = join(root, "..", "shared", "stripe", "gate.mjs");

/** Says whether Stripe's API description exists beside the repository. */
export const hasGate = existsSync(script);

/** One request as the stand-in received it. */
export type Seen = {
  method: string;
  path: string;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  idempotencyKey?: string;
};

/** A strict stand-in for Stripe's API, which refuses every request that Stripe's own description does not allow. */
export class Gate {
  readonly requests: Seen[] = [];
  readonly address: string;
  readonly #process: ChildProcess;

  private constructor(address: string, process: ChildProcess) {
    this.address = address;
    this.#process = process;
  }

  /** Starts it on a free loopback port. */
  static async open(): Promise<Gate> {
    const port = await freePort();
    const child = spawn(process.execPath, [script, String(port)], {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const gate = new Gate(`http://127.0.0.1:${port}`, child);
    const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
    child.once("exit", (code) => reject(new Error(`The stand-in ended with ${code}.`)));
    let rest = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const told: Seen | { listening: number } = JSON.parse(line);
        if ("listening" in told) resolve();
        else gate.requests.push(told);
      }
    });
    await listening;
    return gate;
  }

  async close(): Promise<void> {
    this.#process.removeAllListeners("exit");
    this.#process.kill();
    await once(this.#process, "exit");
  }
}
