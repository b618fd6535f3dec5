import { expect, type Page, test } from "@playwright/test";
import type { Analysis } from "#contract/analysis.ts";
import { addIsoDays } from "#contract/time.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";
import { type Person, signUp } from "./support/account.ts";
import { analyzed } from "./support/analyses.ts";
import { pressAnalyze } from "./support/press-analyze.ts";

/** Puts companies on the person's watchlist and returns the list's item of the first one. */
async function watched(page: Page, { token }: Pick<Person, "token">, symbols: readonly string[]) {
  const answer = await page.request.post("/api/watchlist/import", {
    headers: { authorization: `Bearer ${token}` },
    data: { text: symbols.join(" ") },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await page.goto("/watchlist");
  return page.getByRole("listitem", { name: symbols[0] ?? "", exact: true });
}

async function expectWhole(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "main");
}

test("a report day that nobody knows is said to be unknown, and never guessed", async ({ page }) => {
  const person = await signUp(page);
  const [id] = await analyzed(page, person, ["SMDY"]);
  await page.goto(`/dashboard/predictions/${id}`);
  const result = page.getByRole("region", { name: /Someday Instruments.*\(SMDY\)/ });
  await expect(result).toContainText("The report date is not known");
  await expect(result).toContainText(/Earnings Date.*Not known yet/s);
  await expect(result).toContainText("Not on record: No report date is known");
  await expect(page.getByRole("region", { name: "Evidence" })).toContainText("not available: report date");

  await page.goto("/stocks/SMDY");
  await expect(page.getByRole("region", { name: "Next report" })).toContainText(
    "No day is known for it yet.",
  );
  await expectWhole(page);

  const item = await watched(page, person, ["SMDY"]);
  await expect(item).toContainText("The day of its next report is not known yet.");
  await expect(item).not.toContainText(/estimated day|in \d+ days/i);
  await expectWhole(page);
});

test("of a company that no analyst estimates nothing is predicted, and no number is made up", async ({
  page,
}) => {
  const person = await signUp(page);
  await page.goto("/dashboard?view=analysis&symbol=UNCV");
  await pressAnalyze(page);
  const main = page.getByRole("main");
  await expect(main).toContainText(
    /No analysis of UNCV.*No analysts' EPS estimate is published for UNCV, so there is nothing to beat or miss\./s,
  );
  await expect(main).not.toContainText("Confidence Prediction");
  await page.goto("/dashboard");
  await expect(main).toContainText("0 predictions made");
  await expect(main).toContainText("0/10");

  await page.goto("/stocks/UNCV");
  await expect(main).toContainText("No report with a consensus is known yet.");
  const next = page.getByRole("region", { name: "Next report" });
  await expect(next).not.toContainText("%");
  await expect(next).toContainText(/No day is known for it yet|Our prediction\s*None/);
  await expectWhole(page);

  const item = await watched(page, person, ["UNCV"]);
  await expect(item).toContainText("No analyst's estimate is known, so there is nothing to beat or miss.");
  await expect(item.getByText("No consensus", { exact: true })).toHaveCount(4);
  await expect(item).not.toContainText("%");
  await expectWhole(page);
});

test("a company that reports today after the close says so in the result and on the watchlist", async ({
  page,
}) => {
  const today = "2026-12-01";
  await page.clock.setSystemTime(new Date(`${today}T10:00:00-05:00`));
  const person = await signUp(page);
  const [id] = await analyzed(page, person, ["AAPL"]);
  const session = "post" as const;
  await page.route(`**/api/predictions/${id}**`, async (route) => {
    const response = await route.fetch();
    const prediction = (await response.json()) as { analysis?: Analysis };
    if (!prediction.analysis) return route.fulfill({ response });
    Object.assign(prediction.analysis, { asOf: `${today}T15:00:00.000Z` });
    Object.assign(prediction.analysis.earningsData, {
      earningsDate: `${today}T21:15:00.000Z`,
      earningsDateEnd: null,
      earningsSession: session,
    });
    return route.fulfill({ response, json: prediction });
  });
  await page.goto(`/dashboard/predictions/${id}`);
  await expect(page.getByRole("region", { name: /\(AAPL\)/ })).toContainText(
    "Reports today after the close, Dec 1, 2026, 4:15 PM EST",
  );

  const report = {
    fiscalQuarterEnd: addIsoDays(today, -31),
    reportDate: today,
    session,
    isConfirmed: true,
    movedFrom: null,
    state: "upcoming",
  };
  await page.route("**/api/watchlist", async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    const response = await route.fetch();
    const list = (await response.json()) as { items: { report: object | null }[] };
    const items = list.items.map((item) => ({
      ...item,
      report: item.report && { ...item.report, ...report },
    }));
    return route.fulfill({ response, json: { ...list, today, items } });
  });
  const item = await watched(page, person, ["AAPL"]);
  await expect(item).toContainText("Reports today after the close, Dec 1, 2026, confirmed");
  await expectWhole(page);
});
