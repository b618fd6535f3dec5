import { expect, test } from "@playwright/test";
import type { Review } from "#contract/review.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible.ts";
import { signInAsDemo } from "./support/demo.ts";
import { expectToast } from "./support/toast.ts";

const waiting: Review = {
  cases: [
    {
      symbol: "ACME",
      companyName: "Acme Inc.",
      fiscalQuarterEnd: "2026-09-30",
      locks: [
        {
          lockId: "lock one",
          consensusEps: 1.25,
          reportsAt: "2026-10-29T20:15:00.000Z",
          reason: "Source reports 1.3, the company's release 1.2 (adjusted).",
        },
      ],
      figure: { eps: 1.3, source: "Source", reportDate: "2026-10-29" },
      witness: {
        finding: "contradicted",
        releasedFrom: "2026-10-29T20:30:00.000Z",
        releasedTo: "2026-10-29T20:30:00.000Z",
        documentUrl: "https://www.sec.gov/Archives/edgar/data/1/1/a.htm",
        quote: "Third quarter adjusted diluted EPS of 1.20",
        exhibitEps: 1.2,
        exhibitBasis: "adjusted",
        gaapEps: 1.1,
        isGaapDerived: false,
      },
      results: 1,
    },
  ],
  disagreements: [],
  results: [
    {
      predictionId: "prd_1",
      symbol: "ACME",
      fiscalQuarterEnd: "2026-09-30",
      eps: 1.2,
      url: "https://www.example.org/release",
      sentAt: "2026-10-30T10:00:00.000Z",
    },
  ],
  releases: [
    {
      symbol: "ACME",
      accession: "0001-26-1",
      file: "a.htm",
      filedOn: "2026-10-29",
      url: "https://www.sec.gov/Archives/edgar/data/1/1/a.htm",
      disputed: [
        {
          rules: {
            metric: "eps",
            basis: "adjusted",
            period: "fourth quarter",
            periodKind: "next_quarter",
            ...{
              low: 1.2,
              high: 1.3,
              currency: "USD",
              action: "raised",
              quote: "EPS of $1.20 to $1.30",
              offset: 0,
            },
          },
          model: null,
        },
      ],
    },
  ],
  changes: [],
  deadLetters: [
    {
      id: "ded_1",
      job: "calendar",
      error: "TypeError",
      body: '{"job":"calendar"}',
      times: 2,
      lastAt: "2026-10-30T10:00:00.000Z",
    },
  ],
  decided: [],
  sources: [
    {
      source: "Financial Modeling Prep",
      reason: "listed_twice",
      rows: 41,
      usualRows: 3,
      examples: [{ symbol: "ACME", day: "2026-10-29" }],
    },
  ],
  secrets: {
    olderSecrets: 1,
    authenticators: { underOlder: 2, unreadable: 0 },
    recoveryCodes: { underOlder: 1, unreadable: 3 },
    webhookSecrets: { underOlder: 0, unreadable: 0 },
  },
};

test("the review is no page for anybody but an operator, who decides with a figure and a reason", async ({
  page,
}) => {
  await signInAsDemo(page);
  await page.goto("/review");
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();

  const sent: unknown[] = [];
  await page.route("**/api/review", (route) => route.fulfill({ json: waiting }));
  await page.route("**/api/review/predictions", async (route) => {
    sent.push(route.request().postDataJSON());
    await route.fulfill({ json: { decided: 1 } });
  });
  const asked = {
    page: "/calendar",
    predictionId: null,
    askedAt: "2026-10-29T20:30:00.000Z",
    dueDay: "2026-10-30",
  };
  const request = { id: "sup_1", subject: "The calendar", text: "A company is missing.", ...asked };
  await page.route("**/api/review/support", (route) =>
    route.fulfill({ json: { requests: [{ ...request, tier: "institutional" }] } }),
  );
  await page.route("**/api/review/releases", async (route) => {
    sent.push(route.request().postDataJSON());
    await route.fulfill({ json: { success: true } });
  });
  await page.route("**/api/review/support/sup_1", async (route) => {
    sent.push(route.request().postDataJSON());
    await route.fulfill({ json: { success: true } });
  });
  await page.reload();
  const question = page.getByRole("region", { name: "Support requests" });
  await expect(question).toContainText("due by Fri, Oct 30");
  await question.getByRole("textbox", { name: "Answer" }).fill("It reports in May.");
  await question.getByRole("button", { name: "Send the answer" }).click();
  await expectToast(page, "Answered");
  await expect(page.getByRole("region", { name: "Exchange of the secret" })).toContainText(
    "AUTH_SECRET has 1 older value. Still under one of them: 2 authenticators and 1 unused recovery code.",
  );
  const form = page.getByRole("form", { name: "Decide ACME", exact: true });
  await form.getByRole("button", { name: "Decide" }).click();
  await expect(form.getByText("Enter a reason of at least 10 characters.")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await form.getByLabel("Reported EPS").fill("1.2");
  await form.getByLabel("Reason").fill("The company's release states 1.20.");
  await form.getByRole("button", { name: "Decide" }).click();
  await expectToast(page, "Decided");
  const released = page.getByRole("form", {
    name: "Decide ACME: guidance of adjusted EPS, fourth quarter, 1",
  });
  const decision = released.getByLabel("Decision");
  expect(await decision.locator("option").allInnerTexts()).toEqual([
    "Show what the rules read",
    "Show neither",
  ]);
  await decision.selectOption("rules");
  await released.getByLabel("Reason").fill("The table says so.");
  await released.getByRole("button", { name: "Decide" }).click();
  await expect.poll(() => sent.length).toBe(3);
  const { symbol, fiscalQuarterEnd } = waiting.cases[0] ?? {};
  expect(sent).toEqual([
    { answer: "It reports in May." },
    {
      symbol,
      fiscalQuarterEnd,
      lockIds: ["lock one"],
      decision: "settle",
      eps: 1.2,
      reason: "The company's release states 1.20.",
    },
    {
      symbol: "ACME",
      accession: "0001-26-1",
      file: "a.htm",
      item: 0,
      of: 1,
      decision: "rules",
      reason: "The table says so.",
    },
  ]);
});
