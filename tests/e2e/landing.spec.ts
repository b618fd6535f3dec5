import { expect, type Page, test } from "@playwright/test";
import { planIds } from "#contract/plans.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";
import { signUp } from "./support/account.ts";
import { expectToast } from "./support/toast.ts";

/** Opens the page and waits until its script runs, which then requests the plans. */
async function open(page: Page, path = "/") {
  const plans = page.waitForResponse("**/api/subscription/plans");
  await page.goto(path);
  await plans;
}

test("the sections stand in the order of the specification, and read without JavaScript", async ({
  browser,
  baseURL,
  isMobile,
  viewport,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL, viewport });
  await page.goto("/");
  await expect(page).toHaveTitle("Beatcast: know the odds before earnings");
  await expect(
    page.getByRole("navigation", { name: isMobile ? "Tabs" : "Main" }).getByRole("link"),
  ).toHaveText([...["Home", "Calendar", "Analyze", "Watchlist", "Track record"]]);
  await expect(page.getByRole("banner")).toContainText("DashboardSign InGet Started");
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveText(
    "Know the odds before earnings. And how often they were right.",
  );
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
    "This week’s board",
    "A second opinion that shows its work",
    "Three steps, under a minute",
    "The same 65% can mean a lot, or nothing",
    "One monthly price. Cancel whenever you like.",
    "Before the next report, look at the odds.",
  ]);
  await expect(page.locator("#examples").getByRole("listitem")).toContainText(["72%", "68%", "65%"]);
  await expect(page.locator("#pricing")).toContainText("RECOMMENDED");
  await expect(page.getByRole("contentinfo")).toContainText("© 2025 Beatcast");
  await expect(page.getByRole("contentinfo")).toContainText("Not investment advice");
  await page.close();
});

test("the claims and sample figures of the specification are marked illustrative", async ({ page }) => {
  await open(page);
  const claims = page.getByRole("main").locator("dl > div");
  await expect(claims).toHaveText([/^companies500\+ Illustrative$/, /^data sources15\+ Illustrative$/]);
  await expect(page.getByTestId("coverage")).toHaveText(
    /^Counted now: \d+ compan(y|ies) with a prediction on our record, 1 data source in use \(Sample market\)\. This market is simulated\.$/,
  );
  await expect(page.locator("#examples")).toContainText("Illustrative");
  await expect(page.getByRole("region", { name: "Glimpses of an analysis" })).toContainText("Illustrative");
});

test("the demo types its line one character per 100 ms, until it is stopped", async ({ page }) => {
  await page.clock.install();
  await open(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("button", { name: "Start Demo" }).click();
  const line = page.getByTestId("typed-demo");
  await page.clock.runFor(900);
  await expect(line).toHaveText("Analyzing");
  await page.clock.runFor(2600);
  await expect(line).toHaveText("Analyzing AAPL earnings patterns...");
  await page.getByRole("button", { name: "Stop Analysis" }).click();
  await expect(page.getByRole("button", { name: "Start Demo" })).toBeVisible();
  await expect(line).not.toContainText("Analyzing");
});

test.describe("the hero card", () => {
  test("shows its next panel every 4000 ms, and stands still with the focus inside", async ({ page }) => {
    await page.clock.install();
    await open(page);
    const card = page.getByRole("region", { name: "Glimpses of an analysis" });
    await page.clock.pauseAt(Date.now() + 60_000);
    const first = Number(await card.getAttribute("data-panel"));
    await page.clock.runFor(4000);
    await expect(card).toHaveAttribute("data-panel", String((first + 1) % 3));
    await page.clock.runFor(4000);
    await expect(card).toHaveAttribute("data-panel", String((first + 2) % 3));
    await card.getByRole("button", { name: "Evidence" }).focus();
    await page.clock.runFor(12_000);
    await expect(card).toHaveAttribute("data-panel", String((first + 2) % 3));
  });

  test("stands still for a person who wants less motion, and shows a panel on request", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.clock.install();
    await open(page);
    const card = page.getByRole("region", { name: "Glimpses of an analysis" });
    await expect(card).toHaveAttribute("data-panel", "0");
    await page.clock.runFor(12_000);
    await expect(card).toHaveAttribute("data-panel", "0");
    await card.getByRole("button", { name: "Record" }).click();
    await expect(card.getByText("A record anyone can verify.")).toBeVisible();
  });
});

test("Listen switches between Start and Stop", async ({ page }) => {
  // A voice that never ends, so the test does not depend on the machine's voices.
  await page.addInitScript(() => {
    speechSynthesis.speak = () => undefined;
  });
  await open(page);
  const listen = page.getByRole("button", { name: /Listen/ });
  await expect(listen).toHaveText(/Start/);
  await listen.click();
  await expect(listen).toHaveText(/Stop/);
  await expect(listen).toHaveAttribute("aria-pressed", "true");
  await listen.click();
  await expect(listen).toHaveText(/Start/);
});

test.describe("pricing", () => {
  test("lists the plans of the plans call", async ({ page }) => {
    await open(page);
    const plans = page
      .locator("#pricing")
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading") });
    await expect(plans).toHaveCount(planIds.length);
    const card = (name: string) => plans.filter({ has: page.getByRole("heading", { name, exact: true }) });
    await expect(card("Basic")).toContainText(/\$29.*per month.*100 API calls per month/s);
    await expect(card("Premium")).toContainText(/RECOMMENDED.*\$49.*per month.*500 API calls per month/s);
    await expect(card("Institutional")).toContainText(/\$199.*per month.*Unlimited API calls/s);
    await expect(page.getByText("RECOMMENDED")).toHaveCount(1);
  });

  test("shows no price when the plans call fails, and loads them on request", async ({ page }) => {
    await page.route("**/api/subscription/plans", (route) => route.fulfill({ status: 503, json: {} }));
    await page.route("**/api/coverage", (route) => route.fulfill({ status: 503, json: {} }));
    await open(page);
    await expect(page.getByText("The plans cannot be loaded right now.")).toBeVisible();
    // A missing count must not be shown as zero.
    await expect(page.getByTestId("coverage")).toBeEmpty();
    await expect(page.locator("#pricing").getByText("$29")).toHaveCount(0);
    await page.unroute("**/api/subscription/plans");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.locator("#pricing").getByText("$29")).toBeVisible();
  });

  test("choosing a plan leaves for the checkout; meanwhile every button says Loading...", async ({
    page,
  }) => {
    let sent: unknown;
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/api/subscription/create-checkout", async (route) => {
      sent = route.request().postDataJSON();
      await held;
      await route.fulfill({ json: { url: "/terms" } });
    });
    await open(page);
    await page.getByRole("button", { name: "Choose Premium" }).click();
    const buttons = page.locator("#pricing").getByRole("button");
    await expect(buttons).toHaveText(["Loading...", "Loading...", "Loading..."]);
    for (const button of await buttons.all()) await expect(button).toBeDisabled();
    answer();
    await expect(page).toHaveURL(/\/terms$/);
    expect(sent).toEqual({ planId: "premium" });
  });

  test("a checkout that cannot be made shows the server's text, or the default", async ({ page }) => {
    const answers = [{ json: { error: "This plan is sold out" } }, { status: 500, body: "" }];
    await page.route("**/api/subscription/create-checkout", (route) => route.fulfill(answers.shift() ?? {}));
    await open(page);
    await page.getByRole("button", { name: "Choose Basic" }).click();
    await expectToast(page, "Error", "This plan is sold out");
    await page.getByRole("button", { name: "Choose Basic" }).click();
    await expectToast(page, "Error", "Failed to create checkout session");
    await expect(page.getByRole("button", { name: "Choose Basic" })).toBeEnabled();
  });

  test("a link to the prices scrolls to them", async ({ page }) => {
    await open(page, "/#pricing");
    await expect(page.locator("#pricing-title")).toBeInViewport();
  });
});

test("the newsletter box asks for an address and tells what happens next", async ({ page }) => {
  const sent: unknown[] = [];
  await page.route("**/api/newsletter", (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ status: 202, json: {} });
  });
  await open(page);
  const box = page.getByRole("textbox", { name: "Email for the newsletter" });
  await box.fill("no address");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByText("Please enter a valid email address.")).toBeVisible();
  await box.fill("reader@example.com");
  await box.press("Enter");
  await expect(page.getByText("please open the link in the email")).toBeVisible();
  expect(sent).toEqual([{ email: "reader@example.com" }]);
});

test("a signed-in person is taken to the dashboard", async ({ page }) => {
  await signUp(page);
  await page.goto("/");
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("a stored token that is no longer good is forgotten, and the page stays", async ({ page }) => {
  await open(page);
  await page.evaluate(() => localStorage.setItem("auth_token", "expired"));
  await page.reload();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("auth_token"))).toBeNull();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("the theme follows the system until it is switched, and the choice stays", async ({ page }) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page);
  expect(await ground()).toBe("rgb(11, 19, 17)");
  await page.getByRole("button", { name: "Switch to light theme" }).click();
  expect(await ground()).toBe("rgb(244, 247, 246)");
  await page.reload();
  expect(await ground()).toBe("rgb(244, 247, 246)");
});

test("everything is reached with the keyboard, from the skip link on", async ({ page, isMobile }) => {
  test.skip(isMobile, "a phone has no Tab key");
  await open(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").getByRole("link", { name: "Get Started" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: /Listen/ })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Stop Analysis" })).toBeFocused();
});

test("axe finds nothing and nothing runs off the screen", async ({ page }) => {
  await open(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("'Get Started', 'Start free' and 'Create one' open the sign-up", async ({ page }) => {
  for (const name of ["Get Started", "Start free", "Create one"]) {
    await open(page);
    await page.getByRole("main").getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create your account");
    await expect(page.getByRole("button", { name: "Create Account" })).toBeVisible();
  }
});

test("the product is there: this week's board, calibration, and a free answer for a ticker without any probability", async ({
  page,
}) => {
  await open(page);
  await page.locator("#this-week").scrollIntoViewIfNeeded();
  const section = page.locator("#this-week");
  await expect(section.locator("[data-day]").first()).toBeVisible();
  await expect(section.getByRole("button", { name: /^Show predictions at/ }).first()).toBeAttached();
  await section.getByLabel("Ticker").fill("not one!");
  await section.getByRole("button", { name: "Look it up" }).click();
  await expect(section).toContainText("Enter a ticker, for example AAPL.");
  const answer = page.waitForResponse("**/api/compare?s=AAPL");
  await section.getByLabel("Ticker").fill("aapl");
  await page.keyboard.press("Enter");
  const { items } = (await (await answer).json()) as {
    items: { prediction: null; report: { outcome: string | null } }[];
  };
  if (items[0]?.report.outcome === null) expect(items[0].prediction).toBeNull();
  await expect(section.getByRole("link", { name: "Its page" })).toHaveAttribute("href", "/stocks/AAPL");
  await section.getByLabel("Ticker").fill("ZZZZZ");
  await page.keyboard.press("Enter");
  await expect(section).toContainText("Our calendar has no report of ZZZZZ");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
