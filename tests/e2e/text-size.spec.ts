import { expect, type Page, test } from "@playwright/test";
import { signUp } from "./support/account.ts";
import { analyzed } from "./support/analyses.ts";
import { untilAtRest } from "./support/at-rest.ts";
import { expectNothingCut, setTextSize } from "./support/cut-text.ts";
import { signInAsDemo, signInAsInstitution } from "./support/demo.ts";

const ofVisitors = [
  "/",
  "/auth",
  "/auth?tab=signup",
  "/calendar",
  "/calendar?view=table",
  "/calendar?view=map",
  "/stocks/AAPL",
  "/track-record",
  "/track-record/versus-markets",
  "/developers",
  "/data",
  "/embed",
  "/status",
  "/terms",
  "/no/such/page",
];
const ofMembers = [
  "/dashboard",
  "/dashboard?view=history",
  "/dashboard?view=metrics",
  "/watchlist",
  "/alerts",
  "/calendar",
  "/compare?s=AAPL,KO,JPM",
  ...["account", "billing", "security", "notifications", "privacy", "api"].map(
    (tab) => `/account?tab=${tab}`,
  ),
  "/subscribe",
  "/support",
];

for (const percent of [100, 125, 200])
  test.describe(`with text at ${percent}%`, () => {
    test("a visitor reads every screen whole", async ({ page }) => {
      test.setTimeout(120_000);
      await walk(page, percent, ofVisitors);
    });

    test("so does a newcomer, up to the result", async ({ page }) => {
      const person = await signUp(page);
      await walk(page, percent, ["/dashboard", "/dashboard?view=analysis", "/watchlist", "/support"]);
      const [id] = await analyzed(page, person, ["AAPL"]);
      await walk(page, percent, [`/dashboard/predictions/${id}`]);
    });

    test("so does a person with a history, on every screen", async ({ page }) => {
      test.setTimeout(180_000);
      await signInAsDemo(page);
      await walk(page, percent, ofMembers);
      await signInAsInstitution(page);
      await walk(page, percent, ["/dashboard", "/account?tab=api", "/account?tab=billing", "/support"]);
    });
  });

async function walk(page: Page, percent: number, paths: readonly string[]): Promise<void> {
  await setTextSize(page, percent);
  for (const path of paths)
    await test.step(path, async () => {
      await page.goto(path);
      await untilAtRest(page);
      await expectNothingCut(page);
    });
}

test("each cut is found where it is planted, and what ends in an ellipsis or scrolls is none", async ({
  page,
}) => {
  const long = "Unbreakableunbreakableunbreakable";
  const cuts = [
    `<p style="width: 40px">${long}</p>`,
    `<div style="overflow: hidden; width: 40px"><p style="width: 400px">${long}</p></div>`,
    `<p style="overflow: hidden; height: 10px; line-height: 20px">Half of a line</p>`,
    `<svg width="60" height="20"><text x="30" y="10">${long}</text></svg>`,
  ];
  for (const cut of cuts) {
    await page.setContent(cut);
    await expect(expectNothingCut(page)).rejects.toThrow();
  }
  await page.setContent(`<div style="width: 3000px">wide</div>`);
  await expect(expectNothingCut(page)).rejects.toThrow(/pixels wider than the screen/);
  await page.setContent(`
    <p style="width: 40px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">${long}</p>
    <div style="width: 40px; overflow: auto"><p style="width: 400px">${long}</p></div>
    <p style="position: absolute; width: 1px; height: 1px; overflow: hidden">${long}</p>
    <p style="width: 400px">A line that <b>fits</b> well.</p>`);
  await expectNothingCut(page);
});
