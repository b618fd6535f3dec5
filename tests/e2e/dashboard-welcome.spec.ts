import { expect, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";
import { signUp } from "./support/account.ts";
import { analysed } from "./support/analyses.ts";
import { expectToast } from "./support/toast.ts";

test("a newcomer is greeted, with plan, usage and nothing made up", async ({ page }) => {
  await page.clock.setFixedTime(new Date("2026-11-21T16:59:00-05:00"));
  await signUp(page, { fullName: "Grace Hopper" });
  await page.goto("/dashboard");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Good afternoon, Grace Hopper");
  await expect(main).toContainText("Free Plan Member");
  await expect(main).toContainText("0 predictions made");
  await expect(main).toContainText("0/10");
  await expect(main).toContainText("No predictions yet");
  await expect(main).not.toContainText("streak");
  await expect(main.getByRole("button")).toHaveText(["Send again", "Go to Analysis Tools"]);
  await expect(page.getByText("Please confirm your email address")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the email" })).toHaveAttribute("href", "/api/dev/outbox");
  await expect(page).toHaveTitle("Welcome Dashboard · Beatcast");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("recent activity shows the three latest calls and leads to each", async ({ page }) => {
  const person = await signUp(page);
  const [, , , last] = await analysed(page, person, ["AAPL", "MSFT", "KO", "NVDA"]);
  await page.goto("/dashboard");
  const activity = page.getByRole("region", { name: "Recent Activity" });
  await expect(activity.getByRole("listitem")).toHaveText([/^NVDA(beat|miss)/, /^KO/, /^MSFT/]);
  await expect(page.getByRole("main")).toContainText("1 day streak");
  await activity.getByRole("link", { name: "NVDA" }).click();
  await expect(page).toHaveURL(`/dashboard/predictions/${last}`);
});

test("the quick actions open lists, lead to the analysis or tell where to look", async ({ page }) => {
  await signUp(page);
  await page.goto("/dashboard");
  await page.getByText("More to explore").click();
  await page.getByRole("button", { name: /^Market Insights/ }).click();
  const overview = page.getByRole("region", { name: "Market Insights" });
  await expect(overview.getByText(/Market Fear and Greed Index/).first()).toBeVisible();
  await expect(overview.getByText(/reports beat the consensus|No report is known since/)).toBeVisible();

  await page.getByRole("button", { name: /^Earnings Calendar/ }).click();
  const calendar = page.getByRole("region", { name: "Earnings Calendar" });
  await expect(calendar).toContainText("Eastern time");
  await expect(calendar).toContainText(/before the open|after the close/);
  await calendar.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Earnings Calendar/ })).toBeFocused();

  await page.getByRole("button", { name: /^Trending Stocks/ }).click();
  const trending = page.getByRole("region", { name: "Trending Stocks" });
  await expect(trending.getByRole("listitem")).toHaveCount(10);
  const company = trending.getByRole("listitem").first().getByRole("button");
  const symbol = (await company.locator("span").first().textContent()) ?? "";
  await company.click();
  await expect(page.getByRole("combobox", { name: "Ticker" })).toHaveValue(symbol);
  await expect(page.getByRole("combobox", { name: "Ticker" })).toBeFocused();
});

test("a market source without lists says 'Coming Soon'", async ({ page }) => {
  await signUp(page);
  const none = { dataMode: "live", source: "A source", asOf: "2026-11-21T12:00:00.000Z", items: null };
  await page.route("**/api/market/*", (route) => route.fulfill({ json: none }));
  await page.goto("/dashboard");
  await page.getByText("More to explore").click();
  await page.getByRole("button", { name: /^Trending Stocks/ }).click();
  await expectToast(page, "Coming Soon");
  await page.getByRole("button", { name: /^Earnings Calendar/ }).click();
  await expectToast(page, "Earnings Calendar", "Coming soon");
});

test("'Try a Prediction Analysis' fills in AAPL", async ({ page }) => {
  await signUp(page);
  await page.goto("/dashboard");
  await page.getByText("More to explore").click();
  await page.getByRole("button", { name: "Try a Prediction Analysis" }).click();
  await expect(page.getByRole("combobox", { name: "Ticker" })).toHaveValue("AAPL");
  await expect(page.getByRole("combobox", { name: "Ticker" })).toBeInViewport();
});

test("views have addresses and titles, and the back button walks through them", async ({
  page,
  isMobile,
}) => {
  await signUp(page);
  await page.goto("/dashboard");
  const open = async (name: string) => {
    if (isMobile) await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("navigation", { name: "Dashboard" }).getByRole("button", { name }).click();
  };
  await open("Prediction History");
  await expect(page).toHaveURL("/dashboard?view=history");
  await expect(page).toHaveTitle("Prediction History · Beatcast");
  await expect(page.getByRole("heading", { name: "No Predictions Yet" })).toBeVisible();
  await expectAccessible(page);
  await open("Performance Metrics");
  await expect(page.getByRole("heading", { name: "No Performance Data Yet" })).toBeVisible();
  await expect(page).toHaveTitle("Performance Metrics · Beatcast");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Prediction History");
  await page.getByRole("button", { name: "Back to Welcome" }).click();
  await expect(page).toHaveURL("/dashboard");
  await page.goto("/dashboard?symbol=ko");
  await expect(page.getByRole("combobox", { name: "Ticker" })).toHaveValue("KO");
});

test("on a phone the menu is a drawer that the overlay, Escape and a choice close", async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, "the sidebar stands open on a desktop");
  await signUp(page);
  await page.goto("/dashboard");
  const drawer = page.getByRole("dialog", { name: "Menu" });
  const menu = page.getByRole("button", { name: "Open menu" });
  await menu.click();
  await expect(drawer).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await menu.click();
  await expect(page.getByTestId("drawer-overlay")).toBeVisible();
  await page.mouse.click(380, 400);
  await expect(drawer).toBeHidden();
  await menu.click();
  await drawer.getByRole("button", { name: "Stock Analysis" }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Stock Analysis");
});
