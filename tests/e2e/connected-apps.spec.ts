import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";
import { signUp } from "./support/account.ts";
import { expectToast } from "./support/toast.ts";

/** Plays an assistant as a person meets it: it registers, opens the consent page and waits for the answer. */
async function anAssistant(page: Page) {
  const answers: URL[] = [];
  const server = createServer((request, response) => {
    answers.push(new URL(request.url ?? "/", "http://localhost"));
    response.setHeader("content-type", "text/html");
    response.end("<title>Assistant</title>Connected.");
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", () => resolve()));
  const callback = `http://localhost:${(server.address() as AddressInfo).port}/callback`;
  const registered = await page.request.post("/oauth/register", {
    data: {
      client_name: "Research Assistant",
      redirect_uris: [callback],
      token_endpoint_auth_method: "none",
    },
  });
  const { client_id: clientId } = (await registered.json()) as { client_id: string };
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: callback,
    state: "s1",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    scope: "read analyze offline_access",
  });
  const tokens = async (code: string) =>
    (
      await page.request.post("/oauth/token", {
        form: {
          grant_type: "authorization_code",
          client_id: clientId,
          redirect_uri: callback,
          code,
          code_verifier: verifier,
        },
      })
    ).json() as Promise<{ access_token: string }>;
  return { answers, address: `/oauth/authorize?${query}`, tokens, close: () => server.close() };
}

test("an assistant is connected in one click, shown in the account, and refused once it is disconnected", async ({
  page,
}) => {
  const assistant = await anAssistant(page);
  await signUp(page);
  await page.goto(assistant.address);
  await expect(
    page.getByRole("heading", { name: /^Let (localhost|127\.0\.0\.1)(:\d+)? use your Beatcast account\?$/ }),
  ).toBeVisible();
  await expect(page.getByText("Your Free plan: 10 analyses left of 10")).toBeVisible();
  await expect(page.getByText("This is a program on your own device")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath("consent.png"), fullPage: true });
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(page.getByText("Connected.")).toBeVisible();
  const { access_token: token } = await assistant.tokens(
    assistant.answers[0]?.searchParams.get("code") ?? "",
  );
  const status = async () =>
    (
      await page.request.get("/api/v1/track-record", { headers: { authorization: `Bearer ${token}` } })
    ).status();
  expect(await status()).toBe(200);
  await page.goto("/account?tab=security");
  const row = page.getByRole("listitem").filter({ hasText: "Research Assistant" });
  for (const text of ["Read · Analyze", "Connected "]) await expect(row).toContainText(text);
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath("connected-apps.png"), fullPage: true });
  await row.getByRole("button", { name: "Disconnect Research Assistant" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  // While the dialog is open, the row behind it is hidden from the accessibility tree, so a query by role does not find it.
  await expectToast(page, "App disconnected", "Research Assistant is refused from now on.");
  await expect(row).toHaveCount(0);
  expect(await status()).toBe(401);
  assistant.close();
});

test("a new person connects an assistant in three clicks, and it analyzes at once", async ({ page }) => {
  const assistant = await anAssistant(page);
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks++;
    await target.click();
  };
  await page.goto(assistant.address);
  await click(page.getByRole("tab", { name: "Sign Up" }));
  for (const [label, value] of [
    ["Full Name", "Ada Lovelace"],
    ["Email", `new-${crypto.randomUUID().slice(0, 8)}@example.com`],
    ["Password", "correct horse battery"],
    ["Confirm Password", "correct horse battery"],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value);
  await click(page.getByRole("button", { name: /Create|Sign Up/ }));
  await click(page.getByRole("button", { name: "Allow", exact: true }));
  await expect(page.getByText("Connected.")).toBeVisible();
  expect(clicks).toBe(3);
  const code = assistant.answers[0]?.searchParams.get("code") ?? "";
  const { access_token: token } = await assistant.tokens(code);
  const analyzed = await page.request.post("/api/v1/analyze/KO", {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(analyzed.status()).toBe(200);
  assistant.close();
});

test("an app that calls itself by another's name is shown as unproven, after where access goes", async ({
  page,
}) => {
  const registered = await page.request.post("/oauth/register", {
    data: {
      client_name: "<b>Your Bank</b> Support (verified)",
      redirect_uris: ["https://evil.example/callback"],
      token_endpoint_auth_method: "none",
    },
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  await signUp(page);
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: "https://evil.example/callback",
    code_challenge: "x".repeat(43),
    code_challenge_method: "S256",
    scope: "read",
  });
  await page.goto(`/oauth/authorize?${query}`);
  await expect(
    page.getByRole("heading", { name: "Let evil.example use your Beatcast account?" }),
  ).toBeVisible();
  await expect(
    page.getByText("An app there calls itself “Your Bank Support (verified)”. It chose this name itself"),
  ).toBeVisible();
  await expect(page.getByText("Analyze companies in your name")).toHaveCount(0);
});

test("a visitor signs in first and then sees what is asked; who does not allow it is sent back with that", async ({
  page,
}) => {
  const assistant = await anAssistant(page);
  await page.goto(assistant.address);
  await expect(page.getByRole("tab", { name: "Sign Up" })).toBeVisible();
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByLabel("Full Name").fill("Ada Lovelace");
  await page.getByLabel("Email").fill(`visitor-${crypto.randomUUID().slice(0, 8)}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByLabel("Confirm Password").fill("correct horse battery");
  await page.getByRole("button", { name: /Create|Sign Up/ }).click();
  await page.getByRole("button", { name: "Don't allow" }).click();
  await expect(page.getByText("Connected.")).toBeVisible();
  expect(assistant.answers[0]?.searchParams.get("error")).toBe("access_denied");
  assistant.close();
});

test("an address that no app made says so", async ({ page }) => {
  await signUp(page);
  await page.goto("/oauth/authorize?client_id=nobody");
  await expect(page.getByText("This app cannot be connected")).toBeVisible();
  await expect(
    page.getByText("The app's request is not valid. Please start again from the app."),
  ).toBeVisible();
});
