import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { freePort } from "../../instance.ts";

const script = `export default {
  async fetch(request, env) {
    return Response.json(await env.DB.prepare("SELECT id, name FROM people WHERE id = ?").bind(1).first());
  },
};`;

/** The simulator's file router handles every request first, so the bare Worker has the same static files. */
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
  await database.exec("INSERT INTO people (id, name) VALUES (1, 'Ada')");
  return { url: `http://127.0.0.1:${port}`, stop: () => bare.dispose() };
}
