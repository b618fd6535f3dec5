import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

/** Unit and structure tests run in Node, worker tests inside the Workers runtime, shared ones beside recorded data. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.ts", "tests/structure/**/*.test.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: "shared", include: ["tests/shared/**/*.test.ts"], testTimeout: 120_000 } },
      {
        // The indicator library names source maps that it does not ship, once for each of its files.
        logLevel: "error",
        plugins: [
          cloudflareTest(async () => ({
            wrangler: { configPath: "./wrangler.toml" },
            remoteBindings: false,
            miniflare: {
              bindings: {
                APP_ENV: "development",
                MARKET_DATA: "sample",
                AUTH_SECRET: "a secret of the tests, long enough to sign with",
                MIGRATIONS: await readD1Migrations("migrations"),
              },
            },
          })),
        ],
        test: {
          name: "worker",
          include: ["tests/worker/**/*.test.ts"],
          setupFiles: ["tests/worker/setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
