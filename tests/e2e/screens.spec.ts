import { expect, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";
import { signUp } from "./support/account.ts";

test("an unknown path says 'Page Not Found', as a 404", async ({ page }) => {
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
  await expect(page).toHaveTitle("Page Not Found · Beatcast");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("/pricing says where it leads and ends at the prices", async ({ page }) => {
  const texts: string[] = [];
  await page.exposeFunction("told", (text: string) => texts.push(text));
  await page.addInitScript(() => {
    const tell = (window as unknown as { told: (text: string) => void }).told;
    new MutationObserver(() => {
      const status = document.querySelector("[role=status]")?.textContent;
      if (status) tell(status);
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto("/pricing");
  await expect(page).toHaveURL(/\/#pricing$/);
  expect(texts).toContain("Redirecting to pricing...");
});

test("a part that breaks shows the error fallback, and Refresh Page brings it back", async ({ page }) => {
  await signUp(page);
  // The dashboard's code does not arrive, as can happen in the middle of a deployment.
  let isBroken = true;
  await page.route(/\/assets\/page-[\w-]{8}\.js$/, (route) => (isBroken ? route.abort() : route.continue()));
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Something went wrong");
  await expect(page.getByRole("main")).toContainText(
    "We encountered an unexpected error. Please try refreshing the page or contact support if the problem persists.",
  );
  await expectAccessible(page);
  isBroken = false;
  await page.getByRole("button", { name: "Refresh Page" }).click();
  await expect(page.getByText(/Good (morning|afternoon|evening), Ada/)).toBeVisible();
});

test("while the session is being checked a spinner shows", async ({ page }) => {
  await signUp(page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/auth/verify", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/dashboard");
  await expect(page.getByRole("status")).toHaveText("Loading…");
  answer();
  await expect(page.getByText(/Good (morning|afternoon|evening), Ada/)).toBeVisible();
});

test("reloading while the session is being checked signs nobody out", async ({ page }) => {
  const { token } = await signUp(page);
  let calls = 0;
  await page.route("**/api/auth/verify", (route) => {
    calls += 1;
    return calls === 1 ? new Promise<void>(() => {}) : route.continue();
  });
  await page.goto("/dashboard");
  await expect(page.getByRole("status")).toHaveText("Loading…");
  await page.reload();
  await expect(page.getByText(/Good (morning|afternoon|evening), Ada/)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("auth_token"))).toBe(token);
});

test("without a connection a page load says so", async ({ page, context }) => {
  await page.goto("/auth");
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  await context.setOffline(true);
  // The browser takes a moment to cut off the service worker too.
  await expect(async () => {
    await page.goto("/terms").catch(() => undefined);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("offline", { timeout: 2_000 });
  }).toPass();
  await expectAccessible(page);
});

test("the application can be installed: manifest, icons and favicon answer", async ({ request }) => {
  const manifest = (await (await request.get("/manifest.webmanifest")).json()) as {
    name: string;
    icons: { src: string }[];
  };
  expect(manifest.name).toBe("Beatcast");
  for (const path of [...manifest.icons.map(({ src }) => src), "/favicon.ico", "/og-image.png"])
    expect((await request.get(path)).status(), path).toBe(200);
});

test("a quote page shared with the installed app leads to the analysis of its company, which waits for a click", async ({
  page,
}) => {
  await signUp(page);
  await page.goto(
    `/dashboard?${new URLSearchParams({ shared_url: "https://finance.example/quote/KO?p=KO" })}`,
  );
  await expect(page.getByRole("combobox", { name: "Ticker" })).toHaveValue("KO");
  await expect(page.getByRole("link", { name: "Analyze", exact: true }).first()).toHaveAttribute(
    "aria-current",
    "page",
  );
});
