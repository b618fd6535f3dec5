import { startFilled } from "./filled-instance.ts";
import { addAccounts } from "./load/accounts.ts";
import { startBareWorker } from "./load/bare-worker.ts";
import { driveRoute } from "./load/drive.ts";
import { analysisOf, HOT_TICKER } from "./load/routes.ts";
import { send } from "./load/use.ts";

let tokens: string[] = [];
const { instance } = await startFilled(
  "scratch",
  (d: any) => {
    tokens = addAccounts(d, 128);
  },
  { settings: { EDGE_CACHE: "on" }, wrapper: process.env.W ?? "scripts/bench/load/limits-entry.mjs" },
);
await send(instance.url, analysisOf(HOT_TICKER, tokens));
for (const route of (process.env.R ?? "verify,profile,dashboard,analyzeCached").split(",") as any[]) {
  await instance.kill();
  await instance.start();
  const bare = await startBareWorker();
  const r = await driveRoute(route, {
    product: instance.url,
    bare: bare.url,
    tokens,
    turns: Number(process.env.T ?? 5),
  });
  console.log(
    route,
    r.ratio.toFixed(2),
    Math.round(r.rps),
    "bare",
    r.bare.rps,
    "cpu",
    r.cpuMs.toFixed(2),
    "err",
    r.errors,
  );
  await bare.stop();
}
await instance.kill();
process.exit(0);
