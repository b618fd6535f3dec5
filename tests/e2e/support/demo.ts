import { expect, type Page } from "@playwright/test";
import type { TrackRecord } from "#contract/record.ts";

/** As the start script prints it. */
const account = { email: "demo@example.com", password: "beatcast demo" };

/** Waits until the start script has lived through the simulated past: the record is whole. Answers it. */
export async function theRecord(page: Page): Promise<TrackRecord> {
  // The local runtime drops connections that were idle for five seconds, as all are after this; a call sent on one is repeated.
  const seeded = await page.request.post("/api/dev/seed", { data: {}, timeout: 120_000, maxRetries: 2 });
  expect(seeded.status(), await seeded.text()).toBe(200);
  return (await page.request.get("/api/track-record", { maxRetries: 2 })).json();
}

/** Signs this page's browser in as the demo person, without going through the form. */
export async function signInAsDemo(page: Page): Promise<void> {
  const answer = await page.request.post("/api/auth/signin", { data: account, maxRetries: 2 });
  const { token } = (await answer.json()) as { token: string };
  await page.goto("/robots.txt");
  await page.evaluate((value) => localStorage.setItem("auth_token", value), token);
}
