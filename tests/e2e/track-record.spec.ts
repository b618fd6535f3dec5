import { createHash } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import type { RecordFigures } from "#contract/figures.ts";
import type { LedgerPage } from "#contract/ledger.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";
import { onOwnConnection, signInAsDemo, theRecord } from "./support/demo.ts";
import { expectToast } from "./support/toast.ts";

test("the record shows right and wrong predictions alike, with N, interval and what always saying beat would reach", async ({
  page,
}) => {
  const record = await theRecord();
  expect(record.scorecard.settled).toBeGreaterThanOrEqual(100);
  await page.goto("/track-record");
  await expect(page).toHaveTitle("Track record · Beatcast");
  await expect(page.getByText("Simulated market", { exact: true })).toBeVisible();
  const headline = page.getByRole("region", { name: /settled predictions/ });
  // A report of these hours may be replayed and not settled yet, or locked by the server itself.
  expect(record.replayed).toBeGreaterThanOrEqual(100);
  expect(record.replayed).toBeLessThanOrEqual(record.counts.settled + record.counts.pending);
  const shown = Number(/(\d+) settled predictions/.exec((await headline.textContent()) ?? "")?.[1]);
  expect(shown).toBeGreaterThanOrEqual(record.scorecard.settled);
  expect(shown).toBeLessThanOrEqual((await theRecord()).scorecard.settled);
  await expect(headline).toContainText(/\d\d\.\d% of all/);
  await expect(headline).toContainText(/95% interval [+−]?\d+% to [+−]?\d+%/);
  await expect(headline).toContainText("Always predicting “beat”");
  const rowsOf = (title: RegExp) =>
    page
      .getByRole("region", { name: title })
      .first()
      .getByRole("row")
      .filter({ has: page.getByRole("link") });
  await expect(rowsOf(/^Latest wrong predictions/)).toHaveCount(6);
  await expect(rowsOf(/^Latest right predictions/)).toHaveCount(6);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("a wrong prediction leads to its snapshot, whose evidence is what was locked", async ({ page }) => {
  await page.goto("/track-record");
  await page
    .getByRole("region", { name: /^Latest wrong predictions/ })
    .first()
    .getByRole("link")
    .first()
    .click();
  await expect(page).toHaveURL(/\/track-record\/prd_/);
  // The address changes before the list of wrong predictions has left the screen.
  await expect(page.getByText("The evidence is unchanged")).toBeVisible();
  await expect(page.getByText("Wrong", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Entry \d+ of the ledger$/ })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("main").getByRole("link", { name: "Track record" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Track record" })).toBeVisible();
});

test("it opens on calibration with one sentence, and the race goes back through the seasons", async ({
  page,
}) => {
  await page.goto("/track-record");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 2 }).first()).toHaveText("Calibration");
  await expect(main).toContainText(
    /When we say \d+%, it happens \d+ to \d+% of the time \(\d+ predictions, 95% interval\)/,
  );
  const race = page.getByRole("region", { name: "Beatcast against “always beat”" });
  const whole = await race.getByRole("definition").last().textContent();
  await race.getByRole("slider", { name: "Season" }).focus();
  await page.keyboard.press("Home");
  await expect(race.getByRole("definition").last()).not.toHaveText(whole ?? "");
  await page.keyboard.press("End");
  await expect(race.getByRole("definition").last()).toHaveText(whole ?? "");
  await expectNoSidewaysScroll(page);
});

test("a snapshot that is not there says so", async ({ page }) => {
  await page.goto("/track-record/prd_nothing");
  await expect(page.getByText("There is no such prediction")).toBeVisible();
});

test("the ledger verifies in the browser, and a tampered one does not", async ({ page }) => {
  await page.goto("/track-record");
  const verify = page.getByRole("button", { name: "Verify in this browser" });
  await verify.click();
  await expect(page.getByText(/^ledger valid: \d+ entries$/)).toBeVisible({ timeout: 20_000 });
  await page.route(/\/api\/track-record\/ledger/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as LedgerPage;
    const [first] = body.entries;
    if (first?.body.type === "lock") first.body.symbol = "OTHER";
    await route.fulfill({ response, json: body });
  });
  await verify.click();
  await expect(page.getByText("Entry 1: its hash does not match its contents.")).toBeVisible({
    timeout: 20_000,
  });
});

test("a checkpoint that was saved is compared with the ledger, and a forged one is named", async ({
  page,
}) => {
  const address = "/api/track-record/checkpoint";
  if (!(await page.request.get(address)).ok())
    await onOwnConnection("POST", "/api/dev/jobs", { cron: "17 * * * *" });
  const note = await (await page.request.get(address)).text();
  await page.goto("/track-record");
  const card = page.getByRole("region", { name: "The ledger" });
  await expect(card).toContainText("not witnessed: no outside service attests it");
  const upload = card.getByLabel("A checkpoint or receipt you saved before (optional)");
  const verify = card.getByRole("button", { name: "Verify in this browser" });
  await upload.setInputFiles({ name: "checkpoint.txt", mimeType: "text/plain", buffer: Buffer.from(note) });
  await verify.click();
  await expect(
    card.getByText("Nothing that your saved checkpoint or receipt covers was changed or removed."),
  ).toBeVisible({ timeout: 20_000 });
  const [origin, size] = note.split("\n");
  const forged = note.replace(`${origin}\n${size}\n`, `${origin}\n${Number(size) - 1}\n`);
  await upload.setInputFiles({ name: "forged.txt", mimeType: "text/plain", buffer: Buffer.from(forged) });
  await verify.click();
  await expect(card.getByText("the checkpoint you hold is not signed by the ledger's key.")).toBeVisible({
    timeout: 20_000,
  });
  await expectNoSidewaysScroll(page);
});

test("who attests the ledger outside stands on its card, with each receipt", async ({ page }) => {
  const since = "2026-11-20T12:00:00.000Z";
  const digest = "ab".repeat(32);
  const outsider = { receipts: 3, size: 260, since, latest: since };
  const witnesses = [
    { ...outsider, witness: "tsa.example", kind: "rfc3161" },
    { ...outsider, witness: "witness.example/w1", kind: "log-witness" },
  ];
  const receipt = {
    witness: "tsa.example",
    kind: "rfc3161",
    size: 260,
    digest,
    detail: null,
  };
  const receipts = [{ ...receipt, witnessedAt: since, receivedAt: since }];
  await page.route("**/api/track-record/receipts", (route) =>
    route.fulfill({ json: { dataMode: "sample", witnesses, receipts, next: null } }),
  );
  await page.goto("/track-record");
  const list = page.getByRole("list", { name: "Outside witnesses" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list).toContainText("latest for 260 entries");
  const link = list.getByRole("link", { name: "Receipt" });
  await expect(link).toHaveAttribute("href", `/api/track-record/receipts/${digest}`);
  await expect(link).toHaveAttribute("download", "checkpoint-260.tsr");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("a young record gives counts and no percentage", async ({ page }) => {
  await page.route("**/api/track-record/figures", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as RecordFigures;
    const bins = body.figures.bins.map((bin) => ({ ...bin, n: 1, beats: 1, shares: null }));
    const figures = { ...body.figures, n: 12, correct: 8, score: null, bins, overTime: [] };
    await route.fulfill({ response, json: { ...body, figures } });
  });
  await page.goto("/track-record");
  const headline = page.getByRole("region", { name: "12 settled predictions" });
  await expect(headline).toContainText("that takes at least 100 settled predictions");
  await expect(headline).not.toContainText("%");
});

test("every prediction of record can be found by its outcome, page after page", async ({ page }) => {
  await page.goto("/track-record");
  const list = page.getByRole("region", { name: "Every prediction of record" });
  await list.getByLabel("Outcome").selectOption("wrong");
  const rows = list.getByRole("row").filter({ has: page.getByRole("link") });
  await expect(rows.getByText("Right", { exact: true })).toHaveCount(0);
  await expect(rows).toHaveCount(25);
  await list.getByRole("button", { name: "Show more" }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(25);
});

test("a bin of the reliability diagram leads to its predictions, with the keyboard too", async ({ page }) => {
  await page.goto("/track-record");
  const calibration = page.getByRole("region", { name: "Calibration", exact: true });
  const bin = calibration.getByRole("button", { name: /^Show predictions at 70% to 80%: \d+ of \d+ beat/ });
  const n = Number(/of (\d+) beat/.exec((await bin.getAttribute("aria-label")) ?? "")?.[1]);
  await bin.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/bin=7/);
  await expect(bin).toHaveAttribute("aria-pressed", "true");
  const list = page.getByRole("region", { name: "Every prediction of record" });
  await expect(list.getByLabel("Probability of a beat")).toHaveValue("7");
  const rows = list.getByRole("row").filter({ has: page.getByRole("link") });
  await expect(rows).toHaveCount(Math.min(25, n));
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("the open data page leads to files whose checksums it gives", async ({ page }) => {
  await page.goto("/data");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Every settled prediction, to download");
  await expect(page.getByRole("table", { name: "Columns of the files" })).toContainText("beat_probability");
  const sums = await (await page.request.get("/data/SHA256SUMS")).text();
  for (const line of sums.trim().split("\n")) {
    const [hash, name] = line.split("  ");
    const file = await (await page.request.get(`/data/${name}`)).body();
    expect(createHash("sha256").update(file).digest("hex")).toBe(hash);
    await expect(page.locator("main")).toContainText(hash ?? "");
  }
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("the demo person's Performance Metrics hold what is awaited and what came", async ({ page }) => {
  await signInAsDemo(page);
  await page.goto("/dashboard?view=metrics");
  const accuracy = page.getByRole("region", { name: "Accuracy", exact: true });
  await expect(accuracy).toContainText(
    /\d\d\.\d%, (Strong|Moderate|Baseline|Developing) · \d+ of \d+, 95% interval/,
  );
  await expect(page.getByRole("heading", { name: "Awaiting Earnings Results" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Results by quarter" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "main");
});

/** Gives this day to each prediction that awaits a report which is still to come on the server. */
async function withAwaitedOn(page: Page, reportDate: string) {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await page.route("**/api/dashboard", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { pending: { reportDate: string }[] };
    const pending = body.pending.filter((item) => item.reportDate > tomorrow);
    await route.fulfill({
      response,
      json: { ...body, pending: pending.map((item) => ({ ...item, reportDate })) },
    });
  });
}

test("'Report Actual Result' says when there is nothing to report yet, until that day begins in New York", async ({
  page,
}) => {
  await signInAsDemo(page);
  await withAwaitedOn(page, "2026-12-01");
  await page.clock.setFixedTime("2026-12-01T04:59:00Z");
  await page.goto("/dashboard?view=metrics");
  await page.getByRole("button", { name: "Report Actual Result" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("None of the companies you are waiting for has reported yet");
  await page.clock.setFixedTime("2026-12-01T05:00:00Z");
  await page.reload();
  await page.getByRole("button", { name: "Report Actual Result" }).click();
  await expect(dialog.getByLabel("Reported EPS")).toBeVisible();
});

test("'Report Actual Result' sends a figure with its link, and says what is wrong with it", async ({
  page,
}) => {
  await signInAsDemo(page);
  await withAwaitedOn(page, "2020-01-02");
  const sent: unknown[] = [];
  await page.route("**/api/predictions/*/report", async (route) => {
    sent.push(route.request().postDataJSON());
    // The first time, the server knows better, because its report is still upcoming.
    if (sent.length === 1) return route.continue();
    await route.fulfill({ status: 201, json: { isReceived: true } });
  });
  await page.goto("/dashboard?view=metrics");
  await page.getByRole("button", { name: "Report Actual Result" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog).toContainText("Enter a number such as 1.52 or -0.08.");
  await expect(dialog).toContainText("Enter the address of a public page that shows the figure.");
  await dialog.getByLabel("Reported EPS").fill("1.52");
  await dialog.getByLabel("Source link").fill("https://example.com/release");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog).toContainText("The report is not out yet. Please come back once it is.");
  await expectAccessible(page, "[role=dialog]");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expectToast(page, "Result Reported");
  expect(sent.at(-1)).toEqual({ eps: 1.52, url: "https://example.com/release" });
});
