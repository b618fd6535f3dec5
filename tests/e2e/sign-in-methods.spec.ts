import { expect, type Page, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";
import { confirmAddress, signUp } from "./support/account.ts";
import { authenticator } from "./support/authenticator.ts";
import { expectFailure, expectToast } from "./support/toast.ts";
import { virtualAuthenticator } from "./support/virtual-authenticator.ts";

async function signOutHere(page: Page) {
  await page.goto("/robots.txt");
  await page.evaluate(() => localStorage.clear());
  const kept = (await page.context().cookies()).filter(({ name }) => !name.includes("beatcast"));
  await page.context().clearCookies();
  await page.context().addCookies(kept);
}

/** Opens the form before the browser can offer a passkey, which the device would answer at once. */
async function openSignIn(page: Page) {
  const offer = "**/api/auth/passkey/options";
  await page.route(offer, (route) => route.abort());
  const offered = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/passkey/options"));
  await page.goto("/auth");
  await offered;
  await page.unroute(offer);
}

async function addPasskey(page: Page, name: string) {
  await page.goto("/account?tab=security");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expectToast(page, "Passkey added", "It signs you in from now on.");
}

/** Signs in on the provider's own pages. */
async function signInThere(page: Page, login: string) {
  const field = page.getByPlaceholder("Enter any login");
  const consent = page.getByRole("button", { name: "Continue" });
  await field.or(consent).first().waitFor();
  if (await field.isVisible()) {
    await field.fill(login);
    await page.getByPlaceholder("and password").fill("any");
    await page.getByRole("button", { name: "Sign-in" }).click();
  }
  await consent.click();
}

const anAddress = () => `grace.${crypto.randomUUID().slice(0, 12)}@example.com`;

test("a passkey is added, signs in alone and in place of a code, and is removed", async ({ page }) => {
  test.slow();
  const device = await virtualAuthenticator(page);
  const person = await signUp(page);
  await confirmAddress(page, person);
  await addPasskey(page, "Ada's laptop");
  await expect(page.getByText(/Added .* · Never used/)).toBeVisible();
  const [passkey] = await device.passkeys();
  expect(passkey).toMatchObject({ rpId: "localhost", isResidentCredential: true });

  await signOutHere(page);
  await page.goto("/auth");
  // The device answers what the browser offers at the address field.
  await expect(page).toHaveURL(/\/dashboard/);
  await signOutHere(page);
  await openSignIn(page);
  await page.getByRole("button", { name: "Passkey" }).click();
  await expect(page).toHaveURL(/\/dashboard/);

  await page.goto("/account?tab=security");
  await expect(page.getByText(/Added .* · Last used /)).toBeVisible();
  await page.getByRole("switch", { name: "Ask for a code when signing in" }).click();
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Continue" }).click();
  const code = authenticator((await page.getByTestId("two-factor-key").textContent()) ?? "");
  await page.getByLabel("Authentication code").fill(await code());
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("button", { name: "I have saved them" }).click();

  await signOutHere(page);
  await openSignIn(page);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Two-factor authentication")).toBeVisible();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(/\/dashboard/);

  await page.goto("/account?tab=security");
  await page.getByRole("button", { name: "Remove Ada's laptop" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expectToast(page, "Passkey removed", "It does not sign you in any more.");
  await expect(page.getByText("Ada's laptop")).toHaveCount(0);
});

test("another site signs a new person up and in, and a passkey then takes its place", async ({
  page,
  isMobile,
}) => {
  test.slow();
  await virtualAuthenticator(page);
  const email = anAddress();
  await page.goto("/auth");
  await page.getByRole("button", { name: "Example" }).click();
  await signInThere(page, email);
  await expect(page).toHaveURL(/\/dashboard/);
  await page.goto("/account?tab=security");
  await expect(page.getByRole("heading", { name: "Set a Password" })).toBeVisible();
  await page.getByRole("button", { name: "Unlink Example" }).click();
  await page.getByRole("button", { name: "Unlink", exact: true }).click();
  await expectFailure(
    page,
    "This is the only way to sign in to your account. Set a password, or add another way, before you remove it.",
  );
  await page.getByRole("button", { name: "Cancel" }).click();
  await addPasskey(page, "");
  const device = isMobile ? "Chrome on Android" : "Chrome on Windows";
  await expect(page.getByRole("button", { name: `Remove ${device}` })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Unlink Example" }).click();
  await page.getByRole("button", { name: "Unlink", exact: true }).click();
  await expectToast(page, "Sign-in unlinked", "Example does not sign you in any more.");
});

test("an account is linked from its security settings, and says so where the address has one", async ({
  page,
}) => {
  const { email } = await signUp(page);
  await signOutHere(page);
  await page.goto("/auth");
  await page.getByRole("button", { name: "Example" }).click();
  await signInThere(page, email);
  await expect(page.getByText(`There is an account with ${email} already.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to sign in" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await page.goto("/account?tab=security");
  await page.getByRole("button", { name: "Link Example" }).click();
  await page.getByRole("button", { name: "Go to Example" }).click();
  await expect(page.getByText("Sign-in linked").first()).toBeVisible();
  await expect(page).toHaveURL(/\/account\?tab=security/);
  await expect(page.getByRole("button", { name: "Unlink Example" })).toBeVisible();
});
