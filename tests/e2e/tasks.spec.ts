import { expect, type Page, test } from "@playwright/test";
import { analyzed } from "./support/analyses.ts";
import { signInAsDemo } from "./support/demo.ts";

const MOST_STEPS = 3;
const MOST_MS = 15_000;

/** Counts clicks and typed texts, the steps of the hand, and the time until the answer is in view. */
async function timed(name: string, page: Page, task: (hand: Hand) => Promise<void>) {
  const hand = { steps: 0, isTouch: await page.evaluate(() => navigator.maxTouchPoints > 0) };
  const from = Date.now();
  await task({
    press: async (target) => {
      hand.steps += 1;
      await target.click();
    },
    keys: async (...keys) => {
      hand.steps += 1;
      for (const key of keys) await page.keyboard.press(key);
    },
  });
  const took = Date.now() - from;
  console.log(
    `${name}: ${hand.steps} steps, ${(took / 1000).toFixed(1)} s${hand.isTouch ? " on a phone" : " by keyboard"}`,
  );
  expect(hand.steps, name).toBeLessThanOrEqual(MOST_STEPS);
  expect(took, name).toBeLessThan(MOST_MS);
}
type Hand = {
  press: (target: ReturnType<Page["locator"]>) => Promise<void>;
  keys: (...keys: string[]) => Promise<void>;
};

/** Uses Command-K with its text on a desktop, and the magnifying glass in the header on a phone. */
async function search(page: Page, { press, keys }: Hand, isMobile: boolean, text: string, title: string) {
  if (isMobile) await press(page.getByRole("button", { name: "Search companies, weeks and actions" }));
  else await keys("ControlOrMeta+k");
  const typed = page.getByRole("combobox", { name: /search/i });
  await typed.pressSequentially(text);
  const entry = page.getByRole("option", { name: title }).first();
  await expect(entry).toBeVisible();
  if (isMobile) return press(entry);
  for (let i = 0; i < 8 && (await entry.getAttribute("data-highlighted")) === null; i++)
    await page.keyboard.press("ArrowDown");
  await keys("Enter");
}

/** Shows the real reports of the week as a plan sees them that includes every probability. */
async function withEdges(page: Page) {
  await page.route(/\/api\/calendar\?/, async (route) => {
    const answer = await route.fetch();
    const calendar = (await answer.json()) as { items: object[] };
    const items = calendar.items.map((row, i) => ({
      ...row,
      beatProbability: 0.7 + (i % 20) / 100,
      baseRate: 0.65,
      edge: 0.05 + (i % 20) / 100,
      edgeVerdict: "edge_up",
      confidence: "high",
      needsPlan: false,
    }));
    await route.fulfill({ response: answer, json: { ...calendar, items } });
  });
}

test("the five things that people come for take at most three steps and 15 seconds each", async ({
  page,
  isMobile,
}) => {
  test.setTimeout(60_000);
  await signInAsDemo(page);
  await withEdges(page);
  await page.goto("/dashboard");
  await expect(page.getByRole("main")).toBeVisible();

  await timed("the three largest edges of next week", page, async (hand) => {
    await search(page, hand, isMobile, "edges next", "Largest edges of next week");
    const rows = page.getByRole("list", { name: /^Reports/ }).getByRole("listitem");
    for (const at of [0, 1, 2]) await expect(rows.nth(at)).toContainText(/\+\d+ points/);
  });
  expect(page.url()).toMatch(/sort=edge&from=\d{4}-\d\d-\d\d&weeks=1$|from=.*sort=edge|weeks=1/);

  await timed("whether AAPL's number is better than similar companies', and why", page, async (hand) => {
    await search(page, hand, isMobile, "AAPL", "Analyze AAPL");
    await hand.press(page.getByRole("button", { name: "Analyze", exact: true }));
    await expect(page.getByText(/^\d+%( to beat)?: .* similar companies$/)).toBeInViewport();
    await expect(page.getByRole("heading", { name: "For a beat" })).toBeInViewport();
  });

  await timed("what happened after beats", page, async ({ press }) => {
    await press(
      page.getByRole("navigation", { name: "Sections of the result" }).getByRole("link", { name: "Moves" }),
    );
    await expect(
      page.getByText(/After beats of 5% or more the share rose \d+% of the time/),
    ).toBeInViewport();
  });

  await timed("sharing it", page, async ({ press }) => {
    await page.evaluate(() => {
      Object.defineProperty(navigator, "share", {
        configurable: true,
        value: async (shared: object) => void Reflect.set(window, "shared", shared),
      });
    });
    await press(page.getByRole("button", { name: "Share", exact: true }));
    await expect
      .poll(() => page.evaluate(() => Reflect.get(window, "shared")))
      .toMatchObject({
        title: "Apple Inc. (AAPL)",
        url: expect.stringMatching(/\/stocks\/AAPL$/),
      });
  });

  await timed("whether the last prediction was right", page, async (hand) => {
    await search(page, hand, isMobile, "AAPL", "AAPL");
    await expect(page).toHaveURL(/\/stocks\/AAPL$/);
    await expect(page.getByText(/^(✓ Right|✗ Wrong|≈ Toss-up)$/).first()).toBeVisible();
  });
});

test("a member reads his own number on a company's page, a visitor none", async ({ page }) => {
  await page.goto("/stocks/AAPL");
  const place = page.locator("[data-member-number]");
  await expect(place).toContainText("In the analysis");
  await signInAsDemo(page);
  const token = (await page.evaluate(() => localStorage.getItem("auth_token"))) ?? "";
  await analyzed(page, { token } as Parameters<typeof analyzed>[1], ["AAPL"]);
  await page.goto("/stocks/AAPL");
  await expect(place).toHaveText(/^Our predictionP\(beat\) \d\d\.\d%base rate \d\d\.\d%/);
});
