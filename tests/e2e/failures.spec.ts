import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import { signUp } from "./support/account.ts";
import { signInAsDemo, signInAsInstitution } from "./support/demo.ts";
import { pressAnalyze } from "./support/press-analyze.ts";
import { expectFailure, expectToast } from "./support/toast.ts";

/** A failure of the server without a message. */
const broken = { status: 500, body: "" };

test("what fails on a result says so beside its button, and no more once it is tried again", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "share", { value: undefined, configurable: true });
    const refused = () => Promise.reject(new DOMException("no", "NotAllowedError"));
    Object.defineProperty(navigator.clipboard, "writeText", { value: refused, configurable: true });
  });
  await signUp(page);
  await page.goto("/dashboard?view=analysis&symbol=KO");
  await pressAnalyze(page);
  const result = page.getByRole("article", { name: "Analysis of KO" });
  await expect(result.getByRole("button", { name: "Watch", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Dismiss notification" }).click();

  await result.getByRole("button", { name: "Share", exact: true }).click();
  await expectFailure(result, "Copy the address of the company's page instead.");

  await page.route("**/api/watchlist/**", (route) =>
    route.request().method() === "GET" ? route.fallback() : route.fulfill(broken),
  );
  await result.getByRole("button", { name: "Watch", exact: true }).click();
  await expectFailure(result, "The watchlist could not be changed. Please try again.");
  await expectAccessible(page, "article");
  await page.unrouteAll();
  await result.getByRole("button", { name: "Watch", exact: true }).click();
  await expectToast(page, "Added to your watchlist", "KO");
  await expect(result.getByText("The watchlist could not be changed.")).toHaveCount(0);
});

test("keys and webhooks that cannot be changed say so where they were to change", async ({ page }) => {
  await signInAsInstitution(page);
  await page.addInitScript(() => {
    const refused = () => Promise.reject(new DOMException("no", "NotAllowedError"));
    Object.defineProperty(navigator.clipboard, "writeText", { value: refused, configurable: true });
  });
  await page.route("**/api/keys/*", (route) => route.fulfill(broken));
  await page.goto("/account?tab=api");
  await page.getByRole("button", { name: "Revoke Demo key" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expectFailure(dialog, "Failed to revoke the key. Please try again.");
  await expectAccessible(page, "[role=alertdialog]");
  await dialog.getByRole("button", { name: "Keep" }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "Revoke Demo key" }).click();
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Keep" }).click();

  const url = `https://hooks.example.com/${crypto.randomUUID().slice(0, 8)}`;
  await page.getByRole("button", { name: "Add an endpoint" }).click();
  const form = page.getByRole("dialog");
  await page.getByLabel("Address").fill(url);
  await page.route("**/api/webhook-endpoints", (route) =>
    route.request().method() === "GET" ? route.fallback() : route.fulfill(broken),
  );
  await page.getByRole("button", { name: "Add the endpoint" }).click();
  await expectFailure(form, "Failed to add the endpoint. Please try again.");
  await page.unroute("**/api/webhook-endpoints");
  await page.getByRole("button", { name: "Add the endpoint" }).click();
  await expect(page.getByTestId("webhook-secret")).toHaveText(/^whsec_/);
  await page.getByRole("button", { name: "Copy" }).click();
  await expectFailure(page.getByRole("alertdialog"), "Please select the secret and copy it.");
  await page.getByRole("button", { name: "I have saved it" }).click();

  const row = page.getByRole("listitem").filter({ hasText: url });
  await page.route("**/api/webhook-endpoints/**", (route) =>
    route.request().method() === "GET" ? route.fallback() : route.fulfill(broken),
  );
  await row.getByRole("button", { name: "Send test event" }).click();
  await expectFailure(row, "Failed to send the test event. Please try again.");
  await row.getByRole("button", { name: `Remove ${url}` }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expectFailure(dialog, "Failed to remove the endpoint. Please try again.");
  await page.unrouteAll();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expectToast(page, "Endpoint removed", "Nothing more is sent to it.");
});

test("a history that cannot be written, and quiet hours that cannot be kept, say so in place", async ({
  page,
}) => {
  await signInAsDemo(page);
  await page.route("**/api/predictions/export.csv*", (route) => route.fulfill(broken));
  await page.goto("/dashboard?view=history");
  await page.getByRole("button", { name: "Download CSV" }).click();
  await expectFailure(page.getByRole("main"), "The file could not be created. Please try again.");
  await page.route("**/api/alerts/settings", (route) =>
    route.request().method() === "GET" ? route.fallback() : route.fulfill(broken),
  );
  await page.goto("/account?tab=notifications");
  await page.getByRole("button", { name: "Save Quiet Hours" }).click();
  await expectFailure(page.getByRole("main"), "Failed to save your quiet hours. Please try again.");
});
