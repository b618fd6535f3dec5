import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import { type Person, signUp, statusOfToken } from "./support/account.ts";
import { authenticator } from "./support/authenticator.ts";
import { linkInMail } from "./support/outbox.ts";
import { expectFailure, expectToast } from "./support/toast.ts";

async function changePassword(page: Page, current: string, next: string, confirm = next) {
  await page.getByLabel("Current Password").fill(current);
  await page.getByLabel("New Password", { exact: true }).fill(next);
  await page.getByLabel("Confirm New Password").fill(confirm);
  await page.getByRole("button", { name: "Update Password" }).click();
}

async function signInByForm(page: Page, { email, password }: Pick<Person, "email" | "password">) {
  await page.goto("/auth");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

async function forgetSession(page: Page) {
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
}

test.describe("the password", () => {
  test("is changed after the current one, in the specification's words", async ({ page }) => {
    const person = await signUp(page);
    await page.goto("/account?tab=security");
    await changePassword(page, person.password, "a better password", "another one");
    await expectToast(page, "Password mismatch", "New passwords do not match.");
    await changePassword(page, person.password, "1234567");
    await expectToast(page, "Password too short", "Password must be at least 8 characters long.");
    await changePassword(page, "not it at all", "a better password");
    await expect(page.getByText("The current password is wrong.").first()).toBeVisible();
    await changePassword(page, person.password, "a better password");
    await expectToast(page, "Password updated", "Your password has been changed successfully.");
    await forgetSession(page);
    await signInByForm(page, { ...person, password: "a better password" });
    await expect(page).toHaveURL(/\/dashboard/);
  });

  test("is reset by a mailed link, which then works no more", async ({ page }) => {
    const person = await signUp(page);
    await forgetSession(page);
    await page.goto("/auth");
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await page.getByLabel("Email").fill(person.email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByText("Check your mailbox")).toBeVisible();
    const link = await linkInMail(page, person.email, "Set a new password");
    const reset = async (password: string) => {
      // An address that differs only in its fragment does not load a page.
      await page.goto("/robots.txt");
      await page.goto(link);
      await page.getByLabel("New Password").fill(password);
      await page.getByLabel("Confirm Password").fill(password);
      await expect(
        page.getByLabel(
          "End passkeys, linked sign-ins, connected apps, API keys, webhooks and the calendar feed",
        ),
      ).toBeChecked();
      await page.getByRole("button", { name: "Save the password" }).click();
    };
    await reset("a brand new password");
    await expect(page.getByText("Password changed")).toBeVisible();
    await reset("one more password");
    await expectFailure(page, "This link is no longer valid. Please ask for a new one.");
    await signInByForm(page, { ...person, password: "a brand new password" });
    await expect(page).toHaveURL(/\/dashboard/);
  });
});

const linkTo = (page: Page, { email }: { email: string }) =>
  linkInMail(page, email, "Confirm your email address");

async function signOutHere(page: Page) {
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
}

test.describe("the address", () => {
  test("is confirmed by the mailed link, which says so when it is followed again", async ({ page }) => {
    const person = await signUp(page);
    await page.goto("/account");
    await expect(page.getByText("Please confirm your email address")).toBeVisible();
    await page.goto(await linkTo(page, person));
    await expect(page.getByText("Address confirmed")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Already confirmed")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "To your account" }).click();
    await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
    await expect(page.getByText("Please confirm your email address")).toBeHidden();
  });
});

test.describe("the mailed link to confirm an address", () => {
  test("asks whoever is not signed in to do so, and then confirms", async ({ page }) => {
    const person = await signUp(page);
    const link = await linkTo(page, person);
    await signOutHere(page);
    await page.goto(link);
    await expect(page.getByText("Sign in to confirm the address.")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByText("Address confirmed")).toBeVisible();
    await signOutHere(page);
    await page.reload();
    await expect(page.getByText("Already confirmed")).toBeVisible();
  });

  test("confirms nothing in a browser signed in to another account, and gives its owner the account", async ({
    page,
  }) => {
    const squatter = await signUp(page);
    await signUp(page);
    await page.goto(await linkTo(page, squatter));
    await expect(page.getByText("This link belongs to another account")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("New Password", { exact: true }).fill("a brand new password");
    await page.getByLabel("Confirm Password").fill("a brand new password");
    await page.getByRole("button", { name: "Save the password" }).click();
    await expect(page.getByText("The account is yours")).toBeVisible();
    expect(await statusOfToken(page, squatter.token)).toBe(401);
  });
});

test.describe("two-factor authentication", () => {
  test("is set up, asked at the next sign-in, and turned off", async ({ page }) => {
    test.slow();
    const person = await signUp(page);
    await page.goto("/account?tab=security");
    const toggle = page.getByRole("switch", { name: "Ask for a code when signing in" });
    await expect(toggle).toBeDisabled();
    await expect(page.getByText("Confirm your email address first")).toBeVisible();
    await page.goto(await linkInMail(page, person.email, "Confirm your email address"));
    await expect(page.getByText("Address confirmed")).toBeVisible();
    await page.goto("/account?tab=security");
    await toggle.click();
    const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
    await dialog.getByLabel("Password", { exact: true }).fill(person.password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
    await expectAccessible(page);
    const code = authenticator((await page.getByTestId("two-factor-key").textContent()) ?? "");
    await dialog.getByLabel("Authentication code").fill("000000");
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expect(dialog.getByText("That code is wrong. Please try the next one.")).toBeVisible();
    await dialog.getByLabel("Authentication code").fill(await code(-1));
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expectToast(page, "2FA enabled");
    await expect(dialog.getByRole("listitem")).toHaveCount(10);
    await dialog.getByRole("button", { name: "I have saved them" }).click();
    await expect(page.getByText("Enabled", { exact: true })).toBeVisible();

    await forgetSession(page);
    await signInByForm(page, person);
    await expect(page.getByRole("heading", { name: "Two-factor authentication" })).toBeVisible();
    await page.getByLabel("Authentication code").fill(await code());
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page).toHaveURL(/\/dashboard/);

    await page.goto("/account?tab=security");
    await toggle.click();
    await dialog.getByLabel("Password", { exact: true }).fill(person.password);
    await dialog.getByLabel("Authentication code").fill("000000");
    await dialog.getByRole("button", { name: "Turn off" }).click();
    await expect(dialog.getByText("That code is wrong or was used before.")).toBeVisible();
    await dialog.getByLabel("Authentication code").fill(await code(1));
    await dialog.getByRole("button", { name: "Turn off" }).click();
    await expectToast(page, "2FA disabled");
    await expect(page.getByText("Disabled", { exact: true })).toBeVisible();
  });
});

test.describe("sessions", () => {
  test("are listed with their device; another one is terminated after a confirmation", async ({ page }) => {
    const { email, password } = await signUp(page);
    const elsewhere = await page.request.post("/api/auth/signin", {
      data: { email, password },
      headers: { "user-agent": "Mozilla/5.0 (Macintosh; Intel Mac OS X) Firefox/140.0" },
    });
    const { token } = (await elsewhere.json()) as { token: string };
    await page.goto("/account?tab=security");
    const sessions = page.getByRole("region", { name: "Active Sessions" });
    await expect(sessions.getByRole("listitem")).toHaveCount(2);
    await expect(sessions.getByText("Current", { exact: true })).toHaveCount(1);
    const other = sessions.getByRole("listitem").filter({ hasText: "Firefox on Mac" });
    await other.getByRole("button", { name: "Terminate" }).click();
    await page.getByRole("button", { name: "Keep" }).click();
    await expect(sessions.getByRole("listitem")).toHaveCount(2);
    await other.getByRole("button", { name: "Terminate" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Terminate" }).click();
    await expectToast(page, "Session terminated");
    await expect(sessions.getByRole("listitem")).toHaveCount(1);
    expect(await statusOfToken(page, token)).toBe(401);
    await expect(page.getByRole("region", { name: "Recent Security Activity" })).toContainText(
      "Session terminated",
    );
  });
});
