import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import { signUp } from "./support/account.ts";
import { expectToast } from "./support/toast.ts";

test.beforeEach(({ isMobile }) => test.skip(isMobile, "the same on a phone"));

test("what cannot be loaded is said to have failed, and is there when tried again", async ({ page }) => {
  await signUp(page);
  await page.route("**/api/dashboard", (route) => route.abort());
  await page.route("**/api/market/trending", (route) =>
    route.fulfill({
      status: 503,
      json: { error: "x", message: "A source could not be read just now.", code: "upstream_unavailable" },
    }),
  );
  await page.goto("/dashboard");
  const main = page.getByRole("main");
  const failure = page.getByRole("alert").filter({ hasText: "Your dashboard could not be loaded" });
  await expect(failure).toContainText("Please check your connection.");
  await expect(main).not.toContainText(/predictions made|No predictions yet|Analysis Summary/);
  await expectAccessible(page);

  await page.getByRole("button", { name: /^Trending Stocks/ }).click();
  const list = page.getByRole("alert").filter({ hasText: "Trending stocks could not be loaded" });
  await expect(list).toContainText("A source could not be read just now.");
  await expect(page.getByTestId("toast")).toHaveCount(0);

  await page.unrouteAll();
  await list.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("region", { name: "Trending Stocks" })).toBeVisible();
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(main).toContainText("0 predictions made");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a checkout that opens holds every button, and one that fails shows the returned text", async ({
  page,
}) => {
  await signUp(page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/subscription/create-checkout", async (route) => {
    await held;
    await route.fulfill({ json: { error: "Plans are not on sale today" } });
  });
  await page.goto("/subscribe?plan=premium");
  await page.getByRole("button", { name: "Continue to Checkout" }).click();
  const buttons = page.getByRole("button", { name: "Loading..." });
  await expect(buttons).toHaveCount(4);
  for (const button of await buttons.all()) await expect(button).toBeDisabled();
  answer();
  await expectToast(page, "Error", "Plans are not on sale today");
  await expect(page.getByRole("button", { name: "Continue to Checkout" })).toBeEnabled();
});

test("the subscription's status is read every five minutes, on the dashboard too", async ({ page }) => {
  await page.clock.install();
  await signUp(page);
  // The profile is read after each status. Waiting for both keeps a slow answer from swallowing the next round.
  const reads = { status: 0, profile: 0 };
  page.on("requestfinished", (request) => {
    if (request.url().endsWith("/api/subscription/status")) reads.status += 1;
    if (request.url().endsWith("/api/auth/profile")) reads.profile += 1;
  });
  await page.goto("/dashboard");
  await expect(page.getByText(/Good (morning|afternoon|evening), Ada/)).toBeVisible();
  expect(reads.status).toBe(0);
  for (const round of [1, 2]) {
    await page.clock.runFor(5 * 60_000);
    await expect.poll(() => reads).toEqual({ status: round, profile: round });
  }
});

test("a term is explained after 700 ms of hovering, at once by a click, and Escape closes it", async ({
  page,
}) => {
  await page.goto("/track-record");
  const term = page.getByRole("button", { name: "Brier score" });
  const tooltip = page.getByRole("tooltip");
  await term.scrollIntoViewIfNeeded();
  await page.clock.install();
  // From here on, only `runFor` moves the time, however slow the machine is.
  await page.clock.pauseAt(Date.now() + 60_000);
  await term.hover();
  await page.clock.runFor(650);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(tooltip).toContainText("0 is perfect; 0.25 is a coin toss");
  await page.keyboard.press("Escape");
  await page.clock.runFor(1000);
  await expect(tooltip).toHaveCount(0);
  await term.click();
  await page.clock.runFor(100);
  await expect(tooltip).toContainText("0 is perfect");
  await page.clock.resume();
  await expectAccessible(page, "main");
});
