import { expect, type Page, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";
import { signUp } from "./support/account.ts";

const five = ["Home", "Calendar", "Analyze", "Watchlist", "Track record"];
const applications = ["/calendar", "/track-record", "/compare", "/developers"];
const documents = ["/privacy", "/terms", "/security", "/status", "/data"];
const membersOnly = [
  "/dashboard",
  "/dashboard?view=history",
  "/account",
  "/watchlist",
  "/alerts",
  "/support",
  "/subscribe",
];

const navigation = (page: Page, isMobile: boolean) =>
  page.getByRole("navigation", { name: isMobile ? "Tabs" : "Main" });

test("every page has the same five items, and a visitor signs in from each", async ({ page, isMobile }) => {
  for (const path of ["/", ...applications, ...documents]) {
    await page.goto(path);
    await expect(navigation(page, isMobile).getByRole("link"), path).toHaveText(five);
    await expectNoSidewaysScroll(page);
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" }), path).toBeVisible();
  }
});

test("a member has one header everywhere, with alerts, account and sign-out", async ({ page, isMobile }) => {
  await signUp(page);
  for (const path of [...membersOnly, ...applications]) {
    await page.goto(path);
    await expect(navigation(page, isMobile).getByRole("link"), path).toHaveText(five);
    await expect(page.getByRole("banner").getByRole("link", { name: "Alerts" }), path).toBeVisible();
    await expect(page.getByRole("banner").getByRole("button", { name: "Your account" }), path).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
  for (const path of documents) {
    await page.goto(path);
    for (const name of ["Alerts", "Your account"])
      await expect(page.getByRole("banner").getByRole("link", { name }), path).toBeVisible();
    await expect(navigation(page, isMobile).getByRole("link").first(), path).toHaveAttribute(
      "href",
      "/dashboard",
    );
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);
  await page.goto("/calendar");
  await page.getByRole("button", { name: "Your account" }).click();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeHidden();
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
});

test("the search opens with its keys, finds weeks, actions and companies, and gives the focus back", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/calendar");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const box = page.getByRole("combobox", { name: /^Search/ });
  // A page receives no key before its script has run.
  const openSearch = () =>
    expect(async () => {
      await page.keyboard.press("Control+k");
      await expect(box).toBeFocused({ timeout: 2_000 });
    }).toPass();
  await openSearch();
  await expectAccessible(page, "[role=dialog]");
  await page.keyboard.press("Escape");
  await expect(box).toBeHidden();

  await page.keyboard.press("/");
  await expect(box).toBeFocused();
  await page.keyboard.type("apple");
  await expect(page.getByRole("option").first()).toContainText("AAPL");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { name: "Analyze AAPL" })).toHaveAttribute("data-highlighted", "");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard?view=analysis&symbol=AAPL");

  await expect(box).toBeHidden();
  await openSearch();
  await page.keyboard.type("next week");
  await expect(page.getByRole("option").first()).toContainText("Next week");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/calendar\?from=\d{4}-\d\d-\d\d&weeks=1$/);
});

test("a text box keeps its slash, and nothing that was typed becomes markup", async ({ page }) => {
  await signUp(page);
  await page.goto("/dashboard?view=analysis");
  const ticker = page.getByRole("combobox", { name: "Ticker" });
  await ticker.fill("");
  await ticker.press("/");
  await expect(ticker).toHaveValue("/");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Search/ }).fill("<img src=x onerror=alert(1)>");
  await expect(page.getByText("Nothing found")).toBeVisible();
  await expect(page.locator("[role=dialog] img")).toHaveCount(0);
});

test("the search's keys work on the landing page and on finished documents", async ({ page }) => {
  const plans = page.waitForResponse("**/api/subscription/plans");
  await page.goto("/");
  await plans;
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: /^Search/ })).toBeFocused();
  await page.goto("/terms");
  await page.keyboard.press("/");
  await expect(page).toHaveURL("/calendar");
  await expect(page.getByRole("combobox", { name: /^Search/ })).toBeFocused();
});
