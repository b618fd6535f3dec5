import { expect, test } from "@playwright/test";
import { numbersIn } from "#contract/format.ts";
import { lastTradedText, traderCaveat, traderSentence } from "#contract/prediction-markets.ts";
import {
  aComingReport,
  analyze,
  insertPrices,
  peekAt,
  type TraderState,
  traderStates,
} from "../../scripts/screenshots/trader-scenes.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";
import { signInAsDemo } from "./support/demo.ts";

const texts = numbersIn("en-US");

const saidOf: Readonly<Record<TraderState, RegExp | null>> = {
  close: /^Traders: \d+% at \$0\.05 spread, \$2,012 traded; ours \d+%; similar companies \d+%$/,
  far: /^Traders: \d+% at \$0\.05 spread/,
  thin: /^Traders: \d+% at \$0\.24 spread, \$340 traded/,
  strike: /^Traders: \d+% at \$0\.05 spread/,
  none: null,
};

for (const state of Object.keys(traderStates) as TraderState[])
  test(`a price that is ${state} stands beside our number on the board and in a result`, async ({ page }) => {
    await signInAsDemo(page);
    await insertPrices(page, state);
    await page.goto("/calendar");
    const row = await aComingReport(page);
    const { symbol, consensusEps, currency, beatProbability, baseRate } = row;
    const beside = { ours: beatProbability ?? 0, consensusEps };
    const traders = traderStates[state](beside);
    const sentence = traders && traderSentence(traders, { ...beside, baseRate }, texts);
    const caveat = traders && traderCaveat(traders, { consensusEps, currency }, texts);
    if (saidOf[state]) expect(sentence).toMatch(saidOf[state]);

    await peekAt(page, row);
    const peek = page.getByRole("region", { name: `${symbol} at a glance` });
    if (sentence) await expect(peek).toContainText(`${sentence}.${caveat ? ` ${caveat}` : ""}`);
    else await expect(peek).not.toContainText("Traders");
    await expect(peek).toBeInViewport({ ratio: 1 });
    await expectAccessible(page, "[data-peek]");

    await analyze(page, row);
    const result = page.getByRole("main");
    const scale = result.getByRole("img", { name: /^Traders: \d+% at/ });
    await expect(scale).toHaveCount(traders ? 1 : 0);
    if (traders) await expect(result).toContainText(lastTradedText(traders, texts));
    if (caveat) await expect(result).toContainText(caveat);
    else await expect(result).not.toContainText(/Too thin to compare|Their question/);
    await expectNoSidewaysScroll(page);
  });

test("a company's page has the traders' price for everybody, and never our number beside it", async ({
  page,
}) => {
  await signInAsDemo(page);
  await page.goto("/calendar");
  const { symbol, traders, baseRate } = await aComingReport(page, true);
  await page.goto(`/stocks/${symbol}`);
  const next = page.getByRole("region", { name: "Next report" });
  if (traders) await expect(next).toContainText(traderSentence(traders, { ours: null, baseRate }, texts));
  await expect(next).toContainText(/Sample traders, price of .* ET/);
  await expect(next.getByRole("link", { name: "How such prices did against us" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "[aria-labelledby=next]");
});

test("the track record leads to the comparison with prediction markets, with its study and rule", async ({
  page,
}) => {
  await page.goto("/track-record");
  await page.getByRole("link", { name: "Our number beside prediction markets" }).click();
  await expect(page).toHaveURL("/track-record/versus-markets");
  await expect(page.getByText("Sample data.")).toBeVisible();
  await expect(page.getByRole("region", { name: /^Scores on \d+ past questions$/ })).toBeVisible();
  await expect(page.getByText("All of these reports came after the last one in its fit.")).toBeVisible();
  await expect(page.getByRole("img", { name: "0 of 300 pairs" })).toBeVisible();
  await expect(
    page.getByRole("listitem").filter({ hasText: "300 pairs are settled. Now: 0." }),
  ).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
