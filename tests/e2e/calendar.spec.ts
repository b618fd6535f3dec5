import { expect, type Page, test } from "@playwright/test";
import type { CalendarRow, SeasonCalendar } from "#contract/calendar.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";

const TODAY = "2026-11-25";

function aRow(at: number, given: Partial<CalendarRow> = {}): CalendarRow {
  const beatProbability = 0.5 + (at % 40) / 100;
  return {
    symbol: `S${String(at).padStart(4, "0")}`,
    name: `Company ${at} of a market with long names`,
    sector: at % 2 ? "Energy" : "Technology",
    marketCap: null,
    currency: "USD",
    fiscalQuarterEnd: "2026-09-30",
    reportDate: at < 40 ? TODAY : "2026-11-27",
    session: at % 3 ? "pre" : "post",
    isConfirmed: at % 4 > 0,
    movedFrom: at % 5 ? null : "2026-11-20",
    consensusEps: 1.5,
    analystCount: 7,
    baseRate: 0.7,
    beatProbability,
    edge: beatProbability - 0.7,
    edgeVerdict: beatProbability > 0.73 ? "edge_up" : beatProbability < 0.67 ? "edge_down" : "no_edge",
    confidence: "medium",
    needsPlan: false,
    impliedMovePercent: 5.5,
    pastMovePercent: 4,
    state: "upcoming",
    stateReason: null,
    outcome: null,
    reportedEps: null,
    revenue: { consensus: null, reported: null, surprisePercent: null },
    isCorrect: null,
    predictionId: null,
    ...given,
  };
}

const hidden = {
  beatProbability: null,
  edge: null,
  edgeVerdict: null,
  confidence: null,
  needsPlan: true,
} as const;
const out = { state: "reported", outcome: "beat", reportedEps: 1.6, reportDate: "2026-11-24" } as const;
const items = [
  ...Array.from({ length: 2_500 }, (_, at) =>
    aRow(at, at === 1 ? { state: "locked" } : at === 2 ? hidden : {}),
  ),
  aRow(2_500, { ...out, isCorrect: true, predictionId: "prd_right" }),
  aRow(2_501, { ...out, isCorrect: false, predictionId: "prd_wrong" }),
];
const share = { reported: 40, beats: 30, low: 0.6, high: 0.86 };
const market: SeasonCalendar = {
  dataMode: "sample",
  asOf: `${TODAY}T15:00:00.000Z`,
  today: TODAY,
  from: "2026-11-23",
  to: "2026-12-06",
  waitsFor: null,
  opens: "largest",
  own: [],
  items,
  days: [
    { day: "2026-11-24", reports: 2, reported: 2, beats: 2 },
    { day: TODAY, reports: 40, reported: 0, beats: 0 },
    { day: "2026-11-27", reports: 2_460, reported: 0, beats: 0 },
  ],
  seasonSoFar: {
    since: "2026-10-01",
    ...share,
    baseRate: 0.7,
    last90Days: share,
    sectors: [{ sector: "Energy", ...share, baseRate: 0.71 }],
  },
};

test.use({ timezoneId: "America/New_York" });

const answerWith = (page: Page, answer: SeasonCalendar) =>
  page.route("**/api/calendar*", (route) => route.fulfill({ json: answer }));

test("the table of 2,500 reports is read, ordered and filtered with the keyboard alone", async ({
  page,
  isMobile,
}) => {
  await answerWith(page, market);
  await page.goto("/calendar?view=table");
  const rows = page.getByRole("region", { name: "Reports" }).getByRole("link");
  await expect(page.getByRole("status").filter({ hasText: "2,502 reports" })).toBeAttached();
  await expect(rows.first()).toContainText(/S0001.*Locked/s);
  expect(await rows.count()).toBeLessThan(60);
  const first = await rows.first().boundingBox();
  expect(first?.height).toBe(40);
  const holidays = await page.getByText("Thu, Nov 26: Market closed: Thanksgiving.").boundingBox();
  expect((first?.y ?? 0) - (holidays?.height ?? 0)).toBeLessThan((page.viewportSize()?.height ?? 0) / 3);
  await expect(page.getByText("P(beat) opens with a plan,")).toHaveCount(1);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await rows.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press("End");
  const wrong = page.getByRole("link", { name: /S2501/ });
  await expect(wrong).toBeFocused();
  await expect(wrong).toContainText("Wrong");
  await expect(page.getByRole("link", { name: /S2500/ })).toContainText("Right");
  await expect(wrong).toHaveAttribute("href", "/track-record/prd_wrong");

  const filters = page.getByRole("button", { name: "Filters" });
  if (isMobile) {
    await expect(filters).toBeInViewport({ ratio: 1 });
    await filters.click();
  }
  const visible = (label: string) => page.getByLabel(label).filter({ visible: true });
  await visible("Order").selectOption("edge");
  await page.getByRole("button", { name: "Only edges" }).filter({ visible: true }).click();
  await expectNoSidewaysScroll(page);
  await visible("Sector").selectOption("Energy");
  await expect(page).toHaveURL("/calendar?view=table&sort=edge&sector=Energy&edges=only");
  await expect(rows.first()).toContainText("+19 points");
  await visible("Day").selectOption(TODAY);
  await expect(page).toHaveURL(/day=2026-11-25/);
  await rows.first().focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard?view=analysis&symbol=S0039");
});

test("the board has days as columns, and its tiles are walked and looked at with the keyboard", async ({
  page,
}) => {
  const [up, giant, plain] = [
    aRow(4_000, {
      symbol: "UP",
      marketCap: 30e9,
      session: "pre",
      beatProbability: 0.9,
      edge: 0.2,
      edgeVerdict: "edge_up",
    }),
    aRow(4_001, {
      symbol: "GIANT",
      marketCap: 3e12,
      session: "pre",
      beatProbability: 0.51,
      edge: 0.01,
      edgeVerdict: "no_edge",
    }),
    aRow(4_002, {
      symbol: "LATE",
      session: "post",
      beatProbability: null,
      edge: null,
      edgeVerdict: null,
      baseRate: null,
    }),
  ];
  const rows = [up, giant, plain].map((row) => ({ ...row, reportDate: TODAY }));
  const friday = aRow(4_003, { symbol: "FRI", reportDate: "2026-11-27" });
  await answerWith(page, { ...market, items: [...rows, friday, ...items.slice(-2)] });
  await page.goto("/calendar");
  const today = page.locator(`[data-day="${TODAY}"]`);
  await expect(today.getByRole("heading", { level: 3 })).toHaveText(["Before the open", "After the close"]);
  await expect(today.getByRole("link")).toHaveText([/^GIANT/, /^UP/, /^LATE/]);
  await expect(today.locator("[data-tone]")).toHaveCount(3);
  await expect(page.locator('[data-at] >> text="UP"').locator("xpath=..")).toHaveAttribute(
    "data-tone",
    "up-3",
  );
  await expect(today.getByRole("link", { name: /^GIANT/ })).toHaveAttribute("data-tone", "no-edge");
  await expect(page.locator('[data-tone="wrong"]')).toHaveCount(1);
  await expect(
    today.getByRole("link", { name: /^LATE.*Scored hourly, once four past reports are known$/ }),
  ).toHaveAttribute("data-tone", "unscored");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await today.getByRole("link", { name: /^GIANT/ }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(today.getByRole("link", { name: /^UP/ })).toBeFocused();
  const peek = page.getByRole("region", { name: "UP at a glance" });
  await expect(peek).toContainText("base rate 70%, +20 points");
  await page.keyboard.press("Escape");
  await expect(peek).toBeHidden();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("link", { name: /^FRI/ })).toBeFocused();
});

test("the first tap on a tile looks, and its sheet leads on", async ({ page, isMobile }) => {
  test.skip(!isMobile, "a finger");
  await answerWith(page, { ...market, items: items.slice(0, 50), opens: "none" });
  await page.goto("/calendar");
  await page.locator(`[data-day="${TODAY}"] [data-at]`).first().tap();
  const sheet = page.getByRole("region", { name: /at a glance/ });
  await expect(sheet).toContainText("base rate 70%");
  await expect(page).toHaveURL("/calendar");
  await sheet.getByRole("link", { name: /^Open/ }).click();
  await expect(page).toHaveURL(/\/stocks\/S/);
});

test("the heat map goes through the seasons", async ({ page }) => {
  await page.goto("/calendar?view=map");
  const map = page.getByRole("region", { name: "Heat map" });
  await expect(map.getByRole("rowheader").first()).toBeVisible();
  const season = map.getByRole("slider", { name: "Season" });
  const now = await season.inputValue();
  await season.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page).toHaveURL(/quarter=\d{4}-Q[1-4]/);
  await expect(season).toHaveValue(String(Number(now) - 1));
  await expect(map.getByRole("status")).toContainText(/\d+ reports?, \d+% beat/);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("a calendar without reports says so, and one that fails offers another try", async ({ page }) => {
  await page.route("**/api/calendar*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/calendar");
  await expect(page.getByText("The calendar could not be loaded")).toBeVisible();
  await page.unroute("**/api/calendar*");
  await answerWith(page, { ...market, items: [], days: [] });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "No report is known for these weeks" })).toBeVisible();
});

test("a filter shows the whole of what was chosen, on a phone too", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/calendar", "/track-record"]) {
    await page.goto(path);
    const selects = page.locator("main select").filter({ visible: true });
    if (path === "/calendar") await page.getByRole("button", { name: "Filters" }).click();
    await expect(selects.nth(2)).toBeVisible();
    // Open predictions have fewer filters.
    for (let at = 0; at < (await selects.count()); at++) {
      const select = selects.nth(at);
      const longest = await select.evaluate(
        (element: HTMLSelectElement) =>
          [...element.options].reduce((one, other) => (other.text.length > one.text.length ? other : one))
            .value,
      );
      await select.selectOption(longest);
      const spare = await select.evaluate((element: HTMLSelectElement) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(element);
        const text = Object.assign(document.createElement("canvas").getContext("2d") ?? {}, { font });
        const width = (text as CanvasRenderingContext2D).measureText(
          element.selectedOptions[0]?.text ?? "",
        ).width;
        return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - width;
      });
      expect(spare, `${path}: ${longest}`).toBeGreaterThan(-1);
    }
    await expectNoSidewaysScroll(page);
  }
});
