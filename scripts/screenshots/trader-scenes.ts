import type { Page } from "playwright";
import type { CalendarRow, SeasonCalendar } from "#contract/calendar.ts";
import { isComparable, isThin } from "#contract/prediction-markets.ts";
import type { Scene } from "./scenes.ts";

const gapOf = ({ traders, beatProbability }: CalendarRow) =>
  traders && beatProbability !== null && isComparable(traders)
    ? Math.abs(traders.price - beatProbability)
    : Number.NaN;

/** What a price may be beside our number: near it, far from it, too thin, about another EPS, or not there. */
export const traderStates = {
  close: (row: CalendarRow) => gapOf(row) < 0.05,
  far: (row: CalendarRow) => gapOf(row) > 0.25,
  thin: ({ traders }: CalendarRow) => traders !== undefined && traders.price !== null && isThin(traders),
  strike: ({ traders }: CalendarRow) => traders?.objections.join() === "strike" && traders.price !== null,
  none: ({ traders, beatProbability }: CalendarRow) => !traders && beatProbability !== null,
} as const;
export type TraderState = keyof typeof traderStates;

/**
 * Returns a coming report of the simulated market with such a price, as the signed-in reader sees it. The first
 * hourly round reads questions before reports are stored, so it may take another round until there are prices.
 */
export async function reportWith(page: Page, state: TraderState): Promise<CalendarRow> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const token = await page.evaluate(() => localStorage.getItem("auth_token"));
    const answer = await page.request.get("/api/calendar", { headers: { authorization: `Bearer ${token}` } });
    const { items } = (await answer.json()) as SeasonCalendar;
    const coming = items.filter((row) => row.state === "upcoming" || row.state === "locked");
    const found = coming.some(({ traders }) => traders) ? coming.find(traderStates[state]) : undefined;
    if (found) return found;
    await page.request.get("/cdn-cgi/local/scheduled", { params: { cron: "17 * * * *" } });
    await page.waitForTimeout(3_000);
  }
  throw new Error(`No report of the simulated market has a price that is ${state}.`);
}

/** Shows the details of a company's tile on the board, by touch or by focus. */
export async function peekAt(page: Page, { symbol }: CalendarRow): Promise<void> {
  await page.goto("/calendar");
  const tile = page.locator("[data-at]").filter({ has: page.getByText(symbol, { exact: true }) });
  await tile.scrollIntoViewIfNeeded();
  const isTouch = await page.evaluate(() => matchMedia("(hover: none)").matches);
  await (isTouch ? tile.tap() : tile.hover());
  await page.getByRole("region", { name: `${symbol} at a glance` }).waitFor();
}

/** Runs an analysis of the company. */
export async function analyze(page: Page, { symbol }: CalendarRow): Promise<void> {
  await page.goto(`/dashboard?view=analysis&symbol=${encodeURIComponent(symbol)}`);
  const ticker = page.getByRole("combobox", { name: "Ticker" });
  await ticker.fill(symbol);
  await ticker.press("Enter");
  await page.getByText("Confidence Prediction").waitFor({ timeout: 60_000 });
}

const states = Object.keys(traderStates) as TraderState[];

export const traderScenes: readonly Scene[] = [
  ...states.flatMap((state): Scene[] => [
    {
      name: `traders-result-${state}`,
      viewer: "demo",
      path: "/calendar",
      prepare: async (page) => {
        await analyze(page, await reportWith(page, state));
        await page.getByRole("button", { name: "Dismiss notification" }).click();
      },
      isKey: true,
    },
    {
      name: `traders-stock-${state}`,
      viewer: "demo",
      path: "/calendar",
      prepare: async (page) => {
        const { symbol } = await reportWith(page, state);
        await page.goto(`/stocks/${encodeURIComponent(symbol)}`);
      },
      part: "[aria-labelledby=next]",
      isKey: true,
    },
    {
      name: `traders-board-${state}`,
      viewer: "demo",
      path: "/calendar",
      prepare: async (page) => peekAt(page, await reportWith(page, state)),
      isKey: true,
    },
  ]),
  {
    name: "versus-markets",
    viewer: "visitor",
    path: "/track-record/versus-markets",
    isWhole: true,
    isKey: true,
  },
];
