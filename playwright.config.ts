import { defineConfig, devices } from "@playwright/test";
import { openIdSettings } from "./tests/attack/support/openid-settings.ts";

const port = process.env.PORT ?? "5198";
const openIdPort = String(Number(port) + 1000);
const launchOptions = {
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
};

/**
 * What `npm test` draws, which has 8 minutes: the main screens on a desktop, and those on a phone whose layout differs
 * most. `npm run test:long` draws all others.
 */
const everyRun = {
  desktop: /(calendar|dashboard-(analysis|welcome)|honest-states|journey|screens|sign-in-methods)\.spec\.ts$/,
  phone: /(journey|screens)\.spec\.ts$/,
};

/** These follow what a person does and what the server answers, which no width changes; `screens` draws their pages on a phone. */
const desktopOnly =
  /(account-(privacy|security)|alerts|api-keys|assistant-card|connected-apps|failures|push|review|sentences|sign-in-methods|support)\.spec\.ts$/;

const desktop = { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 }, launchOptions };
const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 }, launchOptions };

/** End-to-end tests against the production build on the simulated market, on a desktop and on a phone. */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/e2e",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 12_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions,
    locale: "en-US",
    timezoneId: "America/New_York",
    // A trace costs a third of a test's time, so only failed tests that run again record one.
    trace: "off",
  },
  projects: [
    { name: "desktop", testMatch: everyRun.desktop, use: desktop },
    { name: "phone", testMatch: everyRun.phone, use: phone },
    { name: "desktop-long", testIgnore: everyRun.desktop, use: desktop },
    { name: "phone-long", testIgnore: [everyRun.phone, desktopOnly], use: phone },
  ],
  webServer: [
    {
      command: "node tests/e2e/support/serve-openid.ts",
      wait: { stdout: /An OpenID provider listens/ },
      env: { OPENID_PORT: openIdPort, APP_ORIGIN: `http://localhost:${port}` },
    },
    {
      command: "node scripts/start.mjs",
      // Not the port alone: the demo account and its record are made after the server listens.
      wait: { stdout: /Beatcast is ready/ },
      timeout: 240_000,
      reuseExistingServer: false,
      gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
      env: {
        PORT: port,
        MARKET_DATA: "sample",
        APP_ENV: "development",
        BEATCAST_STATE: "test-results/state",
        ...openIdSettings(`http://127.0.0.1:${openIdPort}`),
      },
    },
  ],
});
