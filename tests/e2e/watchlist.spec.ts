import { expect, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";
import { signUp } from "./support/account.ts";
import { expectToast } from "./support/toast.ts";

test("of twelve companies with room for ten, the two left out are named", async ({ page }) => {
  await signUp(page);
  await page.goto("/watchlist");
  await page
    .getByLabel("Tickers to add")
    .fill("AAPL MSFT NVDA AMZN GOOGL META TSLA JPM LLY WMT ORCL COST".replaceAll(" ", ", "));
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("10 companies added")).toBeVisible();
  await expect(
    page.getByText("Left out, because your plan has room for 10 companies: ORCL, COST."),
  ).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("companies are added by ticker and by a broker's file, noted on, and taken off", async ({ page }) => {
  const { token } = await signUp(page);
  const headers = { authorization: `Bearer ${token}` };
  expect((await page.request.post("/api/analyze/AAPL", { headers, data: {} })).status()).toBe(200);
  await page.goto("/dashboard");
  await page.getByRole("button", { name: /^Track Portfolio/ }).click();
  await expect(page).toHaveURL("/watchlist");
  await expect(page.getByRole("heading", { name: "Your watchlist is empty" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add AAPL" }).click();
  const row = page.getByRole("listitem", { name: "AAPL" });
  await expect(row).toContainText(/(confirmed|estimated day)/);
  await page.getByLabel("Tickers to add").fill("msft, no/ticker");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("1 company added")).toBeVisible();
  await expect(page.getByText(/^Line 1, “no\/ticker”: That is not a ticker symbol\./)).toBeVisible();
  await page.getByLabel("A broker's CSV file").setInputFiles({
    name: "positions.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("\ufeffSymbol;Quantity\r\nAAPL;3\r\nKO;1\r\n"),
  });
  await expect(page.getByText("1 company added, 1 there already")).toBeVisible();
  await row.getByRole("button", { name: "Add a note on AAPL" }).click();
  await page.getByLabel("Note on AAPL").fill("Ask about margins.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("Ask about margins.");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Take MSFT off the watchlist" }).click();
  await expectToast(page, "Taken off your watchlist", "MSFT");
  await expect(page.getByRole("list", { name: "Watched companies" }).locator("> li")).toHaveCount(2);
  await page.reload();
  await expect(row).toContainText("No change since you looked on");
});
