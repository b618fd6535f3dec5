import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import { expectToast } from "./support/toast.ts";

/** The sign-in form shows a toast without a request to the server. */
async function showToast(page: Page) {
  await page.getByRole("button", { name: "Sign In" }).click();
  await expectToast(page, "Missing information");
}

test("one toast shows at a time: a new one replaces the one before", async ({ page }) => {
  await page.route("**/api/auth/signin", (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto("/auth");
  await showToast(page);
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expectToast(page, "Sign in failed");
});

test("a toast shows for 5000 ms", async ({ page }) => {
  await page.clock.install();
  await page.goto("/auth");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  await showToast(page);
  await page.clock.runFor(4900);
  await expect(page.getByTestId("toast")).toBeVisible();
  await page.clock.runFor(200);
  await expect(page.getByTestId("toast")).toHaveCount(0);
});

test("time stands still under the pointer", async ({ page, isMobile }) => {
  test.skip(isMobile, "a finger does not hover");
  await page.clock.install();
  await page.goto("/auth");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  await showToast(page);
  await page.getByTestId("toast").hover();
  await page.clock.runFor(20_000);
  await expect(page.getByTestId("toast")).toBeVisible();
});

test("a swipe of 50 px to the right dismisses it, a shorter one does not", async ({ page }) => {
  await page.goto("/auth");
  await showToast(page);
  const swipe = async (distance: number) => {
    const box = await page.getByTestId("toast").boundingBox();
    if (!box) throw new Error("no toast");
    const [x, y] = [box.x + 60, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + distance, y, { steps: 5 });
    await page.mouse.up();
  };
  await swipe(49);
  await expect(page.getByTestId("toast")).toBeVisible();
  await swipe(50);
  await expect(page.getByTestId("toast")).toHaveCount(0);
});

test("F8 moves the focus to the notifications; Tab and Enter dismiss", async ({ page, isMobile }) => {
  test.skip(isMobile, "a phone has no F8 key");
  await page.goto("/auth");
  await showToast(page);
  await page.keyboard.press("F8");
  await expect(page.getByRole("region", { name: "Notifications (F8)" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Dismiss notification" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("toast")).toHaveCount(0);
});

test("axe finds nothing in a toast", async ({ page }) => {
  await page.goto("/auth");
  await showToast(page);
  await expectAccessible(page);
});
