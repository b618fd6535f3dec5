import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { getPlatformProxy, unstable_readConfig } from "wrangler";

const root = join(import.meta.dirname, "..", "..");

export type Listed = { key: string; name: string; http: R2HTTPMetadata; custom: Record<string, string> };

type Place = {
  db: D1Database;
  files: R2Bucket;
  d1: (action: string, ...options: string[]) => void;
  close: () => Promise<void>;
};

/** With local state, it opens the state of a stopped instance. */
export async function openPlace(localState: string | undefined): Promise<Place> {
  const { name, compatibility_date, account_id, d1_databases, r2_buckets } = unstable_readConfig({
    config: join(root, "wrangler.toml"),
  });
  const isRemote = localState === undefined;
  const folder = mkdtempSync(join(tmpdir(), "beatcast-place-"));
  const config = join(folder, "wrangler.json");
  writeFileSync(
    config,
    JSON.stringify({
      name,
      compatibility_date,
      account_id,
      d1_databases: d1_databases.map((database: object) => ({
        ...database,
        migrations_dir: join(root, "migrations"),
        remote: isRemote,
      })),
      r2_buckets: r2_buckets.map((bucket: object) => ({ ...bucket, remote: isRemote })),
    }),
  );
  // `d1 export` looks for state beside its configuration.
  if (!isRemote) {
    mkdirSync(join(folder, ".wrangler"));
    symlinkSync(resolve(localState), join(folder, ".wrangler", "state"));
  }
  const proxy = await getPlatformProxy<{ DB: D1Database; FILES: R2Bucket }>({
    configPath: config,
    persist: isRemote ? false : { path: join(resolve(localState), "v3") },
    remoteBindings: isRemote,
  });
  return {
    db: proxy.env.DB,
    files: proxy.env.FILES,
    d1(action, ...options) {
      const where = ["beatcast", isRemote ? "--remote" : "--local", "--config", config];
      execFileSync("wrangler", ["d1", ...action.split(" "), ...where, ...options], {
        cwd: folder,
        env: { ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false" },
        stdio: ["ignore", "ignore", "inherit"],
      });
    },
    async close() {
      await proxy.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
