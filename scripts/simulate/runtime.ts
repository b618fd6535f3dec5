import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { databaseOver } from "./database.mjs";

const root = join(import.meta.dirname, "..", "..");
const folder = join(root, "dist", "beatcast");
const MODEL_VERSION = /"version":"(\d{4}-\d{2}-\d{2}\.[0-9a-f]{8})"/;

const ORIGIN = "http://localhost";

export type Deployment = { settings: Record<string, string>; modelVersion: string | null };

export type Used = Record<
  "statements" | "rowsRead" | "rowsWritten" | "objectCalls" | "fileReads" | "fileWrites",
  number
>;
type Round = {
  jobs: number;
  kills: number;
  /** Errors by job: what made it leave the queue. */
  failed: Record<string, string>;
  errors: readonly string[];
  dead: number;
};

export type Runtime = {
  db: D1Database;
  files: R2Bucket;
  /** Sends a request at a moment of the simulation. */
  ask(
    at: Date,
    path: string,
    init?: { method?: string; token?: string; body?: unknown; ip?: string },
  ): Promise<Answer>;
  /** Sends the body unchanged. */
  raw(at: Date, path: string, body: string, headers: Record<string, string>): Promise<Answer>;
  round(
    at: Date,
    asked: {
      crons: readonly string[];
      jobs: readonly string[];
      /** Jobs that a cron would enqueue and that are skipped. */
      skipped: readonly string[];
      killed: readonly number[];
      away: readonly string[];
    },
  ): Promise<Round>;
  used(): Promise<Used>;
  /** Starts a new version of the Worker on the same state. */
  deploy(deployment: Deployment): Promise<void>;
  close(): Promise<void>;
};
type Answer = { status: number; text: string; location: string | null };

/**
 * Runs the built Worker in one runtime process on fresh, migrated state in TMPDIR, with a clock that the simulation
 * controls.
 */
export async function openRuntime(first: Deployment): Promise<Runtime> {
  const state = mkdtempSync(join(tmpdir(), "beatcast-simulation-"));
  const miniflare = new Miniflare(optionsOf(state, first));
  await miniflare.ready;
  const { FILES: files } = await miniflare.getBindings<{ FILES: R2Bucket }>();
  const fetchAt = (at: Date, path: string, init: Record<string, unknown> = {}) =>
    againWhereClosed(() =>
      miniflare.dispatchFetch(`${ORIGIN}${path}`, {
        ...init,
        redirect: "manual",
        headers: { ...(init.headers as object), "x-simulated-at": at.toISOString(), origin: ORIGIN },
      } as never),
    );
  const db = databaseOver(async (queries) => {
    const init = { method: "POST", body: JSON.stringify(queries) };
    const answer = await againWhereClosed(() =>
      miniflare.dispatchFetch(`${ORIGIN}/simulated/database`, init),
    );
    if (answer.status !== 200) throw new Error(await answer.text());
    return (await answer.json()) as never;
  });
  const schema = globSync("migrations/*.sql", { cwd: root }).toSorted();
  for (const file of schema)
    for (const statement of readFileSync(join(root, file), "utf8")
      .replaceAll(/^--.*$/gm, "")
      .split(";\n"))
      if (statement.trim()) await db.prepare(statement).run();
  /** A new version of the Worker counts from nothing. */
  let before: Used | null = null;
  const usedSoFar = async (): Promise<Used> => {
    const used = (await (await fetchAt(new Date(), "/simulated/used")).json()) as Used;
    const sums = Object.entries(used).map(([name, n]) => [name, n + (before?.[name as keyof Used] ?? 0)]);
    return Object.fromEntries(sums) as Used;
  };
  const runtime: Runtime = {
    db,
    files,
    async ask(at, path, { method = "GET", token, body, ip = "192.0.2.1" } = {}) {
      const headers: Record<string, string> = { "cf-connecting-ip": ip };
      if (token) headers.authorization = `Bearer ${token}`;
      const isForm = body instanceof URLSearchParams;
      if (method !== "GET")
        headers["content-type"] = isForm ? "application/x-www-form-urlencoded" : "application/json";
      const sent = body === undefined ? {} : { body: isForm ? String(body) : JSON.stringify(body) };
      const answer = await fetchAt(at, path, { method, headers, ...sent });
      return { status: answer.status, text: await answer.text(), location: answer.headers.get("location") };
    },
    async raw(at, path, body, headers) {
      const answer = await fetchAt(at, path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
      });
      return { status: answer.status, text: await answer.text(), location: null };
    },
    async round(at, asked) {
      const answer = await fetchAt(at, "/simulated/round", { method: "POST", body: JSON.stringify(asked) });
      if (answer.status !== 200) throw new Error(`A round answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as Round;
    },
    async used() {
      const all = await usedSoFar();
      before = null;
      return all;
    },
    async deploy(deployment) {
      before = await usedSoFar();
      await miniflare.setOptions(optionsOf(state, deployment));
      runtime.files = (await miniflare.getBindings<{ FILES: R2Bucket }>()).FILES;
    },
    async close() {
      await miniflare.dispose();
      rmSync(state, { recursive: true, force: true });
    },
  };
  return runtime;
}

/** The runtime closes an idle connection, and what is sent on it at that moment never arrives. */
async function againWhereClosed<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  return ask().catch((error: unknown) => {
    const { cause } = error as { cause?: { code?: string } };
    if (cause?.code === "UND_ERR_SOCKET") return ask();
    throw error;
  });
}

function optionsOf(state: string, { settings, modelVersion }: Deployment) {
  // Wrangler would otherwise print whose secrets it reads on the output, where the figures go.
  process.env.WRANGLER_LOG ??= "error";
  const { workerOptions, main } = unstable_getMiniflareWorkerOptions(join(folder, "wrangler.json"));
  const { modulesRules: _, ...options } = workerOptions;
  const moduleOf = (path: string, contents: string) => ({ type: "ESModule" as const, path, contents });
  const built = globSync("**/*.js", { cwd: folder })
    .map((name) => join(folder, name))
    .sort((a, b) => Number(b === main) - Number(a === main) || (a < b ? -1 : 1))
    .map((path) => moduleOf(path, deployed(readFileSync(path, "utf8"), modelVersion)));
  const own = (name: string) => readFileSync(join(import.meta.dirname, name), "utf8");
  return convertV4MiniflareOptions({
    log: new Log(LogLevel.NONE),
    cf: false,
    telemetry: { enabled: false },
    handleRuntimeStdio: () => undefined,
    resourcePersistencePath: join(state, "v3"),
    workers: [
      {
        ...options,
        bindings: Object.assign({}, options.bindings, settings),
        durableObjects: Object.assign({}, options.durableObjects, {
          SIMULATED_DATABASE: { className: "SimulatedDatabase", useSQLite: true },
        }),
        name: "beatcast",
        modulesRoot: folder,
        modules: [
          moduleOf(join(folder, "wrapper.js"), own("wrapper.mjs")),
          moduleOf(join(folder, "database.mjs"), own("database.mjs")),
          ...built,
        ],
      },
    ],
  } as never);
}

/** The same weights under another version, as after a refit. */
function deployed(source: string, modelVersion: string | null): string {
  const [, version] = MODEL_VERSION.exec(source) ?? [];
  return modelVersion === null || version === undefined ? source : source.replaceAll(version, modelVersion);
}
