import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { signUp, statusOfToken } from "./support/account.ts";
import { linkInMail } from "./support/outbox.ts";
import { expectToast } from "./support/toast.ts";

test.describe("notification preferences", () => {
  test("have a switch for each flag that does something, with its default, and are stored", async ({
    page,
  }) => {
    await signUp(page);
    await page.goto("/account?tab=notifications");
    const switches = page.getByRole("switch");
    await expect(switches).toHaveCount(8);
    const off = ["Weekly Summary", "Newsletter", "Push Notifications"];
    for (const name of off) await expect(page.getByRole("switch", { name })).not.toBeChecked();
    await expect(page.getByRole("switch", { checked: true })).toHaveCount(5);
    await expect(page.getByText("We send no text messages.")).toBeVisible();
    await page.getByRole("switch", { name: "Weekly Summary" }).click();
    await page.getByRole("button", { name: "Save Preferences" }).click();
    await expectToast(page, "Preferences Updated");
    await page.reload();
    await expect(page.getByRole("switch", { name: "Weekly Summary" })).toBeChecked();
  });

  test("tell when they could not be saved", async ({ page }) => {
    await signUp(page);
    await page.goto("/account?tab=notifications");
    await page.route("**/api/account/notifications", (route) =>
      route.request().method() === "PUT" ? route.abort() : route.fallback(),
    );
    await page.getByRole("button", { name: "Save Preferences" }).click();
    await expectToast(page, "Update Failed", "Failed to update your preferences. Please try again.");
  });
});

test.describe("privacy settings", () => {
  test("have a switch for each flag that does something, are stored, and lead to the policy and the terms", async ({
    page,
  }) => {
    await signUp(page);
    await page.goto("/account?tab=privacy");
    await expect(page.getByRole("switch")).toHaveCount(2);
    await expect(page.getByRole("switch", { checked: true })).toHaveCount(2);
    await page.getByRole("switch", { name: "Data Analytics" }).click();
    await page.getByRole("button", { name: "Save Privacy Settings" }).click();
    await expectToast(page, "Privacy Settings Updated");
    await page.reload();
    await expect(page.getByRole("switch", { name: "Data Analytics" })).not.toBeChecked();
    await expect(page.getByRole("link", { name: "Privacy Policy" })).toHaveAttribute("href", "/privacy");
    await expect(page.getByRole("link", { name: "Terms of Service" })).toHaveAttribute("href", "/terms");
  });

  test("give the person's data as a file", async ({ page }) => {
    const person = await signUp(page);
    await page.goto("/account?tab=privacy");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export Data" }).click();
    const file = JSON.parse(await readFile(await (await download).path(), "utf8"));
    expect(file).toMatchObject({ profile: { email: person.email }, isComplete: true });
    await expectToast(page, "Export Started");
  });

  test("tell when the export failed", async ({ page }) => {
    await signUp(page);
    await page.goto("/account?tab=privacy");
    await page.route("**/api/account/export", (route) => route.abort());
    await page.getByRole("button", { name: "Export Data" }).click();
    await expectToast(page, "Export Failed");
  });

  test("delete the account after the exact word, and only then", async ({ page }) => {
    const { token } = await signUp(page);
    await page.goto("/account?tab=privacy");
    await page.getByRole("button", { name: "Delete Account" }).click();
    await expect(page.getByLabel("Type DELETE to confirm")).toBeFocused();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByLabel("Type DELETE to confirm").fill("delete");
    await dialog.getByRole("button", { name: "Delete Account" }).click();
    await expectToast(page, "Confirmation Required", "Please type 'DELETE' to confirm account deletion.");
    await dialog.getByLabel("Type DELETE to confirm").fill("DELETE");
    await dialog.getByRole("button", { name: "Delete Account" }).click();
    await expectToast(page, "Account Deletion Initiated");
    await expect(page).toHaveURL("/auth");
    expect(await statusOfToken(page, token)).toBe(401);
  });

  test("tell when the deletion failed, and keep the account", async ({ page }) => {
    await signUp(page);
    await page.goto("/account?tab=privacy");
    await page.route("**/api/account/delete", (route) => route.abort());
    await page.getByRole("button", { name: "Delete Account" }).click();
    await expect(page.getByLabel("Type DELETE to confirm")).toBeFocused();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByLabel("Type DELETE to confirm").fill("DELETE");
    await dialog.getByRole("button", { name: "Delete Account" }).click();
    await expectToast(page, "Deletion Failed", "Failed to delete your account. Please contact support.");
  });
});

test.describe("the newsletter", () => {
  test("starts after the mailed link and ends with one click", async ({ page }) => {
    const email = `reader.${crypto.randomUUID().slice(0, 8)}@example.com`;
    const alive = page.waitForResponse("**/api/subscription/plans");
    await page.goto("/");
    await alive;
    const form = page.getByRole("form", { name: "Newsletter" });
    await form.getByLabel("Email for the newsletter").fill(email);
    await form.getByRole("button", { name: "Subscribe" }).click();
    await expect(form.getByRole("status")).toContainText("please open the link in the email");
    await page.goto(await linkInMail(page, email, "Confirm your newsletter subscription"));
    await page.getByRole("button", { name: "Confirm the subscription" }).click();
    await expect(page.getByRole("heading", { name: "You are subscribed" })).toBeVisible();
    await page.goto(await linkInMail(page, email, "You are subscribed"));
    await page.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(page.getByRole("heading", { name: "You have been unsubscribed" })).toBeVisible();
  });
});
