// npm run -s bench -- startup
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { median } from "./filled-instance.ts";

const STARTS = 5;
const folder = join(import.meta.dirname, "..", "..", "dist", "beatcast");

/** Imports the product, or an empty module. */
const entry = `export default {
  async fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname === "/product") await import("./index.js");
    if (pathname === "/nothing") await import("./nothing.js");
    return new Response("here");
  },
};`;

const times: number[] = [];
for (let i = 0; i < STARTS; i++) times.push(await startOnce());
console.log(
  `Start-up of the Worker: median ${median(times).toFixed(0)} ms, fastest ${Math.min(...times).toFixed(0)} ms of ${times.map((time) => time.toFixed(0)).join(", ")}`,
);

/** Returns milliseconds minus those of an empty import. */
async function startOnce(): Promise<number> {
  const { compatibility_date, compatibility_flags } = JSON.parse(
    readFileSync(join(folder, "wrangler.json"), "utf8"),
  ) as { compatibility_date: string; compatibility_flags: string[] };
  const built = globSync("**/*.js", { cwd: folder }).map((name) =>
    moduleOf(name, readFileSync(join(folder, name), "utf8")),
  );
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      host: "127.0.0.1",
      port: 0,
      cf: false,
      telemetry: { enabled: false },
      workers: [
        {
          name: "startup",
          modulesRoot: folder,
          modules: [moduleOf("entry.js", entry), moduleOf("nothing.js", "export default 0;"), ...built],
          compatibilityDate: compatibility_date,
          compatibilityFlags: compatibility_flags,
        },
      ],
    }),
  );
  const url = await runtime.ready;
  const timeOf = async (path: string) => {
    const startedAt = performance.now();
    const answer = await (await fetch(new URL(path, url))).text();
    if (answer !== "here") throw new Error(`The Worker does not start: ${answer}`);
    return performance.now() - startedAt;
  };
  try {
    await timeOf("/");
    const nothing = await timeOf("/nothing");
    return (await timeOf("/product")) - nothing;
  } finally {
    await runtime.dispose();
  }
}

function moduleOf(name: string, contents: string) {
  return { type: "ESModule" as const, path: join(folder, name), contents };
}
