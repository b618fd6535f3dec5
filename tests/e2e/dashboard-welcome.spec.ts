import { expect, test } from "@playwright/test";
import type { SeasonCalendar } from "#contract/calendar.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";
import { signUp } from "./support/account.ts";
import { analyzed } from "./support/analyses.ts";
import { signInAsInstitution } from "./support/demo.ts";
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
  await expect(main.getByRole("button", { name: "Go to Analysis Tools" })).toBeVisible();
  await expect(page.getByText("Please confirm your email address")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the email" })).toHaveAttribute("href", "/api/dev/outbox");
  await expect(page).toHaveTitle("Welcome Dashboard · Beatcast");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

for (const account of ["new", "free", "paid"] as const)
  test(`the ${account} account's Welcome shows what the specification lists, without a click`, async ({
    page,
  }) => {
    const person = account === "paid" ? await signInAsInstitution(page) : await signUp(page);
    if (account !== "new") await analyzed(page, person, ["AAPL"]);
    await page.goto("/dashboard");
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1 })).toHaveText(/^Good (morning|afternoon|evening), .+/);
    await expect(main).toContainText(account === "paid" ? "Institutional Plan Member" : "Free Plan Member");
    await expect(main).toContainText(/\d+ predictions? made/);
    await expect(main.getByRole("progressbar", { name: "API usage" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Quick actions" }).getByRole("button")).toHaveText([
      /^Analyze Stock/,
      /^Trending Stocks/,
      /^Track Portfolio/,
      /^Market Insights/,
      /^Earnings Calendar/,
    ]);
    const activity = page.getByRole("region", { name: "Recent Activity" });
    if (account === "new") await expect(activity).toContainText("No predictions yet");
    else await expect(activity.getByRole("listitem").first()).toBeVisible();
    await expect(main.getByRole("heading", { name: "Analysis Tips" })).toBeVisible();
    await expect(main.getByRole("heading", { name: "Analysis Summary" })).toHaveCount(
      account === "new" ? 0 : 1,
    );
    const hub = page.getByRole("region", { name: "Educational hub" });
    await expect(hub.getByRole("heading", { level: 3 })).toHaveText([
      "What a beat is",
      "Probability against base rate",
      "Why a beat can fall",
      "Glossary",
      "How AI predictions work",
    ]);
    await expect(hub.getByRole("term")).toHaveText([
      "Earnings Beat",
      "Earnings Miss",
      "Guidance",
      "Analyst Consensus",
    ]);
    await expect(
      hub.getByRole("region", { name: "How AI predictions work" }).getByRole("listitem"),
    ).toHaveCount(3);
    await expect(hub.getByRole("button", { name: "Try a Prediction Analysis" })).toBeVisible();
    await expect(main.getByRole("button", { name: "Go to Analysis Tools" })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

test("recent activity shows the three latest calls and leads to each", async ({ page }) => {
  const person = await signUp(page);
  const [, , , last] = await analyzed(page, person, ["AAPL", "MSFT", "KO", "NVDA"]);
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
  await page.getByRole("button", { name: /^Trending Stocks/ }).click();
  await expectToast(page, "Coming Soon");
  await page.getByRole("button", { name: /^Earnings Calendar/ }).click();
  await expectToast(page, "Earnings Calendar", "Coming soon");
});

test("'Try a Prediction Analysis' fills in AAPL", async ({ page }) => {
  await signUp(page);
  await page.goto("/dashboard");
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

test("home says what this week is, hides ours until one's own call is entered, and then shows both", async ({
  page,
}) => {
  await signUp(page);
  const real = (await (await page.request.get("/api/calendar")).json()) as SeasonCalendar;
  const [first] = real.items;
  const row = {
    ...first,
    ...{
      fiscalQuarterEnd: "2026-09-30",
      reportDate: real.today,
      session: "post",
      state: "upcoming",
      marketCap: 3e12,
    },
    ...{
      baseRate: 0.7,
      beatProbability: 0.85,
      edge: 0.15,
      edgeVerdict: "edge_up",
      confidence: "high",
      needsPlan: false,
    },
    outcome: null,
    reportedEps: null,
    isCorrect: null,
    predictionId: null,
  };
  const items = [
    { ...row, symbol: "MINE", name: "Mine Corp" },
    {
      ...row,
      symbol: "OTHER",
      name: "Other Corp",
      beatProbability: 0.5,
      edge: -0.2,
      edgeVerdict: "edge_down",
    },
  ];
  await page.route("**/api/calendar*", (route) =>
    route.fulfill({ json: { ...real, items, own: ["MINE"], opens: "all" } }),
  );
  const calls: object[] = [];
  await page.route("**/api/user-forecasts**", async (route) => {
    if (route.request().method() === "POST") {
      const { probability } = route.request().postDataJSON() as { probability: number };
      calls.push({
        symbol: "MINE",
        fiscalQuarterEnd: "2026-09-30",
        probability,
        ours: null,
        isBeat: null,
        calledAt: `${real.today}T10:00:00.000Z`,
      });
      return route.fulfill({ json: { call: calls[0] } });
    }
    return route.fulfill({ json: { calls, score: null, seasons: [], bins: [] } });
  });
  await page.goto("/dashboard");
  const week = page.getByRole("region", { name: "This week" });
  await expect(week.getByText("your call first")).toBeVisible();
  await expect(week).not.toContainText("85%");
  await expect(week.getByRole("listitem").filter({ hasText: "OTHER" })).toContainText("−20 points");
  await expect(week.getByRole("link", { name: /^MINE/ })).toHaveCount(1);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const slider = week.getByRole("slider");
  await slider.focus();
  await page.keyboard.press("End");
  await expect(week.getByText("99%")).toBeVisible();
  await week.getByRole("button", { name: "Enter my call" }).dblclick();
  await expect(week.getByText("You, on MINE")).toBeVisible();
  await expect(week).toContainText("85%");
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatchObject({ probability: 0.99 });
  await expect(week.getByRole("link", { name: /^MINE/ })).toHaveCount(3);
  await expectAccessible(page);
});
