import { expect, test } from "@playwright/test";
import { numbersIn } from "#contract/format.ts";
import { traderCaveat, traderSentence } from "#contract/prediction-markets.ts";
import {
  analyze,
  peekAt,
  reportWith,
  type TraderState,
  traderStates,
} from "../../scripts/screenshots/trader-scenes.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";
import { signInAsDemo } from "./support/demo.ts";

const texts = numbersIn("en-US");

for (const state of Object.keys(traderStates) as TraderState[])
  test(`a price that is ${state} is shown beside our number on board, stock page and result`, async ({
    page,
  }) => {
    await signInAsDemo(page);
    await page.goto("/calendar");
    const row = await reportWith(page, state);
    const { symbol, traders, consensusEps, currency, baseRate, beatProbability } = row;
    const sentence = traders && traderSentence(traders, { ours: beatProbability, baseRate }, texts);
    const caveat = traders && traderCaveat(traders, { consensusEps, currency }, texts);

    await peekAt(page, row);
    const peek = page.getByRole("region", { name: `${symbol} at a glance` });
    if (sentence) await expect(peek).toContainText(sentence);
    else await expect(peek).not.toContainText("Traders");
    if (caveat) await expect(peek).toContainText(caveat);
    await expect(peek).toBeInViewport({ ratio: 1 });
    await expectAccessible(page, "[data-peek]");

    await page.goto(`/stocks/${symbol}`);
    const next = page.getByRole("region", { name: "Next report" });
    if (traders) {
      // The page is the same for everybody, so it has their price and never our number.
      await expect(next).toContainText(traderSentence(traders, { ours: null, baseRate }, texts));
      await expect(next.getByRole("link", { name: "How such prices did against us" })).toBeVisible();
      await expect(next).toContainText("Sample traders, price of");
    } else await expect(next).not.toContainText("Traders");
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, "[aria-labelledby=next]");

    await analyze(page, row);
    const answer = page.getByRole("main");
    const scale = answer.getByRole("img", { name: /^Traders: \d+% at/ });
    if (traders) {
      await expect(scale).toBeVisible();
      if (caveat) await expect(answer).toContainText(caveat);
      else await expect(answer).not.toContainText("Too thin to compare");
    } else await expect(scale).toHaveCount(0);
    await expectNoSidewaysScroll(page);
  });

test("the comparison with prediction markets leads from the track record to the study and the rule", async ({
  page,
}) => {
  await page.goto("/track-record");
  await page.getByRole("link", { name: "Our number beside prediction markets" }).click();
  await expect(page).toHaveURL("/track-record/versus-markets");
  await expect(page.getByText("Sample data.")).toBeVisible();
  await expect(page.getByRole("region", { name: /^Scores on \d+ past questions$/ })).toBeVisible();
  await expect(page.getByText("All of these reports came after the last one in its fit.")).toBeVisible();
  await expect(page.getByRole("img", { name: "0 of 300 pairs" })).toBeVisible();
  await expect(page.getByText("300 pairs are settled. Now: 0.")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
