import type { Page } from "playwright";
import { DAY_MS } from "#contract/time.ts";

/** Only the demo account has a history. */
export type Viewer = "visitor" | "newcomer" | "demo";

export type Scene = {
  name: string;
  viewer: Viewer;
  path: string;
  prepare?: (page: Page) => Promise<unknown>;
  isWhole?: boolean;
  /** Drawn in all sizes and themes. */
  isKey?: boolean;
  /** Draws only this element. */
  part?: string;
};

const paid = { success: true, error: null, user: { email: "guest@example.com" } };

export const scenes: readonly Scene[] = [
  { name: "landing", viewer: "visitor", path: "/", prepare: wholeLanding, isWhole: true, isKey: true },
  { name: "privacy", viewer: "visitor", path: "/privacy" },
  { name: "terms", viewer: "visitor", path: "/terms" },
  { name: "security", viewer: "visitor", path: "/security" },
  { name: "status", viewer: "visitor", path: "/status" },
  { name: "not-found", viewer: "visitor", path: "/no/such/page" },
  { name: "offline", viewer: "visitor", path: "/offline.html" },
  { name: "calendar", viewer: "demo", path: "/calendar", prepare: untilPredicted, isKey: true },
  { name: "calendar-table", viewer: "demo", path: "/calendar?view=table&sort=edge", isKey: true },
  { name: "stock", viewer: "visitor", path: "/stocks/AAPL", isWhole: true, isKey: true },
  { name: "calendar-map", viewer: "visitor", path: "/calendar?view=map" },
  {
    name: "auth-sign-in",
    viewer: "visitor",
    path: "/auth",
    prepare: (page) => page.getByRole("button", { name: "GitHub" }).waitFor(),
    isWhole: true,
    isKey: true,
  },
  {
    name: "auth-sign-up-errors",
    viewer: "visitor",
    path: "/auth",
    prepare: async (page) => {
      await page.getByRole("tab", { name: "Sign Up" }).click();
      await page.getByLabel("Full Name").fill("Ada Lovelace");
      await page.getByRole("button", { name: "Create Account" }).click();
      await page.getByTestId("toast").waitFor();
    },
  },
  {
    name: "auth-two-factor",
    viewer: "visitor",
    path: "/auth",
    prepare: async (page) => {
      await page.route("**/api/auth/signin", (route) =>
        route.fulfill({ json: { twoFactorRequired: true, ticket: "ticket" } }),
      );
      await page.getByLabel("Email").fill("ada@example.com");
      await page.getByLabel("Password", { exact: true }).fill("correct horse");
      await page.getByRole("button", { name: "Sign In" }).click();
      await page.getByLabel("Authentication code").waitFor();
    },
  },
  {
    name: "auth-setup-password",
    viewer: "visitor",
    path: "/auth",
    prepare: async (page) => {
      await page.route("**/api/subscription/checkout-success/*", (route) => route.fulfill({ json: paid }));
      await page.goto("/auth?subscription=success&session_id=cs_1");
      await page.getByRole("button", { name: "Complete Account Setup" }).waitFor();
    },
  },
  {
    name: "auth-subscription-error",
    viewer: "visitor",
    path: "/auth?subscription=success&session_id=cs_unknown",
    prepare: (page) => page.getByRole("heading", { name: "Subscription Error" }).waitFor(),
  },
  { name: "access-denied", viewer: "visitor", path: "/account" },
  {
    name: "track-record",
    viewer: "visitor",
    path: "/track-record",
    prepare: (page) => page.getByRole("heading", { name: "Calibration" }).waitFor(),
    isWhole: true,
    isKey: true,
  },

  { name: "dashboard-first-visit", viewer: "newcomer", path: "/dashboard" },
  { name: "dashboard-history-empty", viewer: "newcomer", path: "/dashboard?view=history" },
  { name: "dashboard-metrics-empty", viewer: "newcomer", path: "/dashboard?view=metrics" },
  {
    name: "dashboard-menu",
    viewer: "newcomer",
    path: "/dashboard",
    prepare: async (page) => {
      await page.getByText("API usage").waitFor();
      const menu = page.getByRole("button", { name: "Open menu" });
      if (!(await menu.isVisible())) return;
      await menu.click();
      await page.getByRole("button", { name: "Sign Out" }).waitFor();
    },
  },
  { name: "dashboard-analysis", viewer: "newcomer", path: "/dashboard?view=analysis" },
  {
    name: "dashboard-error",
    viewer: "newcomer",
    path: "/dashboard",
    prepare: async (page) => {
      await page.route("**/api/dashboard", (route) => route.abort());
      await page.reload();
    },
  },
  {
    name: "dashboard-result",
    viewer: "newcomer",
    path: "/dashboard?view=analysis",
    prepare: analyzed,
    isWhole: true,
    isKey: true,
  },
  {
    name: "result",
    viewer: "newcomer",
    path: "/dashboard?view=analysis",
    prepare: analyzed,
    isKey: true,
  },

  { name: "dashboard-welcome", viewer: "demo", path: "/dashboard", isWhole: true, isKey: true },
  { name: "dashboard-history", viewer: "demo", path: "/dashboard?view=history", isWhole: true },
  { name: "dashboard-metrics", viewer: "demo", path: "/dashboard?view=metrics", isWhole: true },
  { name: "compare", viewer: "demo", path: "/compare?s=AAPL,KO,JPM,NVDA", isWhole: true },
  ...["account", "billing", "notifications", "privacy"].map((tab) => ({
    name: tab === "account" ? "account" : `account-${tab}`,
    viewer: "demo" as const,
    path: `/account?tab=${tab}`,
    isWhole: true,
  })),
  {
    name: "account-security",
    viewer: "demo",
    path: "/account?tab=security",
    prepare: withOtherWays,
    isWhole: true,
    isKey: true,
  },
  {
    name: "connect-app",
    viewer: "newcomer",
    path: "/oauth/authorize",
    prepare: askedByAnApp,
    isWhole: true,
    isKey: true,
  },
  {
    name: "connected-apps",
    viewer: "newcomer",
    path: "/oauth/authorize",
    prepare: async (page) => {
      await askedByAnApp(page);
      await page.route("https://assistant.example/**", (route) => route.fulfill({ body: "Connected." }));
      await page.getByRole("button", { name: "Allow", exact: true }).click();
      await page.waitForURL("https://assistant.example/**");
      await page.goBack();
      await page.goto("/account?tab=security");
      await page.getByRole("button", { name: "Disconnect Research Assistant" }).waitFor();
    },
    part: "[aria-labelledby=apps-title]",
    isKey: true,
  },
  { name: "embed", viewer: "visitor", path: "/embed", prepare: withLiveCard, isWhole: true },
  { name: "support", viewer: "newcomer", path: "/support" },
  { name: "subscribe", viewer: "newcomer", path: "/subscribe", isWhole: true },
];

export async function analyzed(page: Page) {
  const ticker = page.getByRole("combobox", { name: "Ticker" });
  await ticker.fill("AAPL");
  // A phone's suggestions push the button down.
  await ticker.press("Enter");
  await page.getByText("Confidence Prediction").waitFor({ timeout: 30_000 });
  await page.getByRole("button", { name: "Dismiss notification" }).click();
  // The result took the focus, and the label of simulated figures is above it.
  await page.evaluate(() => scrollTo(0, 0));
}

async function askedByAnApp(page: Page): Promise<void> {
  const redirect = "https://assistant.example/callback";
  const registered = await page.request.post("/oauth/register", {
    data: {
      client_name: "Research Assistant",
      redirect_uris: [redirect],
      token_endpoint_auth_method: "none",
    },
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: redirect,
    code_challenge_method: "S256",
    code_challenge: "x".repeat(43),
    scope: "read analyze",
  });
  await page.goto(`/oauth/authorize?${query}`);
  await page.getByRole("button", { name: "Allow", exact: true }).waitFor();
}

/** Put into the server's answer. */
async function withOtherWays(page: Page): Promise<void> {
  const [createdAt, linkedAt, lastUsedAt] = [90, 60, 2].map((days) =>
    new Date(Date.now() - days * DAY_MS).toISOString(),
  );
  await page.route("**/api/account/sign-in-methods", async (route) => {
    const answer = await route.fetch();
    const { providers, ...ways } = (await answer.json()) as { providers: { id: string }[] };
    const json = {
      ...ways,
      passkeys: [
        { id: "one", name: "Demo's iPhone", createdAt, lastUsedAt },
        { id: "two", name: "Work laptop", createdAt: linkedAt, lastUsedAt: null },
      ],
      providers: providers.map((one) => (one.id === "google" ? { ...one, linkedAt } : one)),
    };
    await route.fulfill({ response: answer, json });
  });
  await page.reload();
  await page.getByText("Work laptop").waitFor();
}

async function withLiveCard(page: Page): Promise<void> {
  await page.frameLocator("iframe").getByRole("heading").waitFor();
}

async function wholeLanding(page: Page): Promise<void> {
  await page.locator("#this-week").scrollIntoViewIfNeeded();
  await page.locator("#this-week [data-day]").first().waitFor();
  await page.evaluate(() => scrollTo(0, 0));
}

/** Runs the jobs and reloads the page. */
async function untilPredicted(page: Page): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const row = page.locator('[data-tone^="up"], [data-tone^="down"], [data-tone="no-edge"]').nth(12);
    const isPredicted = await row.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
    if (isPredicted) return;
    for (const cron of ["17 * * * *", "4-54/10 * * * *"])
      await page.request.get("/cdn-cgi/local/scheduled", { params: { cron } });
    await page.reload();
  }
}
