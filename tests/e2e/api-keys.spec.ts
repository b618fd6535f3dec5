import { expect, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";
import { signUp } from "./support/account.ts";
import { institution, signInAsInstitution } from "./support/demo.ts";
import { expectToast } from "./support/toast.ts";

test("a key is made, shown once, used and revoked", async ({ page }) => {
  await signInAsInstitution(page);
  const name = `Nightly ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto("/account");
  await page.getByRole("tab", { name: "API" }).click();
  await expect(page).toHaveURL("/account?tab=api");
  await expect(page.getByText("Demo key", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Make a key" }).click();
  await page.getByRole("button", { name: "Make the key" }).click();
  await expect(page.getByText("Please give the key a name.")).toBeVisible();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Analyze").uncheck();
  await expectAccessible(page, "[role=dialog]");
  await page.getByRole("button", { name: "Make the key" }).click();
  const key = (await page.getByTestId("api-key").textContent()) ?? "";
  expect(key).toMatch(/^beatcast_[\w-]{43}$/);
  const status = async () =>
    (await page.request.get("/api/v1/predictions", { headers: { authorization: `Bearer ${key}` } })).status();
  expect(await status()).toBe(200);
  await page.getByRole("button", { name: "I have saved it" }).click();
  const row = page.getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText("Read · Made");
  await expect(page.getByText(key)).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: `Revoke ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expectToast(page, "API key revoked", `${name} is refused from now on.`);
  await expect(row).toContainText("Revoked");
  expect(await status()).toBe(401);
});

test("somebody whose sign-in is not recent is asked for the password, and what they typed stays", async ({
  page,
}) => {
  await signInAsInstitution(page);
  const name = `Weekly ${crypto.randomUUID().slice(0, 8)}`;
  const message = "Please confirm with your password.";
  const sent: { name: string; password?: string }[] = [];
  await page.route("**/api/keys", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    sent.push(route.request().postDataJSON());
    if (sent.length > 1) return route.continue();
    const refusal = { error: "Forbidden", code: "confirmation_required", message };
    return route.fulfill({ status: 403, json: { ...refusal, fields: { password: message } } });
  });
  await page.goto("/account?tab=api");
  await page.getByRole("button", { name: "Make a key" }).click();
  await page.getByLabel("Name").fill(name);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Password", { exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Make the key" }).click();
  await expect(dialog.getByText("You signed in a while ago.")).toBeVisible();
  await expect(page.getByTestId("toast")).toHaveCount(0);
  await expect(page.getByLabel("Name")).toHaveValue(name);
  await expectAccessible(page, "[role=dialog]");
  await dialog.getByLabel("Password", { exact: true }).fill(institution.password);
  await page.getByRole("button", { name: "Make the key" }).click();
  await expect(page.getByTestId("api-key")).toHaveText(/^beatcast_[\w-]{43}$/);
  expect(sent.map((body) => [body.name, body.password])).toEqual([
    [name, undefined],
    [name, institution.password],
  ]);
});

test("a webhook endpoint is added, its secret shown once, tried out and removed", async ({ page }) => {
  await signInAsInstitution(page);
  const url = `https://hooks.example.com/${crypto.randomUUID().slice(0, 8)}`;
  await page.goto("/account?tab=api");
  await page.getByRole("button", { name: "Add an endpoint" }).click();
  await page.getByLabel("Address").fill("https://localhost/");
  await page.getByRole("button", { name: "Add the endpoint" }).click();
  await expect(page.getByRole("dialog").getByText("Enter an https address of a public host")).toBeVisible();
  await page.getByLabel("Address").fill(url);
  await expectAccessible(page, "[role=dialog]");
  await page.getByRole("button", { name: "Add the endpoint" }).click();
  await expect(page.getByTestId("webhook-secret")).toHaveText(/^whsec_/);
  await page.getByRole("button", { name: "I have saved it" }).click();
  const row = page.getByRole("listitem").filter({ hasText: url });
  await expect(row).toContainText("prediction.locked · prediction.settled · prediction.moved");
  await row.getByRole("button", { name: "Send test event" }).click();
  await expect(row.getByRole("list", { name: "Deliveries" })).toContainText("endpoint.test");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await row.getByRole("button", { name: `Remove ${url}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expectToast(page, "Endpoint removed", "Nothing more is sent to it.");
  await expect(row).toHaveCount(0);
});

test("a plan without keys shows which plans have some", async ({ page }) => {
  await signUp(page);
  await page.goto("/account?tab=api");
  await expect(page.getByRole("heading", { name: "Your plan has no API keys" })).toBeVisible();
  await expect(page.getByRole("link", { name: "See the plans" })).toHaveAttribute("href", "/subscribe");
  await expectAccessible(page);
});

test("the reference shows every call with examples to copy", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/developers");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("API reference");
  const call = page.getByRole("heading", { name: /^Analyze a company's next report/ });
  await expect(call).toBeVisible();
  await page.getByRole("region", { name: "Calls" }).getByRole("button", { name: "Python" }).first().click();
  await page.getByRole("button", { name: /^Copy the example: Analyze/ }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`requests.post(\n    "${new URL(page.url()).origin}/api/v1/analyze/AAPL"`);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
