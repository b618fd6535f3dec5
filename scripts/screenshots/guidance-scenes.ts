import type { Page } from "playwright";
import type { CompanyGuidance, GrowthLine, GuidanceLine } from "#contract/company-guidance.ts";
import { analyzed, type Scene } from "./scenes.ts";

/** Inserted into the answer, because the simulated market has such guidance on few days. */
const line: GuidanceLine = {
  metric: "eps",
  basis: "adjusted",
  period: "fourth quarter of 2026",
  periodKind: "next_quarter",
  low: 1.9,
  high: 2.02,
  currency: "USD",
  action: "raised",
  fiscalQuarterEnd: "2026-12-31",
  filedOn: "2026-10-22",
  url: null,
  consensus: 1.93,
  reported: null,
  place: null,
  quote:
    "For the fourth quarter of 2026, the company now expects adjusted EPS of $1.90 to $2.02, compared with its previous range of $1.82 to $1.94.",
};
const revenue: GuidanceLine = {
  ...line,
  metric: "revenue",
  basis: null,
  low: 138.2e9,
  high: 142.6e9,
  consensus: 140.2e9,
  action: null,
  quote: "Revenue is expected to be in the range of $138.2 billion to $142.6 billion.",
};
const past: GuidanceLine = {
  ...line,
  period: "third quarter of 2026",
  fiscalQuarterEnd: "2026-09-30",
  filedOn: "2026-07-21",
  low: 1.98,
  high: 2.1,
  action: null,
  consensus: null,
  reported: 2.08,
  place: "upper",
  quote: "For the third quarter of 2026, the company expects adjusted EPS of $1.98 to $2.10.",
};
const beforeThat: GuidanceLine = {
  ...past,
  period: "second quarter of 2026",
  fiscalQuarterEnd: "2026-06-30",
  filedOn: "2026-04-22",
  low: 1.71,
  high: 1.79,
  reported: 1.86,
  place: "above",
  quote: "For the second quarter of 2026, the company expects adjusted EPS of $1.71 to $1.79.",
};
const first: GuidanceLine = {
  ...past,
  period: "first quarter of 2026",
  fiscalQuarterEnd: "2026-03-31",
  filedOn: "2026-01-27",
  low: 1.66,
  high: 1.74,
  reported: 1.64,
  place: "below",
  quote: "First quarter 2026 adjusted EPS is anticipated to be between $1.66 and $1.74.",
};
const growth: GrowthLine = {
  metric: "eps",
  basis: "adjusted",
  period: "fiscal 2026",
  periodKind: "full_year",
  low: 5,
  high: 6,
  base: 7.02,
  currency: "USD",
  action: null,
  filedOn: "2026-10-22",
  quote: "For fiscal 2026, the company expects adjusted EPS growth of 5% to 6% from $7.02.",
  url: null,
};
const known = {
  isSimulated: true,
  releasedOn: "2026-10-22",
  releaseUrl: null,
  latest: [line, revenue],
  growth: [growth],
  past: [past, beforeThat, first],
};
const lowered: GuidanceLine = {
  ...line,
  low: 1.84,
  high: 1.94,
  action: "lowered",
  quote:
    "The company lowers its adjusted EPS outlook for the fourth quarter of 2026 to $1.84 to $1.94, from $1.90 to $2.02.",
};
const withdrawn: GuidanceLine = {
  ...line,
  low: null,
  high: null,
  action: "withdrawn",
  consensus: null,
  quote: "Given the uncertain environment, the company is withdrawing its fourth quarter 2026 outlook.",
};
const states: readonly CompanyGuidance[] = [
  { ...known, state: "raised" },
  { ...known, state: "lowered", latest: [lowered, revenue] },
  { ...known, state: "withdrawn", latest: [withdrawn], growth: [] },
  { ...known, state: "none", latest: [], growth: [], past: [] },
  {
    ...known,
    state: "unread",
    isSimulated: false,
    latest: [],
    growth: [],
    past: [],
    releaseUrl: "https://www.sec.gov/Archives/edgar/data/1/000000000126000001/0000000001-26-000001-index.htm",
  },
];

export const guidanceScenes: readonly Scene[] = states.map((guidance) => ({
  name: `guidance-${guidance.state}`,
  viewer: "newcomer",
  path: "/dashboard?view=analysis",
  prepare: (page) => analyzedWith(page, guidance),
  part: "[aria-labelledby=guidance]",
  // A phone's bar covers none of it.
  isWhole: true,
}));

async function analyzedWith(page: Page, guidance: CompanyGuidance): Promise<void> {
  await page.route("**/api/analyze/*", async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    const body = text.replace(
      /"companyGuidance":\{.*?\},"/,
      () => `"companyGuidance":${JSON.stringify(guidance)},"`,
    );
    await route.fulfill({ response: answer, body });
  });
  await analyzed(page);
  const isOpen = await page.locator("details:has(> summary #guidance)").getAttribute("open");
  if (isOpen === null) await page.locator("summary:has(#guidance)").click();
}
