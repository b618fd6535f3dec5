import { expect, test } from "@playwright/test";
import type { SeasonCalendar } from "#contract/calendar.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";
import { signUp } from "./support/account.ts";
import { analyzed } from "./support/analyses.ts";

test("companies stand side by side as the address names them, and are added and removed", async ({
  page,
}) => {
  const person = await signUp(page);
  const [id] = await analyzed(page, person, ["AAPL"]);
  await page.goto(`/dashboard/predictions/${id}`);
  await page.getByRole("link", { name: "Compare with…" }).click();
  await expect(page).toHaveURL(/\/compare\?s=AAPL$/);
  const apple = page.getByRole("article", { name: "AAPL" });
  await expect(apple).toContainText("Apple Inc.");
  await expect(
    apple.getByRole("img", { name: /^AAPL beats the consensus: \d\d%, base rate \d\d%/ }),
  ).toBeVisible();
  await expect(apple.getByRole("link", { name: "Your analysis" })).toHaveAttribute(
    "href",
    `/dashboard/predictions/${id}`,
  );

  const field = page.getByRole("combobox", { name: "Ticker to add" });
  await expect(field).toBeFocused();
  await field.fill("nobody msft");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/compare\?s=AAPL,NOBODY,MSFT$/);
  await expect(page.getByText("Nothing is stored for NOBODY")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(2);
  await page.getByRole("button", { name: "Remove NOBODY" }).click();
  await expect(page).toHaveURL(/\/compare\?s=AAPL,MSFT$/);
  // The earlier columns are dimmed until the new ones have arrived.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await page.goto("/compare?s=AAPL,MSFT,KO,PEP,JPM,aapl");
  await expect(page.getByText("Compare at most 4 companies at once.")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(0);
  await page.getByRole("button", { name: "Remove JPM" }).click();
  await expect(page.getByRole("article")).toHaveCount(4);
});

test("a visitor sees why a number is closed", async ({ page }) => {
  await page.goto("/compare?s=AAPL,MSFT");
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(page.getByRole("article", { name: "AAPL" })).not.toContainText(/\d\d% confidence/);
  await expect(page.getByText("Up to 4 companies side by side")).toBeVisible();
  await expectAccessible(page);
});

test("companies of the calendar are chosen with the keyboard and compared", async ({ page }) => {
  await signUp(page);
  const from = new Date();
  const to = new Date(from.getTime() + 62 * 86_400_000);
  const isoDay = (day: Date) => day.toISOString().slice(0, 10);
  const answer = await page.request.get(`/api/calendar?from=${isoDay(from)}&to=${isoDay(to)}`);
  const { days } = (await answer.json()) as SeasonCalendar;
  const busy = days.find(({ reports }) => reports > 1)?.day ?? "";
  await page.goto(`/calendar?view=table&from=${busy}&weeks=1&day=${busy}`);
  const boxes = page.getByRole("checkbox", { name: /^Compare / });
  await boxes.first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Space");
  const chosen = page.getByRole("region", { name: "Chosen for the comparison" });
  await expect(chosen).toContainText("2 of at most 4");
  await expectAccessible(page);
  await chosen.getByRole("link", { name: "Compare" }).click();
  await expect(page).toHaveURL(/\/compare\?s=[A-Z.]+,[A-Z.]+$/);
  await expect(page.getByRole("article")).toHaveCount(2);
});
