import { type Page, request, test } from "@playwright/test";
import type { TrackRecord } from "#contract/record.ts";
import type { Person } from "./account.ts";

/** The start script prints these. */
const demo = { email: "demo@example.com", password: "beatcast demo" };
export const institution = { email: "desk@example.com", password: "beatcast demo" };

/**
 * The record is complete, because the start script reports readiness only after it has replayed the simulated past.
 */
export async function theRecord(): Promise<TrackRecord> {
  return JSON.parse((await onOwnConnection("GET", "/api/track-record")).text) as TrackRecord;
}

/**
 * The local runtime drops a connection after an answer that took longer than five seconds, and the next request on
 * it fails. Such a request therefore uses a connection of its own.
 */
export async function onOwnConnection(
  method: "GET" | "POST",
  path: string,
  data?: object,
): Promise<{ status: number; text: string }> {
  const { baseURL } = test.info().project.use;
  const context = await request.newContext(baseURL ? { baseURL } : {});
  try {
    const answer = await context.fetch(path, { method, timeout: 120_000, ...(data ? { data } : {}) });
    return { status: answer.status(), text: await answer.text() };
  } finally {
    await context.dispose();
  }
}

/** Signs this page's browser in as the demo person without the form. */
export const signInAsDemo = (page: Page) => signInAs(page, demo);

export const signInAsInstitution = (page: Page) => signInAs(page, institution);

async function signInAs(page: Page, account: typeof demo): Promise<Pick<Person, "email" | "token">> {
  const answer = await page.request.post("/api/auth/signin", { data: account });
  const { token } = (await answer.json()) as { token: string };
  await page.goto("/robots.txt");
  await page.evaluate((value) => localStorage.setItem("auth_token", value), token);
  return { email: account.email, token };
}
