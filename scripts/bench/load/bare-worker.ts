import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { freePort } from "../../instance.ts";

/** Reads one row of D1 by its key and answers it as JSON: the least that a Worker with a database does. */
const script = `export default {
  async fetch(request, env) {
    return Response.json(await env.DB.prepare("SELECT id, name FROM people WHERE id = ?").bind(1).first());
  },
};`;

/**
 * Serves the bare Worker on loopback, in the same runtime as the product and with the same static files: the simulator's router
 * of files stands before every request of a Worker that has any, and is no part of either.
 */
export async function startBareWorker(): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const built = join(import.meta.dirname, "..", "..", "..", "dist", "beatcast", "wrangler.json");
  const { workerOptions } = unstable_getMiniflareWorkerOptions(built);
  const bare = new Miniflare(
    convertV4MiniflareOptions({
      host: "127.0.0.1",
      port,
      cf: false,
      telemetry: { enabled: false },
      workers: [
        {
          name: "bare",
          modules: true,
          script,
          compatibilityDate: "2026-08-15",
          d1Databases: { DB: "bare" },
          assets: workerOptions.assets as { directory: string },
        },
      ],
    }),
  );
  await bare.ready;
  const database = await bare.getD1Database("DB");
  await database.exec("CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL)");
  await database.exec("INSERT INTO people VALUES (1, 'Ada')");
  return { url: `http://127.0.0.1:${port}`, stop: () => bare.dispose() };
}
