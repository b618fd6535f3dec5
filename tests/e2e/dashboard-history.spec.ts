import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";
import { signUp } from "./support/account.ts";
import { analyzed } from "./support/analyses.ts";
import { signInAsDemo } from "./support/demo.ts";

test("the history is filtered, ordered and saved as CSV, and its address says how", async ({ page }) => {
  const person = await signUp(page);
  await analyzed(page, person, ["MSFT", "AAPL", "KO"]);
  await page.goto("/dashboard?view=analysis");
  await page.getByRole("link", { name: "View All" }).click();
  await expect(page).toHaveURL("/dashboard?view=history");
  const rows = page.getByRole("table", { name: "Prediction history" }).getByRole("row");
  const symbols = rows.getByRole("link");
  await expect(symbols).toHaveText(["KO", "AAPL", "MSFT"]);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Stock", exact: true }).click();
  await expect(symbols).toHaveText(["AAPL", "KO", "MSFT"]);
  await expect(page.getByRole("columnheader", { name: "Stock" })).toHaveAttribute("aria-sort", "ascending");
  await expect(page).toHaveURL("/dashboard?view=history&sort=symbol&direction=asc");

  const filters = page.getByRole("form", { name: "Filter the history" });
  await filters.getByLabel("Ticker").fill("ko");
  await filters.getByLabel("Ticker").press("Enter");
  await expect(symbols).toHaveText(["KO"]);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe("beatcast-predictions.csv");
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(",KO,The Coca-Cola Company,");

  await filters.getByLabel("Outcome").selectOption("correct");
  await expect(page.getByText("No prediction fits these filters.")).toBeVisible();
  await page.goBack();
  await expect(symbols).toHaveText(["KO"]);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(symbols).toHaveText(["AAPL", "KO", "MSFT"]);
});

test("long histories have pages", async ({ page }) => {
  const person = await signUp(page);
  await analyzed(page, person, ["MSFT", "AAPL", "KO"]);
  await page.goto("/dashboard?view=history&pageSize=2&sort=symbol&direction=asc");
  const symbols = page.getByRole("table").getByRole("link");
  await expect(symbols).toHaveText(["AAPL", "KO"]);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(symbols).toHaveText(["MSFT"]);
  await expect(page.getByText("Page 2 of 2")).toBeVisible();
  await expect(page.getByRole("button", { name: "Next" })).toBeDisabled();
});

test("a past prediction is replayed from its snapshot, for its owner only", async ({ page }) => {
  const other = await signUp(page);
  const [foreign] = await analyzed(page, other, ["AAPL"]);
  const person = await signUp(page);
  const [id] = await analyzed(page, person, ["KO"]);
  await page.goto("/dashboard?view=history");
  await page.getByRole("link", { name: "KO" }).click();
  await expect(page).toHaveURL(`/dashboard/predictions/${id}`);
  await expect(page).toHaveTitle("KO prediction · Beatcast");
  const outcome = page.getByRole("region", { name: "Outcome" });
  await expect(outcome).toContainText("As shown on");
  await expect(outcome).toContainText("Awaiting report");
  await expect(page.getByRole("region", { name: /Coca-Cola.*\(KO\)/ })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "[aria-labelledby=outcome]");
  await page.getByRole("link", { name: "Back to Prediction History" }).click();
  await expect(page).toHaveURL("/dashboard?view=history");

  await page.goto(`/dashboard/predictions/${foreign}`);
  await expect(page.getByRole("alert")).toContainText("There is no such prediction in your history.");
});

test("a settled prediction begins with its recap, which leads to the company's public page", async ({
  page,
}) => {
  await signInAsDemo(page);
  await page.goto("/dashboard?view=history&outcome=wrong");
  await page
    .getByRole("link", { name: /^Recap of/ })
    .first()
    .click();
  const recap = page.getByRole("region", { name: "Recap" });
  await expect(recap).toContainText(/reported .* against a consensus of .*, and it was wrong\./);
  await expect(recap).toContainText("Share over the report");
  await expect(recap).toContainText(/close of .* to close of|is not over yet/);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "[aria-labelledby=recap]");
  await recap.getByRole("link", { name: /^All reports of/ }).click();
  await expect(page).toHaveURL(/\/stocks\/[A-Z]+$/);
  await expect(page.getByRole("heading", { name: "Reports", exact: true })).toBeVisible();
  await expectAccessible(page);
});

test("printing leaves the analysis and nothing around it", async ({ page, isMobile }) => {
  test.skip(isMobile, "paper has one width");
  const person = await signUp(page);
  const [id] = await analyzed(page, person, ["AAPL"]);
  await page.goto(`/dashboard/predictions/${id}`);
  await expect(page.getByTestId("probability")).toBeVisible();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("navigation", { name: "Dashboard" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  for (const name of [/\(AAPL\)/, "What a beat has meant", "What the company said"])
    await expect(page.getByRole("region", { name })).toBeVisible();
  for (const name of ["Evidence", "Model Transparency", "Historical Strategy Examples", "Technical Analysis"])
    await expect(page.getByRole("region", { name })).toBeHidden();
  await expect(
    page.getByText(/^On the page: options examples, .* and all \d+ facts with their sources\./),
  ).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe("light");
  for (const format of ["A4", "Letter"] as const) {
    const paper = (await page.pdf({ format })).toString("latin1");
    expect(paper.match(/\/Type\s*\/Page\b/g), format).toHaveLength(2);
  }
});
