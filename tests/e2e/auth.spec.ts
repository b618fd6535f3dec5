import { expect, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";
import { signUp } from "./support/account.ts";
import { expectToast } from "./support/toast.ts";

test.describe("sign-in", () => {
  test("stands beside sign-up under the platform's line, and leads to the prices", async ({ page }) => {
    await page.goto("/auth");
    await expect(page).toHaveTitle("Sign In · Beatcast");
    await expect(page.getByText("AI-powered earnings prediction platform")).toBeVisible();
    await expect(page.getByRole("tab")).toHaveText(["Sign In", "Sign Up"]);
    await page.getByRole("link", { name: "Subscribe to get started" }).click();
    await expect(page).toHaveURL(/\/#pricing$/);
    await expect(page.locator("#pricing-title")).toBeInViewport();
  });

  test("asks for what is missing and keeps what was typed", async ({ page }) => {
    await page.goto("/auth");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expectToast(page, "Missing information", "Please enter both email and password.");
    await expect(page.getByLabel("Email")).toHaveValue("ada@example.com");
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  });

  test("tells when the credentials are wrong, in the server's words or the default", async ({ page }) => {
    await page.route("**/api/auth/signin", (route) => route.fulfill({ status: 500, body: "" }));
    await page.goto("/auth");
    await page.getByLabel("Email").fill("nobody@example.com");
    await page.getByLabel("Password", { exact: true }).fill("wrong password");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expectToast(page, "Sign in failed", "Please check your credentials and try again.");
    await page.unroute("**/api/auth/signin");
    const answer = page.waitForResponse("**/api/auth/signin");
    await page.getByRole("button", { name: "Sign In" }).click();
    const { message } = (await (await answer).json()) as { message: string };
    await expectToast(page, "Sign in failed", message);
  });

  test("gives up after 20 s", async ({ page }) => {
    test.slow();
    await page.route("**/api/auth/signin", () => new Promise(() => {}));
    await page.goto("/auth");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password", { exact: true }).fill("correct horse");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByRole("button", { name: "Signing in..." })).toBeDisabled();
    await expect(page.getByTestId("toast")).toContainText("Login operation timed out", { timeout: 25_000 });
    await expect(page.getByRole("button", { name: "Sign In" })).toBeEnabled();
  });

  test("welcomes back and opens the dashboard; signing out forgets the token though the server fails", async ({
    page,
  }) => {
    const person = await signUp(page);
    await page.evaluate(() => localStorage.clear());
    await page.context().clearCookies();
    await page.goto("/auth");
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/dashboard$/);
    await expectToast(page, "Welcome back!");
    await expect(page.getByText(/Good (morning|afternoon|evening), Ada/)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("auth_token"))).toBeTruthy();

    await page.route("**/api/auth/signout", (route) => route.abort());
    const menu = page.getByRole("button", { name: /menu/i });
    if (await menu.isVisible()) await menu.click();
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("auth_token"))).toBeNull();
  });

  test("a signed-in person is taken to the dashboard", async ({ page }) => {
    await signUp(page);
    await page.goto("/auth");
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test.describe("sign-up", () => {
  test.beforeEach(async ({ page }) => {
    await page.goto("/auth");
    await page.getByRole("tab", { name: "Sign Up" }).click();
  });

  test("says that the free plan is chosen, with the paid ones one click away", async ({ page }) => {
    const plan = page.getByRole("region", { name: "Your plan" });
    await expect(plan).toContainText("Free plan: 10 basic predictions a month");
    await expect(page.getByRole("link", { name: "Subscribe to get started" })).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await plan.getByRole("link", { name: "Paid plans from $29" }).click();
    await expect(page).toHaveURL(/\/#pricing$/);
    await expect(page.locator("#pricing-title")).toBeInViewport();
  });

  test("requires name, email and password", async ({ page }) => {
    await page.getByRole("button", { name: "Create Account" }).click();
    for (const text of ["Please enter your name.", "Please enter your email.", "Please choose a password."])
      await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByTestId("toast")).toHaveCount(0);
    await expect(page.getByLabel("Full Name")).toBeFocused();
    await expect(page.getByLabel("Full Name")).toHaveAttribute("aria-invalid", "true");
  });

  test("refuses passwords that differ or have fewer than 6 characters", async ({ page }) => {
    await page.getByLabel("Full Name").fill("Ada Lovelace");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password", { exact: true }).fill("five5");
    await page.getByLabel("Confirm Password").fill("five6");
    await page.getByRole("button", { name: "Create Account" }).click();
    await expectToast(page, "Password mismatch", "Passwords do not match.");
    await page.getByLabel("Confirm Password").fill("five5");
    await page.getByRole("button", { name: "Create Account" }).click();
    await expectToast(page, "Password too short", "Password must be at least 6 characters long.");
    await expect(page.getByLabel("Full Name")).toHaveValue("Ada Lovelace");
  });

  test("shows the password on request", async ({ page }) => {
    const password = page.getByLabel("Password", { exact: true });
    await expect(password).toHaveAttribute("type", "password");
    await page.getByRole("button", { name: "Show password" }).first().click();
    await expect(password).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Hide password" }).click();
    await expect(password).toHaveAttribute("type", "password");
  });

  test("an address that is taken is told at its field", async ({ page }) => {
    await page.route("**/api/auth/signup", (route) =>
      route.fulfill({
        status: 409,
        json: { error: "Signup failed", message: "There is an account with this address.", code: "conflict" },
      }),
    );
    await page.getByLabel("Full Name").fill("Ada Lovelace");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password", { exact: true }).fill("correct horse");
    await page.getByLabel("Confirm Password").fill("correct horse");
    await page.getByRole("button", { name: "Create Account" }).click();
    await expectToast(page, "Sign up failed", "There is an account with this address.");
  });

  test("opens the dashboard of the new account", async ({ page }) => {
    await page.getByLabel("Full Name").fill("Grace Hopper");
    await page.getByLabel("Email").fill(`grace.${crypto.randomUUID().slice(0, 8)}@example.com`);
    await page.getByLabel("Password", { exact: true }).fill("six666");
    await page.getByLabel("Confirm Password").fill("six666");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/dashboard$/);
    await expectToast(page, "Account created!");
    await expect(page.getByText(/Good (morning|afternoon|evening), Grace/)).toBeVisible();
  });
});

test("the tabs answer to the arrow keys", async ({ page, isMobile }) => {
  test.skip(isMobile, "a phone has no arrow keys");
  await page.goto("/auth");
  await page.getByRole("tab", { name: "Sign In" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Sign Up" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create your account");
});

test.describe("after a guest's checkout", () => {
  const address = "/auth?subscription=success&session_id=cs_test_1";
  const verification = "**/api/subscription/checkout-success/cs_test_1";
  const paid = { json: { success: true, error: null, user: { email: "guest@example.com" } } };

  test("processing, then the password, then the dashboard", async ({ page }) => {
    let calls = 0;
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(verification, async (route) => {
      calls += 1;
      await held;
      await route.fulfill(paid);
    });
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Processing Your Subscription");
    await expectAccessible(page);
    answer();
    const email = page.getByLabel("Email");
    await expect(email).toHaveValue("guest@example.com");
    await expect(email).toHaveAttribute("readonly");
    await expectToast(page, "Subscription Created!", "Please create your account");
    await expectAccessible(page);

    await page.getByLabel("Password", { exact: true }).fill("five5");
    await page.getByLabel("Confirm Password").fill("other");
    await page.getByRole("button", { name: "Complete Account Setup" }).click();
    await expectToast(page, "Password Mismatch");
    await page.getByLabel("Confirm Password").fill("five5");
    await page.getByRole("button", { name: "Complete Account Setup" }).click();
    await expectToast(page, "Password Too Short");

    await page.route("**/api/auth/setup-password", (route) => route.fulfill({ status: 500, body: "" }));
    await page.getByLabel("Password", { exact: true }).fill("correct horse");
    await page.getByLabel("Confirm Password").fill("correct horse");
    await page.getByRole("button", { name: "Complete Account Setup" }).click();
    await expectToast(page, "Setup Failed", "Failed to set password");
    expect(calls).toBe(1);
  });

  test("a password that is taken opens the dashboard", async ({ page }) => {
    const person = await signUp(page);
    const profile = await page.request.get("/api/auth/profile", {
      headers: { authorization: `Bearer ${person.token}` },
    });
    const { user } = (await profile.json()) as { user: unknown };
    await page.evaluate(() => localStorage.clear());
    await page.route(verification, (route) => route.fulfill(paid));
    await page.route("**/api/auth/setup-password", (route) =>
      route.fulfill({ json: { user, token: person.token } }),
    );
    await page.goto(address);
    await page.getByLabel("Password", { exact: true }).fill("correct horse");
    await page.getByLabel("Confirm Password").fill("correct horse");
    await page.getByRole("button", { name: "Complete Account Setup" }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expectToast(page, "Password Set!");
  });

  test("'Sign in instead' shows the plain sign-in form with its own messages", async ({ page }) => {
    await page.route(verification, (route) => route.fulfill(paid));
    await page.route("**/api/auth/signin", (route) => route.fulfill({ status: 500, body: "" }));
    await page.goto(address);
    await page.getByRole("button", { name: "Sign in instead" }).click();
    await expect(page.getByRole("tab")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Subscribe to get started" })).toBeVisible();
    await page.getByLabel("Email").fill("guest@example.com");
    await page.getByLabel("Password", { exact: true }).fill("correct horse");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expectToast(page, "Sign In Failed", "Please check your credentials.");
  });

  for (const [name, failure, text] of [
    [
      "the server's text",
      { json: { success: false, error: "This session is not paid", user: null } },
      "This session is not paid",
    ],
    ["the default text", { status: 500, body: "" }, "Failed to process subscription"],
  ] as const)
    test(`a verification that fails shows ${name}`, async ({ page }) => {
      await page.route(verification, (route) => route.fulfill(failure));
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Subscription Error");
      await expect(page.getByRole("main")).toContainText(text);
      await expectToast(
        page,
        "Subscription Processing Error",
        "There was an issue setting up your account. Please contact support.",
      );
      await expectAccessible(page);
      await page.getByRole("link", { name: "Return to Home" }).click();
      await expect(page).toHaveURL(/\/$/);
    });
});

test("a forgotten password: the answer is the same for every address", async ({ page }) => {
  await page.route("**/api/auth/forgot-password", (route) => route.fulfill({ status: 202, json: {} }));
  await page.goto("/auth");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("Please enter your email.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Email").fill("anyone@example.com");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("If there is an account with this address")).toBeVisible();
});

test("a reset link without its code says so", async ({ page }) => {
  await page.goto("/auth/reset-password");
  await expect(page.getByText("This link is incomplete")).toBeVisible();
  await expectAccessible(page);
});

test("the second factor is asked for when the account has one", async ({ page }) => {
  await page.route("**/api/auth/signin", (route) =>
    route.fulfill({ json: { twoFactorRequired: true, ticket: "ticket-1" } }),
  );
  let sent: unknown;
  await page.route("**/api/auth/two-factor/verify", (route) => {
    sent = route.request().postDataJSON();
    return route.fulfill({
      status: 401,
      json: { error: "Sign in failed", message: "This code is wrong.", code: "unauthenticated" },
    });
  });
  await page.goto("/auth");
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Two-factor authentication");
  await expect(page.getByLabel("Authentication code")).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel("Authentication code").fill("123 456");
  await page.keyboard.press("Enter");
  await expectToast(page, "Sign in failed", "This code is wrong.");
  expect(sent).toEqual({ ticket: "ticket-1", code: "123456" });
});

test("the account's address without a session says 'Access Denied' above the sign-in", async ({ page }) => {
  await page.goto("/account");
  await expect(page.getByText("Access Denied")).toBeVisible();
  await expect(page.getByText("Please log in to access your account settings.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign In" })).toHaveAttribute("href", "/auth");
  await expectAccessible(page);
});

test("axe finds nothing on sign-in and sign-up, and nothing runs off the screen", async ({ page }) => {
  await page.goto("/auth");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByRole("button", { name: "Create Account" }).click();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
