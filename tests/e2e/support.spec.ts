import { expect, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";
import { confirmAddress, signUp } from "./support/account.ts";
import { expectToast } from "./support/toast.ts";

test("a member asks support once the address is confirmed, and sees that it waits", async ({ page }) => {
  const person = await signUp(page);
  await page.goto("/support");
  await expect(page.getByText("on your plan within 5 working days")).toBeVisible();
  await expect(page.getByText("Please confirm your email address first")).toBeVisible();
  await confirmAddress(page, person);
  await page.goto("/support?page=/calendar");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Please enter a subject.")).toBeVisible();
  await page.getByLabel("Subject").fill("The calendar");
  await page.getByLabel("How can we help?").fill("A company is missing.");
  await expect(page.getByLabel("Page (optional)")).toHaveValue("/calendar");
  await page.getByRole("button", { name: "Send" }).click();
  await expectToast(page, "Sent", "We answer by email, and here.");
  await expect(page.getByRole("region", { name: "Your requests" })).toContainText("Waiting");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
