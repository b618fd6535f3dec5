import { expect, type Page } from "@playwright/test";
import { linkInMail } from "./outbox.ts";

export type Person = { fullName: string; email: string; password: string; token: string };

/**
 * Creates an account and signs this page's browser in without the form. Afterward the page shows a small file of
 * the same origin, so the test begins with `goto`.
 */
export async function signUp(
  page: Page,
  overrides: Partial<Pick<Person, "fullName" | "email" | "password">> = {},
): Promise<Person> {
  const request = {
    fullName: "Ada Lovelace",
    email: `ada.${crypto.randomUUID().slice(0, 12)}@example.com`,
    password: "correct horse battery",
    ...overrides,
  };
  const answer = await page.request.post("/api/auth/signup", { data: request });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
  const { token } = (await answer.json()) as { token: string };
  await page.goto("/robots.txt");
  await page.evaluate((value) => localStorage.setItem("auth_token", value), token);
  return { ...request, token };
}

/** Confirms a person's address with the link that was mailed to it. */
export async function confirmAddress(
  page: Page,
  { email, token: session }: Pick<Person, "email" | "token">,
): Promise<void> {
  const link = await linkInMail(page, email, "Confirm your email address");
  const token = link.split("#")[1];
  const answer = await page.request.post("/api/auth/confirm-email", {
    data: { token },
    headers: { authorization: `Bearer ${session}` },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Asks the server from the page for the status of a session's token. */
export function statusOfToken(page: Page, token: string): Promise<number> {
  return page.evaluate(async (value) => {
    const headers = { authorization: `Bearer ${value}`, "content-type": "application/json" };
    return (await fetch("/api/auth/verify", { method: "POST", headers, body: "{}" })).status;
  }, token);
}
