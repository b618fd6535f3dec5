import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";

const root = join(import.meta.dirname, "..");
const START_TIMEOUT_MS = 60_000;

const environment = {
  ...process.env,
  PATH: `${join(root, "node_modules", ".bin")}${delimiter}${process.env.PATH ?? ""}`,
  CI: "true",
  WRANGLER_SEND_METRICS: "false",
};

export type Instance = {
  url: string;
  /** 0 unless requested. */
  inspectorPort: number;
  state: string;
  log(): string;
  /** Kills the process like a crash; `start` brings it back. */
  kill(): Promise<void>;
  start(changed?: Record<string, string>): Promise<void>;
};

/**
 * Starts the built Worker on fresh state in `test-results/<name>`, and builds it first unless the caller did.
 * `fill` may write to the migrated database. `wrapper` is a module in front of the Worker. An inspector slows it
 * down.
 */
export async function startInstance(
  name: string,
  settings: Record<string, string> = {},
  fill: (state: string) => void = () => undefined,
  wrapper = "",
  hasInspector = false,
): Promise<Instance> {
  if (!process.env.BEATCAST_BUILT || !existsSync(join(root, "dist", "beatcast", "wrangler.json")))
    execFileSync("npm", ["run", "--silent", "build"], { cwd: root, env: environment, stdio: "ignore" });
  const state = join(root, "test-results", name);
  rmSync(state, { recursive: true, force: true });
  const migrate = ["d1", "migrations", "apply", "beatcast", "--local", "--persist-to", state];
  execFileSync("wrangler", migrate, { cwd: root, env: environment, stdio: "ignore" });
  fill(state);
  const port = await freePort();
  const inspectorPort = hasInspector ? await freePort() : 0;
  const url = `http://localhost:${port}`;
  const bindings = {
    APP_ENV: "development",
    MARKET_DATA: "sample",
    APP_URL: url,
    AUTH_SECRET: randomBytes(32).toString("hex"),
    ...settings,
  };
  let server: ChildProcess | undefined;
  let output = "";
  const instance: Instance = {
    url,
    inspectorPort,
    state,
    log: () => output,
    async kill() {
      if (!server?.pid || server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, "exit");
      // The runtime dies with its parent process.
      process.kill(-server.pid, "SIGKILL");
      await ended;
    },
    async start(changed = {}) {
      Object.assign(bindings, changed);
      server = spawn(process.execPath, ["scripts/serve.ts"], {
        cwd: root,
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
        env: {
          ...environment,
          PORT: String(port),
          BEATCAST_STATE: state,
          BEATCAST_SETTINGS: JSON.stringify(bindings),
          BEATCAST_WRAPPER: wrapper,
          BEATCAST_INSPECTOR_PORT: String(inspectorPort),
        },
      });
      const collect = (text: Buffer) => {
        output += text;
      };
      server.stdout?.on("data", collect);
      server.stderr?.on("data", collect);
      await untilUp(url, () => output);
    },
  };
  process.on("exit", () => void instance.kill());
  await instance.start();
  return instance;
}

async function untilUp(url: string, log: () => string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const isUp = await fetch(`${url}/api/health`).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The server did not answer within ${START_TIMEOUT_MS / 1000} s.\n${log()}`);
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const found = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof found === "object" && found ? found.port : 0;
}
