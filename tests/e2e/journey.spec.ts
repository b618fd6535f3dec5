import { expect, test } from "@playwright/test";
import { pressAnalyze } from "./support/press-analyze.ts";

/** The main task of a newcomer: sign up, type a ticker, watch it work, and read the prediction. */
test("a newcomer signs up, analyses AAPL and finds the prediction in the history", async ({ page }, {
  project,
}) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));

  await page.goto("/auth");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByLabel("Full Name").fill("Nora Field");
  await page.getByLabel("Email").fill(`nora.${project.name}.${Date.now()}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill("three quiet rivers");
  await page.getByLabel("Confirm Password").fill("three quiet rivers");
  await page.getByRole("button", { name: "Create Account" }).click();

  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.getByText(/Good (morning|afternoon|evening), Nora/)).toBeVisible();
  await expect(page.getByText("No predictions yet")).toBeVisible();

  await page.getByRole("button", { name: "Go to Analysis Tools" }).click();
  const ticker = page.getByRole("combobox", { name: "Ticker" });
  await pressAnalyze(page);
  await expect(page.getByText("Please enter a stock ticker symbol").first()).toBeVisible();

  await ticker.fill("aapl");
  await ticker.press("Enter");
  const result = page.getByRole("region", { name: /Apple Inc.*\(AAPL\)/ });
  await expect(result).toBeVisible();
  await expect(page.getByText("Generated earnings prediction for AAPL")).toBeVisible();
  await expect(result).toContainText("Confidence Prediction");
  await expect(result).toContainText("Expected EPS");
  await expect(result).toContainText("Analyst Consensus");
  await expect(result.getByText(/base rate/i).first()).toBeVisible();
  await expect(page.getByText(/sample/i).first()).toBeVisible();

  await page.goto("/dashboard?view=history");
  await expect(page.getByRole("main").getByText("AAPL").first()).toBeVisible();
  await page.goto("/dashboard");
  await expect(page.getByText("1 / 10").or(page.getByText("1/10")).first()).toBeVisible();
  expect(errors).toEqual([]);
});

test("a visitor without a session sees the sign-in page in place of the dashboard", async ({ page }) => {
  await page.goto("/dashboard");
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
});
