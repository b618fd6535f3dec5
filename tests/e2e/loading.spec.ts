import { expect, type Page, test } from "@playwright/test";
import { signUp } from "./support/account.ts";
import { analyzed } from "./support/analyses.ts";
import { untilAtRest } from "./support/at-rest.ts";
import { signInAsDemo } from "./support/demo.ts";
import { measureShift } from "./support/layout-shift.ts";

/** The answers of one page come in another order than they were asked for. */
const SLOW_ANSWERS_MS = [900, 100, 500];

/** Expects that nothing moves while the pages load, although every answer of the API takes its time. */
async function expectNothingMoves(page: Page, paths: readonly string[]): Promise<void> {
  let asked = 0;
  await page.route("**/api/**", async (route) => {
    const delay = SLOW_ANSWERS_MS[asked++ % SLOW_ANSWERS_MS.length];
    await new Promise((later) => setTimeout(later, delay));
    await route.continue();
  });
  const shift = await measureShift(page);
  for (const path of paths)
    await test.step(path, async () => {
      await page.goto(path);
      await page.waitForTimeout(Math.max(...SLOW_ANSWERS_MS));
      await untilAtRest(page);
      // A font that arrives late moves a line by a pixel at most.
      const { sum, moved } = await shift();
      expect(sum, moved.join("\n")).toBeLessThan(0.001);
    });
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

test("nothing moves while a visitor's pages load", async ({ page }) => {
  test.setTimeout(120_000);
  // The landing page is not among them: `bench -- pages` measures it on a machine without other load, because its
  // headline takes another line when the font arrives late.
  await expectNothingMoves(page, [
    "/auth?tab=signup",
    "/stocks/AAPL",
    "/calendar",
    "/calendar?view=table",
    "/track-record",
    "/developers",
  ]);
});

test("nor a newcomer's, before and after the first analysis", async ({ page }) => {
  const person = await signUp(page);
  await expectNothingMoves(page, ["/dashboard", "/dashboard?view=analysis", "/watchlist", "/support"]);
  const [id] = await analyzed(page, person, ["AAPL"]);
  await expectNothingMoves(page, ["/dashboard", `/dashboard/predictions/${id}`]);
});

test("nor those of a person with a history", async ({ page }) => {
  test.setTimeout(120_000);
  await signInAsDemo(page);
  await expectNothingMoves(page, [
    "/dashboard",
    "/dashboard?view=history",
    "/dashboard?view=metrics",
    "/watchlist",
    "/calendar",
    "/account",
    ...["billing", "security", "notifications", "privacy", "api"].map((tab) => `/account?tab=${tab}`),
    "/alerts",
    "/compare?s=AAPL,KO,JPM",
    "/subscribe",
    "/support",
  ]);
});
