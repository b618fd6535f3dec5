import { expect, type Page, test } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";
import { confirmAddress, signUp } from "./support/account.ts";
import { analyzed } from "./support/analyses.ts";
import { holdAnalyses } from "./support/held-analysis.ts";
import { measureShift } from "./support/layout-shift.ts";
import { pressAnalyze } from "./support/press-analyze.ts";
import { expectToast } from "./support/toast.ts";

const ELEVEN = ["AAPL", "MSFT", "NVDA", "AMZN", "GOOGL", "META", "TSLA", "JPM", "LLY", "WMT", "COST"];

test("a spent quota is said on the page, with a way to the plans, and leaves what was answered", async ({
  page,
}) => {
  const person = await signUp(page);
  await analyzed(page, person, ELEVEN.slice(0, 10));
  await page.goto("/dashboard?view=analysis");
  const notice = page.getByRole("status").filter({ hasText: "No analyses left in this period" });
  await expect(notice).toContainText("You have used all 10 of them.");
  const ticker = page.getByRole("combobox", { name: "Ticker" });
  await ticker.fill("AAPL");
  await pressAnalyze(page);
  await expect(page.getByRole("region", { name: /Apple.*\(AAPL\)/ })).toBeVisible();
  await ticker.fill("COST");
  await pressAnalyze(page);
  await expectToast(page, "Analysis Failed", "You have used all 10 analyses for this period.");
  await expect(notice).toContainText(
    /More are available on \w+ 1, \d{4} \(UTC\), or at once with a larger plan\./,
  );
  await page.reload();
  await expect(notice).toBeVisible();
  await expectAccessible(page, "main");
  await notice.getByRole("link", { name: "See the plans" }).click();
  await expect(page).toHaveURL("/subscribe?upgrade=true");
});

test.describe("the ticker", () => {
  test("must be there, and keeps what was typed after an error", async ({ page }) => {
    await signUp(page);
    await page.goto("/dashboard?view=analysis");
    const ticker = page.getByRole("combobox", { name: "Ticker" });
    await pressAnalyze(page);
    await expectToast(page, "Symbol Required", "Please enter a stock ticker symbol");
    await expect(ticker).toBeFocused();
    await ticker.fill("not a ticker!");
    await ticker.press("Enter");
    await expect(page.getByText("No company matches “not a ticker!”.")).toBeVisible();
    await expect(ticker).toHaveValue("not a ticker!");
    await expectAccessible(page, "form");
  });

  test("is suggested with company names and chosen with the keyboard alone", async ({ page }) => {
    await signUp(page);
    await page.goto("/dashboard?view=analysis");
    const ticker = page.getByRole("combobox", { name: "Ticker" });
    await ticker.focus();
    await page.keyboard.type("micro");
    await expect(page.getByRole("option")).toHaveText([
      ...[/MSFT\s*Microsoft/, /MU\s*Micron/, /AMD\s*Advanced Micro/],
      ...Array(6).fill(/Microsystems/),
    ]);
    await expectAccessible(page, "form");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(ticker).toHaveValue("MSFT");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: /Microsoft.*\(MSFT\)/ })).toBeVisible();
    await expect(page).toHaveURL("/dashboard?view=analysis&symbol=MSFT");
  });

  test("may be a company's name: one is taken, of several one is chosen", async ({ page }) => {
    await signUp(page);
    await page.goto("/dashboard?view=analysis");
    const ticker = page.getByRole("combobox", { name: "Ticker" });
    await ticker.fill("united");
    await ticker.press("Enter");
    const choice = page.getByRole("region", { name: "Companies to choose from" });
    await expect(choice.getByText("2 companies match “united”. Choose one:")).toBeVisible();
    await expectAccessible(page, "main");
    await choice.getByRole("button", { name: /UPS/ }).click();
    await expect(page.getByRole("region", { name: /United Parcel Service.*\(UPS\)/ })).toBeVisible();
    await ticker.fill("Bank of America");
    await ticker.press("Enter");
    await expect(page.getByRole("region", { name: /Bank of America.*\(BAC\)/ })).toBeVisible();
  });

  test("that is a word no company is listed as is taken as a name, and becomes no company", async ({
    page,
  }) => {
    await signUp(page);
    const ticker = page.getByRole("combobox", { name: "Ticker" });
    for (const [word, meant] of [
      ["BANK", "(BAC)"],
      ["APLE", "AAPL"],
      ["ATT", "AT&T"],
    ] as const) {
      await page.goto("/dashboard?view=analysis");
      await ticker.fill(word);
      await ticker.press("Enter");
      // A text that names one company is analyzed; with several, or a mistyped one, the person chooses.
      await expect(
        page.getByRole("main").getByRole("region").filter({ hasText: meant }).first(),
      ).toBeVisible();
      await expect(page.getByRole("main")).not.toContainText(`(${word})`);
    }
  });

  test("that nobody knows ends in 'Analysis Failed' with the reason", async ({ page }) => {
    await signUp(page);
    await page.goto("/dashboard?symbol=ZZZZZ");
    await pressAnalyze(page);
    await expectToast(page, "Analysis Failed", "ZZZZZ");
    await expect(page.getByRole("button", { name: "Analyze", exact: true })).toBeEnabled();
    // The reason stays when the toast is gone, until the next analysis begins.
    await page.getByRole("button", { name: "Dismiss notification" }).click();
    await expect(page.getByRole("main")).toContainText("No analysis of ZZZZZ");
    await expectAccessible(page, "main");
    await page.getByRole("combobox", { name: "Ticker" }).fill("AAPL");
    await pressAnalyze(page);
    await expect(page.getByRole("region", { name: /\(AAPL\)/ })).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText("No analysis of");
  });
});

test("Analyze can be pressed while suggestions are offered", async ({ page }) => {
  await signUp(page);
  await page.goto("/dashboard?view=analysis");
  await page.getByRole("combobox", { name: "Ticker" }).fill("MSFT");
  await expect(page.getByRole("option", { name: /Microsoft/ })).toBeVisible();
  await pressAnalyze(page);
  await expect(page.getByRole("region", { name: /Microsoft Corporation/ })).toBeVisible();
});

test("in a narrow window with a mouse, suggestions never move the Analyze button", async ({ page }) => {
  test.skip(Boolean(test.info().project.use.hasTouch), "with touch, the suggestions are above the button");
  await page.setViewportSize({ width: 600, height: 800 });
  await signUp(page);
  await page.goto("/dashboard?view=analysis");
  const button = page.getByRole("button", { name: "Analyze", exact: true });
  const before = await button.boundingBox();
  await page.getByRole("combobox", { name: "Ticker" }).fill("MSFT");
  await expect(page.getByRole("option", { name: /Microsoft/ })).toBeVisible();
  expect(await button.boundingBox()).toEqual(before);
  await page.getByRole("heading", { level: 1 }).click();
  await expect(page.getByRole("option")).toHaveCount(0);
  await button.click();
  await expect(page.getByRole("region", { name: /Microsoft Corporation/ })).toBeVisible();
});

test.describe("an analysis under way", () => {
  test("checks its stages off, goes on in other views, and is found again after a reload", async ({
    page,
  }) => {
    await signUp(page);
    const server = await holdAnalyses(page);
    const shift = await measureShift(page);
    await page.goto("/dashboard?symbol=AAPL");
    await pressAnalyze(page);
    await expect(page.getByRole("button", { name: "Analyzing…" })).toBeDisabled();
    await server.stage("company", "running");
    await server.stage("company", "done");
    await server.stage("estimates", "running");
    const stages = page.getByRole("list").filter({ hasText: "Estimates and history" }).getByRole("listitem");
    await expect(stages.nth(0)).toHaveAttribute("data-status", "done");
    await expect(stages.nth(0).getByRole("img", { name: "done" })).toBeVisible();
    await expect(stages.nth(1)).toHaveAttribute("data-status", "running");
    await expect(stages.nth(5)).toHaveAttribute("data-status", "waiting");
    await expectAccessible(page);
    const [key] = await server.keys();

    await page.getByRole("button", { name: "Back to Welcome" }).click();
    await server.stage("estimates", "done");
    await page.goBack();
    await expect(stages.nth(1)).toHaveAttribute("data-status", "done");

    const before = (await shift()).sum;
    await server.push("text", { delta: "The consensus stands at $1.61. " });
    await server.push("text", { delta: "It rose by 1.2% in 30 days. " });
    await expect(page.getByText("The consensus stands at $1.61. It rose by 1.2% in 30 days.")).toBeVisible();
    await expect(page.getByText("From here on this analysis counts.")).toBeVisible();
    await server.push("text", { delta: "Options price in a move of 9% either way, as usual. ".repeat(11) });
    await expect(page.getByText("as usual. Options").first()).toBeVisible();
    expect((await shift()).sum - before).toBeLessThanOrEqual(0.02);

    await page.reload();
    await expect(page.getByRole("status").filter({ hasText: "Analyzing AAPL…" })).toBeVisible();
    expect(await server.keys()).toEqual([key]);
  });

  test("can be cancelled, and is then asked anew", async ({ page }) => {
    await signUp(page);
    const server = await holdAnalyses(page);
    await page.goto("/dashboard?symbol=AAPL");
    const analyze = page.getByRole("button", { name: "Analyze", exact: true });
    await analyze.click();
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(await server.wasCancelled()).toBe(true);
    await expect(page.getByText("Analyzing AAPL…")).toBeHidden();
    await expect(page.getByRole("combobox", { name: "Ticker" })).toBeFocused();
    await expect(page.getByTestId("toast")).toHaveCount(0);
    await analyze.click();
    await expect.poll(server.keys).toHaveLength(2);
    const [first, second] = await server.keys();
    expect(second).not.toBe(first);
  });
});

test("a third analysis asks for a confirmed address, mails the link again and then goes on", async ({
  page,
}) => {
  const person = await signUp(page);
  await analyzed(page, person, ["AAPL", "MSFT"]);
  await page.goto("/dashboard?view=analysis&symbol=KO");
  const notice = page.getByText("Confirm your email address to continue");
  await expect(notice).toBeVisible();
  const analyze = page.getByRole("button", { name: "Analyze", exact: true });
  await analyze.click();
  await expectToast(page, "Analysis Failed", "Please confirm your email address before your next analysis");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Send again" }).click();
  await expectToast(page, "Email sent");
  await confirmAddress(page, person);
  await analyze.click();
  await expect(page.getByRole("region", { name: /\(KO\)/ })).toBeVisible();
  await expect(notice).toBeHidden();
});

test("the result stands in the specification's order, with its evidence and warnings", async ({ page }) => {
  // axe takes long for the whole result, which it checks twice.
  test.slow();
  await signUp(page);
  await page.goto("/dashboard?symbol=AAPL");
  await pressAnalyze(page);
  await expectToast(page, "Analysis Complete", "Generated earnings prediction for AAPL");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 2 })).toHaveText([
    /Apple Inc\. \(AAPL\)/,
    "Historical Strategy Examples",
    "What a beat has meant",
    "What the company said",
    "Season so far",
    "Model Transparency",
    "Recent News Analysis",
    "Technical Analysis",
    "Enhanced Social Sentiment",
    "Pattern Recognition Performance",
    "Recent Predictions",
    "Data Sources & Citations",
    "Evidence",
    "Research Methodology",
    "Risk Education Framework",
  ]);
  const call = page.getByRole("region", { name: /\(AAPL\)/ });
  await expect(call.getByTestId("probability")).toHaveText(/^\d\d%(Beat|Miss) Earnings$/);
  const [ring = 0, line = 0] = [
    await call.getByTestId("probability").innerText(),
    await call.getByText(/^\d+%( to beat)?: /).innerText(),
  ].map((text) => Number.parseInt(text, 10));
  expect([ring, 100 - ring]).toContain(line);
  await expect(call).toContainText(/(Very High|High|Medium|Low) Confidence Prediction/);
  await expect(call).toContainText(/base rate \d\d\.\d%/);
  await expect(call).toContainText("A beat does not mean that the stock rises.");
  await expect(call).toContainText(/\d{1,2}:\d\d [AP]M E[SD]T/);

  await page.getByRole("button", { name: "Unfold all" }).click();
  const risks = page.getByRole("region", { name: "Risk Education Framework" });
  await risks.locator("summary").click();
  await expect(risks.getByRole("progressbar", { name: /illustrative$/ })).toHaveCount(4);
  await expect(risks).toContainText(/Volatility of the share over the last year\s*\d+% a year/);
  await expect(risks).toContainText(/Reports that moved it more than 10%\s*\d+ of \d+ reports/);
  // Two hundred rows of one kind would keep axe busy for a minute.
  await page.getByRole("region", { name: "Evidence" }).locator("summary").first().click();
  const strategies = page.getByRole("region", { name: "Historical Strategy Examples" });
  await expect(strategies).toContainText("EDUCATION ONLY");
  await expect(
    strategies.getByRole("link", { name: "Characteristics and Risks of Standardized Options" }),
  ).toHaveAttribute("href", /^https:\/\/www\.theocc\.com\//);
  await strategies.getByRole("tab", { name: "Bullish" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(strategies.getByRole("tab", { name: "Bearish" })).toHaveAttribute("aria-selected", "true");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("the beat picture reads out a row by keys and by a tap, and its table sums to the number", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/dashboard?symbol=AAPL");
  await pressAnalyze(page);
  const call = page.getByRole("region", { name: /\(AAPL\)/ });
  const picture = call.getByRole("figure").first();
  const cursor = picture.getByRole("slider", { name: "Surprise over the consensus, read out" });
  await cursor.focus();
  await page.keyboard.press("ArrowLeft");
  const row =
    /^Beat by 10% to 20% \(\$\d+\.\d\d to \$\d+\.\d\d\): [\d.]+% likely; similar companies [\d.]+%\. It came in \d+ of \d+ past reports\. After beats of 5% or more, shares of large companies rose \d+% of the time and moved ±[\d.]+%\.$/;
  await expect(picture.getByText(row)).toBeVisible();
  await expect(cursor).toHaveAttribute("aria-valuetext", row);
  const drawing = picture.getByRole("img", {
    name: /^Probability of a beat \d\d\.\d%, base rate \d\d\.\d%\./,
  });
  const box = await drawing.boundingBox();
  if (!box) throw new Error("no picture");
  await drawing.click({ position: { x: box.width / 2, y: box.height - 4 } });
  await expect(picture.getByText(/^Miss by 25% or more \(/)).toBeVisible();

  await picture.getByText("Show as a table").click();
  await expect(picture.getByRole("row")).toHaveCount(11);
  const cells = await picture
    .getByRole("row")
    .evaluateAll((rows) =>
      rows.map((one) => [...(one as HTMLTableRowElement).cells].map((cell) => cell.innerText)),
    );
  const sumOf = (column: number, name: RegExp) =>
    cells
      .filter(([first = ""]) => name.test(first))
      .reduce((sum, row) => sum + Number.parseFloat(row[column] ?? ""), 0);
  const [, beat = "", base = ""] =
    (await drawing.getAttribute("aria-label"))?.match(/beat (\d\d\.\d)%, base rate (\d\d\.\d)%/) ?? [];
  // Five shares are rounded to one decimal each.
  expect(Math.abs(sumOf(1, /^Beat/) - Number(beat))).toBeLessThanOrEqual(0.3);
  expect(Math.abs(sumOf(2, /^Beat/) - Number(base))).toBeLessThanOrEqual(0.3);
  expect(Math.abs(sumOf(1, /^(Beat|Met|Miss)/) - 100)).toBeLessThanOrEqual(0.5);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSidewaysScroll(page);
});

test("evidence opens with its source and time, and leads to its row", async ({ page }) => {
  const person = await signUp(page);
  const [id] = await analyzed(page, person, ["KO"]);
  await page.goto(`/dashboard/predictions/${id}`);
  const chip = page.getByRole("button", { name: /^Evidence F\d+:/ }).first();
  await chip.focus();
  await page.keyboard.press("Enter");
  const evidence = page.getByRole("dialog");
  await expect(evidence).toContainText("Source");
  await expect(evidence).toContainText(/As of\s*\w{3} \d{1,2}, \d{4} \d{1,2}:\d\d [AP]M/);
  await expectAccessible(page, "[role=dialog]");
  await page.keyboard.press("Escape");
  await expect(evidence).toBeHidden();
  await expect(chip).toBeFocused();
  const factId = (await chip.textContent()) ?? "";
  await chip.click();
  await evidence.getByRole("link", { name: "Show among all facts" }).click();
  await expect(page.locator(`#evidence-${factId}`)).toBeInViewport();
});

test("evidence is searched, and turned in pages of 25", async ({ page }) => {
  await signUp(page);
  await page.goto("/dashboard?symbol=AAPL");
  await pressAnalyze(page);
  const section = page.getByRole("region", { name: "Evidence" });
  await section.locator("summary").first().click();
  const status = section.getByRole("status");
  await expect(status).toHaveText(/^1 to 25 of \d{2,3} facts$/);
  await expect(section.getByRole("row")).toHaveCount(26);
  expect((await section.boundingBox())?.height).toBeLessThan(2600);
  await section.getByRole("button", { name: "Next" }).click();
  await expect(status).toHaveText(/^26 to 50 of/);
  await section.getByLabel("Search the facts").fill("consensus eps");
  await expect(status).toHaveText(/^1 to \d+ of \d+ facts?$/);
  for (const row of await section
    .getByRole("row")
    .all()
    .then((rows) => rows.slice(1)))
    await expect(row).toContainText(/consensus/i);
  await section.getByLabel("Search the facts").fill("no such words anywhere");
  await expect(status).toHaveText("No fact has these words.");
  await expect(section.getByRole("table")).toHaveCount(0);
  await section.getByLabel("Search the facts").fill("");
  await page.evaluate(() => {
    location.hash = "#evidence-F60";
  });
  await expect(status).toHaveText(/^51 to 75 of/);
  await expect(page.locator("#evidence-F60")).toBeInViewport();
});

test("charts are read with the keyboard and as tables", async ({ page }) => {
  const person = await signUp(page);
  const [id] = await analyzed(page, person, ["AAPL"]);
  await page.goto(`/dashboard/predictions/${id}`);
  await page.getByRole("button", { name: "Unfold all" }).click();
  const technical = page.getByRole("region", { name: "Technical Analysis" });
  const price = technical.getByRole("slider", { name: "Price, USD, read out" });
  await price.focus();
  await expect(price).toHaveAttribute("aria-valuetext", /^\w{3} \d{1,2}, \d{4}: .*Close \d+/);
  const last = await price.getAttribute("aria-valuetext");
  await page.keyboard.press("ArrowLeft");
  await expect(price).not.toHaveAttribute("aria-valuetext", last ?? "");
  await expect(technical.locator("canvas")).toHaveCount(3);
  await technical.getByRole("button", { name: "1 month" }).click();
  await expect(price).toHaveAttribute("max", "21");
  await technical.getByText("Show as a table: RSI (14-day)").click();
  await expect(technical.getByRole("table", { name: "RSI (14-day)" }).getByRole("row")).toHaveCount(23);

  const call = page.getByRole("region", { name: /Apple Inc\. \(AAPL\)/ });
  await call.getByText("Show as a table: EPS in USD, estimate against reported").click();
  await expect(call.getByRole("columnheader")).toHaveText(["Quarter to", "Estimate", "Reported", "Surprise"]);
  await call.getByRole("button", { name: "Revenue" }).press("Enter");
  await expect(call.getByRole("button", { name: "Revenue" })).toHaveAttribute("aria-pressed", "true");
  const revenue = call.getByRole("slider", { name: "Revenue in USD, estimate against reported, read out" });
  await expect(revenue).toHaveAttribute(
    "aria-valuetext",
    /Estimate \d+\.\dB.*Reported \d+\.\dB.*Surprise [+−-]\d/,
  );
  await expect(call.getByText("The probability is about EPS only.")).toBeVisible();
});

/** In the specification's order. */
const openSections = (page: Page) =>
  page
    .locator("details[data-printed][open] > summary :is(h2, h3)")
    .evaluateAll((headings) => headings.map(({ id }) => id));

test("what carries the answer is open on a desktop, and on a phone sections fold behind a bar", async ({
  page,
}) => {
  await signUp(page);
  const shift = await measureShift(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  await page.goto("/dashboard?symbol=AAPL");
  await pressAnalyze(page);
  const prediction = page.getByRole("region", { name: /\(AAPL\)/ });
  await expect(prediction).toBeVisible();
  await page.reload();
  await expect(prediction).toBeVisible();
  expect(await openSections(page)).toEqual([...["reasoning", "transparency", "news", "technical"]]);
  await expect(page.getByRole("slider", { name: /^MACD/ })).toBeAttached();
  expect(await height()).toBeLessThanOrEqual(4_500);
  expect((await shift()).sum).toBeLessThanOrEqual(0.02);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(prediction).toBeVisible();
  expect(await openSections(page)).toEqual([]);
  expect(await height()).toBeLessThanOrEqual(5500);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  for (const text of [
    /^Reports \w{3} \d+, 20\d\d, .* E[SD]T, (before the open|after the close); in \d+ days/,
    /Confidence Prediction$/,
    /^\d+%( to beat)?: (no edge over|\d+ points? (above|below)) similar companies$/,
    /^\+\d+(\.\d)?%$/,
  ])
    await expect(prediction.getByText(text).first()).toBeInViewport({ ratio: 1 });
  for (const name of ["For a beat", "Against"])
    await expect(prediction.getByRole("heading", { name })).toBeInViewport({ ratio: 1 });
  await expect(prediction.getByRole("img", { name: /base rate/ })).toBeInViewport({ ratio: 1 });
  await expectNoSidewaysScroll(page);

  const bar = page.getByRole("navigation", { name: "Sections of the result" });
  const technical = page.getByRole("region", { name: "Technical Analysis" });
  await expect(technical.getByRole("slider").first()).toBeHidden();
  await bar.getByRole("link", { name: "Technical" }).click();
  await expect(technical.getByRole("slider").first()).toBeAttached();
  await expect(technical.getByRole("heading", { level: 2 })).toBeInViewport();
  await expect(bar).toBeInViewport({ ratio: 1 });
  await page.reload();
  await expect(technical.getByText("RSI (14-day)").first()).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Recent News Analysis" }).getByText("Read").first(),
  ).toBeHidden();
  expect((await shift()).sum).toBeLessThanOrEqual(0.02);

  await bar.getByRole("link", { name: "Moves" }).click();
  await page.reload();
  const meaning = page.getByRole("region", { name: "What a beat has meant" });
  await expect(meaning.getByRole("table").first()).toBeVisible();
  expect((await shift()).sum).toBeLessThanOrEqual(0.02);

  await page.goto("/compare?s=AAPL,MSFT");
  await expect(page.getByRole("article", { name: "MSFT" })).toBeVisible();
  expect((await shift()).sum).toBeLessThanOrEqual(0.02);
});

test("a result uses its width: at most 4,500 px high on a desktop and 6,000 on a phone", async ({
  page,
  isMobile,
}) => {
  await signUp(page);
  await page.goto("/dashboard?view=analysis&symbol=AAPL");
  await pressAnalyze(page);
  await expect(page.getByRole("article", { name: "Analysis of AAPL" })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("region", { name: "Season so far" })).not.toContainText("Loading");
  if (!isMobile) await expect(page.getByText("MACD (12, 26, 9)", { exact: true })).toBeVisible();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThanOrEqual(isMobile ? 6_000 : 4_500);
});
