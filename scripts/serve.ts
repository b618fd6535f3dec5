import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";

/** Serves the build, because `vite preview` loses kept-alive connections under load. BEATCAST_SETTINGS is JSON. */
const folder = join(import.meta.dirname, "..", "dist", "beatcast");
const port = Number(process.env.PORT ?? 5173);
const inspectorPort = Number(process.env.BEATCAST_INSPECTOR_PORT ?? 0);
const state = process.env.BEATCAST_STATE ?? ".wrangler/state";

const { workerOptions, main } = unstable_getMiniflareWorkerOptions(join(folder, "wrangler.json"));
const { modulesRules: _, ...options } = workerOptions;
const settings: Record<string, string> = JSON.parse(process.env.BEATCAST_SETTINGS || "{}");

const moduleOf = (path: string, file = path) => ({
  type: "ESModule" as const,
  path,
  contents: readFileSync(file, "utf8"),
});
const built = globSync("**/*.js", { cwd: folder })
  .map((name) => join(folder, name))
  // The first module is the entry.
  .sort((a, b) => Number(b === main) - Number(a === main) || (a < b ? -1 : 1))
  .map((path) => moduleOf(path));
/** A bench's module that imports the entry. */
const wrapper = process.env.BEATCAST_WRAPPER;
const modules = wrapper ? [moduleOf(join(folder, "wrapper.js"), wrapper), ...built] : built;

const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    host: "127.0.0.1",
    port,
    ...(inspectorPort > 0 ? { inspectorPort } : {}),
    log: new Log(LogLevel.WARN),
    // Without a network, reading Cloudflare's example properties fails.
    cf: false,
    telemetry: { enabled: false },
    unsafeTriggerHandlers: true,
    resourcePersistencePath: join(state, "v3"),
    workers: [
      {
        ...options,
        bindings: Object.assign({}, options.bindings, settings),
        name: "beatcast",
        modulesRoot: folder,
        modules,
      },
    ],
  }),
);
await miniflare.ready;

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => void miniflare.dispose().finally(() => process.exit(0)));
