import { expect, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";
import { signUp } from "./support/account.ts";
import { expectFailure, expectToast } from "./support/toast.ts";

/** A PNG with one blue dot. */
const aPng = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test.describe("account settings", () => {
  test("say who is signed in, lead home, and have five tabs which the address names", async ({ page }) => {
    const person = await signUp(page);
    await page.goto("/account");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Ada Lovelace");
    await expect(page.getByText(`${person.email} · Free plan`)).toBeVisible();
    await expect(page.getByRole("link", { name: "Back Home" })).toHaveAttribute("href", "/dashboard");
    await expect(page.getByRole("tab")).toHaveText([
      "Account",
      "Billing",
      "Security",
      "Notifications",
      "Privacy",
    ]);
    await page.getByRole("tab", { name: "Privacy" }).click();
    await expect(page).toHaveURL("/account?tab=privacy");
    await page.reload();
    await expect(page.getByRole("button", { name: "Export Data" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("tab", { name: "Account" })).toHaveAttribute("aria-selected", "true");
  });

  for (const tab of ["account", "security", "notifications", "privacy"])
    test(`can be read by everyone and on a phone: ${tab}`, async ({ page }) => {
      // As long as business addresses can be, without a place to break.
      await signUp(page, {
        email: `ada.lovelace.of.the.analytical.engine.${crypto.randomUUID()}@example.com`,
      });
      await page.goto(`/account?tab=${tab}`);
      await expect(page.getByRole("tabpanel").getByRole("heading").first()).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });

  test("deny access without a user, with the way to sign in", async ({ page }) => {
    await page.goto("/account");
    await expect(page.getByText("Access Denied")).toBeVisible();
    await expect(page.getByText("Please log in to access your account settings.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Sign In" })).toHaveAttribute("href", "/auth");
  });

  test("sign out at once, though the server fails", async ({ page }) => {
    await signUp(page);
    await page.route("**/api/auth/signout", (route) => route.abort());
    await page.goto("/account");
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page.getByText("Goodbye, and see you at the next report.")).toBeVisible();
    await expect(page.getByText("Access Denied")).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem("auth_token"))).toBeNull();
  });
});

test.describe("the profile", () => {
  test("shows what is there, what is not provided, and the account's status", async ({ page }) => {
    await signUp(page);
    await page.goto("/account");
    await expect(page.getByText("Not provided")).toHaveCount(3);
    await expect(page.getByText("No bio provided")).toBeVisible();
    await expect(page.getByText("Member Since")).toBeVisible();
    const status = page.getByRole("region", { name: "Account Status" });
    await expect(status).toContainText("Free");
    await expect(status).toContainText("0 / 10");
    await expect(status).toContainText(/active/i);
  });

  test("is edited and saved, and Cancel restores what was there", async ({ page }) => {
    await signUp(page);
    await page.goto("/account");
    const edit = page.getByRole("button", { name: "Edit Profile" });
    await edit.click();
    await expect(page.getByText("Email cannot be changed")).toBeVisible();
    await page.getByLabel("Company").fill("Analytical Engines");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByText("Analytical Engines")).toBeHidden();
    await edit.click();
    await expect(page.getByLabel("Company")).toHaveValue("");
    await page.getByLabel("Company").fill("Analytical Engines");
    await page.getByLabel("Phone").fill("+44 20 7946 0000");
    await page.getByLabel("Bio").fill("First &amp; only programmer");
    await page.getByRole("button", { name: "Save" }).click();
    await expectToast(page, "Profile Updated", "Your account information has been successfully updated.");
    await page.reload();
    await expect(page.getByText("Analytical Engines")).toBeVisible();
    await expect(page.getByText("First &amp; only programmer")).toBeVisible();
  });

  test("names each wrong field and keeps what was typed", async ({ page }) => {
    await signUp(page);
    await page.goto("/account");
    await page.getByRole("button", { name: "Edit Profile" }).click();
    await page.getByLabel("Full Name").fill(" ");
    await page.getByLabel("Phone").fill("call me");
    await page.getByLabel("Bio").fill("x".repeat(501));
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Please enter your name.")).toBeVisible();
    await expect(page.getByText("Please enter a phone number, for example +1 212 555 0100.")).toBeVisible();
    await expect(page.getByText("At most 500 characters.")).toBeVisible();
    await expect(page.getByLabel("Full Name")).toBeFocused();
    await expect(page.getByLabel("Phone")).toHaveValue("call me");
  });

  test("has a photo that is resized, shown, and can be removed", async ({ page }) => {
    await signUp(page);
    await page.goto("/account");
    await page.getByRole("button", { name: "Edit Profile" }).click();
    await expect(page.getByRole("button", { name: "Change Photo" })).toBeVisible();
    await page.getByLabel("Photo", { exact: true }).setInputFiles({
      name: "me.png",
      mimeType: "image/png",
      buffer: aPng,
    });
    await expectToast(page, "Profile Updated", "Your photo has been changed.");
    const photo = page.getByRole("tabpanel").locator("img");
    await expect(photo).toHaveAttribute("src", /^\/api\/account\/avatar\/[\w-]{43}\.(webp|png)$/);
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    await page.getByRole("button", { name: "Remove" }).click();
    await expect(photo).toHaveCount(0);
  });

  test("refuses a file that is no picture, whatever it is called", async ({ page }) => {
    await signUp(page);
    await page.goto("/account");
    await page.getByRole("button", { name: "Edit Profile" }).click();
    const input = page.getByLabel("Photo", { exact: true });
    const buffer = Buffer.from("<svg onload='alert(1)'/>");
    await input.setInputFiles({ name: "me.svg", mimeType: "image/svg+xml", buffer });
    await expectFailure(page, "Please choose a PNG, JPEG or WebP picture.");
    await input.setInputFiles({ name: "me.png", mimeType: "image/png", buffer });
    await expectFailure(page, "The photo could not be changed. Please try another one.");
  });
});
