import { expect, test } from "@playwright/test";
import type { SeasonCalendar } from "#contract/calendar.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";
import { signUp } from "./support/account.ts";
import { expectToast } from "./support/toast.ts";

test("an alert of a watched company is counted, read in the list, and left in peace at night", async ({
  page,
}) => {
  const { token } = await signUp(page);
  const headers = { authorization: `Bearer ${token}` };
  await page.goto("/alerts");
  await expect(page.getByRole("heading", { name: "No alerts yet" })).toBeVisible();
  await expectAccessible(page);

  // The day before the next report that is not today's.
  const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const [from, to] = [isoDay(Date.now() + 2 * 86_400_000), isoDay(Date.now() + 62 * 86_400_000)];
  const calendar = await page.request.get(`/api/calendar?from=${from}&to=${to}`);
  const { days } = (await calendar.json()) as SeasonCalendar;
  const day = days.find(({ reports }) => reports > 0)?.day ?? "";
  const { items } = (await (
    await page.request.get(`/api/calendar?from=${day}&to=${day}`)
  ).json()) as SeasonCalendar;
  const symbol = items[0]?.symbol ?? "";
  expect((await page.request.put(`/api/watchlist/${symbol}`, { headers, data: {} })).status()).toBe(200);
  const at = `${isoDay(Date.parse(day) - 86_400_000)}T18:00:00.000Z`;
  const jobs = await page.request.post("/api/dev/jobs", { data: { cron: "4-54/10 * * * *", at } });
  expect(jobs.status(), await jobs.text()).toBe(200);

  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Alerts, 1 unread" }).click();
  await expect(page).toHaveURL("/alerts");
  const list = page.getByRole("list", { name: "Alerts" });
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(list).toContainText("New");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(list).not.toContainText("New");
  await list.getByRole("link", { name: `${symbol} reports tomorrow` }).click();
  await expect(page).toHaveURL(`/dashboard?view=analysis&symbol=${encodeURIComponent(symbol)}`);
  await expect(page.getByRole("link", { name: "Alerts", exact: true })).toBeVisible();

  await page.goto("/account?tab=notifications");
  await page.getByRole("checkbox", { name: "Keep quiet every day" }).click();
  await expect(page.getByLabel("Time zone")).toHaveValue("America/New_York");
  await page.getByLabel("From").fill("07:00");
  await page.getByRole("button", { name: "Save Quiet Hours" }).click();
  await expect(page.getByText("Quiet hours need a beginning and an end.")).toBeVisible();
  await page.getByLabel("From").fill("23:15");
  await page.getByRole("button", { name: "Save Quiet Hours" }).click();
  await expectToast(page, "Quiet Hours Saved", "Quiet from 23:15 to 07:00, America/New York.");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByLabel("From")).toHaveValue("23:15");
});
