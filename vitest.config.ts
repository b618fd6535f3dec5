import { availableParallelism } from "node:os";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { commonPasswords } from "./scripts/build/common-passwords.ts";

/** The Worker in its own runtime, with a real D1 and real Durable Objects. */
const workersRuntime = (settingsOf: (inject: (key: string) => unknown) => Record<string, unknown>) =>
  cloudflareTest(async ({ inject }) => ({
    wrangler: { configPath: "./wrangler.toml" },
    remoteBindings: false,
    miniflare: {
      bindings: {
        APP_ENV: "development",
        AUTH_SECRET: "a secret of the tests, long enough to sign with",
        // A key of the tests alone.
        LEDGER_SIGNING_KEY:
          "PRIVATE+KEY+beatcast.test/ledger+149c41ab+AZ3veaTqspXMlRKsMWkW93d1JpcmeH4m5kRtGwEZ43ou",
        // A few ranges of past reports, not a hundred.
        SEASON_FROM: "2026-06-01",
        MIGRATIONS: await readD1Migrations("migrations"),
        ...settingsOf(inject),
      },
    },
  }));

const insideTheWorker = {
  // The indicator library names source maps that it does not ship, once for each of its files.
  logLevel: "error" as const,
  test: { setupFiles: ["tests/worker/setup.ts"], testTimeout: 60_000, hookTimeout: 60_000 },
};

/** Unit and structure tests run in Node, worker tests inside the Workers runtime, shared ones beside recorded data. */
export default defineConfig({
  test: {
    // Vitest leaves a core to itself, which on two cores means half of the machine.
    maxWorkers: availableParallelism(),
    projects: [
      {
        plugins: [commonPasswords()],
        test: {
          name: "unit",
          include: ["tests/{unit,structure,promises}/**/*.test.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "statements",
          include: ["tests/unit/explanation/statements.test.ts"],
          env: { STATEMENT_CASES: "1000" },
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "shared",
          include: ["tests/shared/**/*.test.ts"],
          exclude: ["tests/shared/runtime/**", "tests/shared/model/**"],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "shared-model",
          include: ["tests/shared/model/**/*.test.ts"],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "attack",
          include: ["tests/attack/**/*.test.ts"],
          globalSetup: ["tests/attack/support/server.ts"],
          // They share one server.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "long",
          include: ["tests/long/**/*.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      ...["worker", "worker-long"].map((name) => ({
        ...insideTheWorker,
        plugins: [
          commonPasswords(),
          workersRuntime(() => ({ MARKET_DATA: "sample", OPERATORS: "operator@example.com" })),
        ],
        test: { ...insideTheWorker.test, name, include: [`tests/${name}/**/*.test.ts`] },
      })),
      {
        ...insideTheWorker,
        plugins: [
          commonPasswords(),
          workersRuntime((inject) => ({
            MARKET_DATA: "yahoo",
            YAHOO_BASE_URL: inject("replayUrl") ?? "",
            MARKET_CLOCK: "2025-02-25T15:00:00Z",
          })),
        ],
        test: {
          ...insideTheWorker.test,
          name: "shared-runtime",
          // One recorded source serves all of its files, and one of them makes it fail.
          fileParallelism: false,
          include: ["tests/shared/runtime/**/*.test.ts"],
          globalSetup: ["tests/shared/runtime/replay.ts"],
        },
      },
    ],
  },
});
