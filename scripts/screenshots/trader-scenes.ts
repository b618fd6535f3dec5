import type { Page } from "playwright";
import type { CalendarRow, SeasonCalendar } from "#contract/calendar.ts";
import type { TraderPrice } from "#contract/prediction-markets.ts";
import type { Scene } from "./scenes.ts";

type Beside = { ours: number; consensusEps: number };

function aPrice({ ours, consensusEps }: Beside, over: Partial<TraderPrice> = {}): TraderPrice {
  return {
    venue: "Sample traders",
    question: "Will the company beat quarterly earnings?",
    url: null,
    price: Math.min(0.96, ours + 0.02),
    spread: 0.05,
    depthUsd: 420,
    volumeUsd: 2012,
    dayVolumeUsd: 61,
    strike: consensusEps,
    basis: "adjusted",
    readAt: new Date().toISOString(),
    objections: [],
    ...over,
  };
}

/**
 * What a price may be beside our number. They are inserted into answers, because the simulated market has few
 * coming reports on some days, and then not each of these.
 */
export const traderStates = {
  close: (beside: Beside) => aPrice(beside),
  far: (beside: Beside) => aPrice(beside, { price: beside.ours > 0.5 ? beside.ours - 0.35 : 0.85 }),
  thin: (beside: Beside) =>
    aPrice(beside, {
      spread: 0.24,
      depthUsd: 14,
      volumeUsd: 340,
      dayVolumeUsd: 12,
      objections: ["wide_spread", "shallow"],
    }),
  strike: (beside: Beside) => aPrice(beside, { strike: beside.consensusEps + 0.03, objections: ["strike"] }),
  none: () => null,
} as const;
export type TraderState = keyof typeof traderStates;

/** Makes every coming report of the calendar's answer, and the analysis's answer, have such a price. */
export async function insertPrices(page: Page, state: TraderState): Promise<void> {
  await page.route("**/api/calendar*", async (route) => {
    const answer = await route.fetch();
    const calendar = (await answer.json()) as SeasonCalendar;
    const items = calendar.items.map(({ traders: _, ...row }) => {
      const { beatProbability: ours, consensusEps } = row;
      const traders = ours !== null && isComing(row) ? traderStates[state]({ ours, consensusEps }) : null;
      return traders ? { ...row, traders } : row;
    });
    await route.fulfill({ response: answer, json: { ...calendar, items } });
  });
  await page.route("**/api/analyze/*", async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replace(/"traders":\{.*?\},/, "");
    const figure = (name: string) => Number(new RegExp(`"${name}":([\\d.-]+)`).exec(text)?.[1]);
    const beside = { ours: figure("beatProbability"), consensusEps: figure("analystConsensus") };
    const traders = traderStates[state](beside);
    const inserted = traders ? `"traders":${JSON.stringify(traders)},"companyGuidance":` : null;
    const body = inserted ? text.replace('"companyGuidance":', () => inserted) : text;
    await route.fulfill({ response: answer, body });
  });
}

const isComing = ({ state }: Pick<CalendarRow, "state">) => state === "upcoming" || state === "locked";

/**
 * Returns a coming report that the signed-in reader's calendar has, one with a price of the simulated market if
 * `hasPrice`. The first hourly round reads questions before reports are stored, so prices may take another round.
 */
export async function aComingReport(page: Page, hasPrice = false): Promise<CalendarRow> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const token = await page.evaluate(() => localStorage.getItem("auth_token"));
    const answer = await page.request.get("/api/calendar", { headers: { authorization: `Bearer ${token}` } });
    const { items } = (await answer.json()) as SeasonCalendar;
    const found = items.find(
      (row) =>
        isComing(row) &&
        row.beatProbability !== null &&
        (!hasPrice || typeof row.traders?.price === "number"),
    );
    if (found) return found;
    await page.request.get("/cdn-cgi/local/scheduled", { params: { cron: "17 * * * *" } });
    await page.waitForTimeout(3_000);
  }
  throw new Error("No coming report of the simulated market is predicted and has a price.");
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
  await page.goto("/dashboard?view=analysis");
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
        await insertPrices(page, state);
        await analyze(page, await aComingReport(page));
        await page.getByRole("button", { name: "Dismiss notification" }).click();
      },
      isKey: true,
    },
    {
      name: `traders-board-${state}`,
      viewer: "demo",
      path: "/calendar",
      prepare: async (page) => {
        await insertPrices(page, state);
        await peekAt(page, await aComingReport(page));
      },
      isKey: true,
    },
  ]),
  {
    name: "traders-stock",
    viewer: "demo",
    path: "/calendar",
    prepare: async (page) => {
      const { symbol } = await aComingReport(page, true);
      await page.goto(`/stocks/${encodeURIComponent(symbol)}`);
    },
    part: "[aria-labelledby=next]",
    // A phone's bar covers none of it.
    isWhole: true,
    isKey: true,
  },
  {
    name: "versus-markets",
    viewer: "visitor",
    path: "/track-record/versus-markets",
    isWhole: true,
    isKey: true,
  },
];
