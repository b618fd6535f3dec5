import { availableParallelism } from "node:os";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { assistantCard } from "./scripts/build/assistant-card.ts";
import { commonPasswords } from "./scripts/build/common-passwords.ts";

/**
 * Hashes the passwords of the Worker's tests at a hundredth of the cost, which is otherwise most of what their sign-ups take.
 * tests/unit/accounts/password.test.ts holds the real cost.
 */
function cheapPasswords(): Plugin {
  return {
    name: "cheap-passwords",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("/worker/accounts/password/hash.ts")) return null;
      const cheap = code.replace("{ N: 2 ** 15, r: 8, p: 3 }", "{ N: 2 ** 10, r: 8, p: 1 }");
      if (cheap === code) throw new Error("hash.ts no longer has the parameters that its tests replace");
      return cheap;
    },
  };
}

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
  test: {
    setupFiles: ["tests/worker/setup.ts"],
    unstubGlobals: true,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
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
          // They share no state but stubbed globals, so a worker need not start anew for each file.
          isolate: false,
          unstubGlobals: true,
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
          exclude: ["tests/long/bench.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      { test: { name: "bench", include: ["tests/long/bench.test.ts"] } },
      ...["worker", "worker-long"].map((name) => ({
        ...insideTheWorker,
        plugins: [
          commonPasswords(),
          assistantCard(),
          cheapPasswords(),
          workersRuntime(() => ({ MARKET_DATA: "sample", OPERATORS: "operator@example.com" })),
        ],
        test: {
          ...insideTheWorker.test,
          name,
          include: [`tests/${name}/**/*.test.ts`],
          // A runtime for each file took three quarters of the processor's time; setup.ts empties the stores between files.
          isolate: name !== "worker",
        },
      })),
      {
        ...insideTheWorker,
        plugins: [
          commonPasswords(),
          assistantCard(),
          workersRuntime((inject) => ({
            MARKET_DATA: "yahoo",
            YAHOO_BASE_URL: inject("replayUrl") ?? "",
            ...(inject("edgarUrl")
              ? {
                  EDGAR_USER_AGENT: "Example Research hello@example.com",
                  EDGAR_DATA_BASE_URL: inject("edgarUrl"),
                  EDGAR_ARCHIVE_BASE_URL: inject("edgarUrl"),
                }
              : {}),
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
