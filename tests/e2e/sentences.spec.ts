import { expect, type Page, test } from "@playwright/test";
import { pagePatterns } from "#contract/pages.ts";
import { signUp } from "./support/account.ts";
import { textOf, untilAtRest } from "./support/at-rest.ts";
import { signInAsDemo } from "./support/demo.ts";

/** Patterns that no sentence of ours contains, with texts that only look like them. */
const faults: readonly { what: string; pattern: RegExp; allowed?: RegExp }[] = [
  {
    what: "one of several",
    pattern:
      /(?<![\d.,–-])1 (reports|analysts|companies|predictions|quarters|days|weeks|hours|minutes|points|alerts|calls|results|beats|misses|sessions|keys|readers|rows|entries|estimates|seats|devices|signals|sources|facts)\b/gi,
  },
  // Brier scores differ in their third decimal.
  {
    what: "more than two decimals",
    pattern: /(?<![\w./-])\d[\d,]*\.\d{3,}/g,
    allowed: /^0\.\d{4}$/,
  },
  { what: "a raw instant", pattern: /\b\d{4}-\d\d-\d\dT\d\d:\d\d/g },
  // A model's version begins with a day.
  { what: "a raw day", pattern: /\b20\d\d-[01]\d-[0-3]\d\b(?!\.[0-9a-f]{8})/g },
  { what: "a doubled word", pattern: /\b([a-z]{2,}) \1\b/gi, allowed: /^(that that|had had)$/i },
  { what: "a value that is none", pattern: /\b(undefined|NaN|null|Infinity)\b|\[object/g },
  { what: "a code", pattern: /\b[a-z]+_[a-z_]+\b|\b[A-Z]{2,}_[A-Z_]+\b/g },
  { what: "a doubled sign", pattern: /[−-]\s?[−]|[−]\s?[-]|\+\s?[−-]\d|[−-]\s?\+\d|−-|--\d|%%|\$\$/g },
  { what: "a space before a stop", pattern: /\w [.,;](?=\s|$)/g },
  { what: "a doubled stop", pattern: /(?<!\.)\.\.(?!\.)|,,|;;/g },
];

/**
 * Code is no sentence, and neither is a line that is still being typed. The details of the model's card name the fit's
 * files, families and tiers as the code does.
 */
const notSentences = "code, pre, [data-testid=typed-demo], [data-testid=card-details]";

type Fault = { path: string; what: string; found: string; line: string };

async function faultsOf(page: Page, path: string): Promise<Fault[]> {
  const labels = await page.evaluate((selector) => {
    for (const element of document.querySelectorAll(selector)) element.textContent = "code";
    return [...document.querySelectorAll("[aria-label],[title],[alt]")].flatMap((element) =>
      ["aria-label", "title", "alt"].map((name) => element.getAttribute(name) ?? ""),
    );
  }, notSentences);
  const lines = [await page.title(), ...(await textOf(page)).split(/[\n\t]+/), ...labels];
  return [...new Set(lines)].flatMap((line) =>
    faults.flatMap(({ what, pattern, allowed }) =>
      [...line.matchAll(pattern)]
        .filter(([found]) => !allowed?.test(found))
        .map(([found]) => ({ path, what, found, line: line.slice(0, 160) })),
    ),
  );
}

/** Addresses whose documents lead elsewhere: a page that is replaced while it is being read fails the test. */
type Redirects = { readonly [path: string]: string };
const ofVisitors: Redirects = { "/pricing": "/#pricing" };
const ofMembers: Redirects = { "/": "/dashboard", "/pricing": "/dashboard" };

async function open(page: Page, path: string, redirects: Redirects): Promise<void> {
  await page.goto(path);
  if (redirects[path]) await page.waitForURL(redirects[path]);
  await untilAtRest(page);
}

const accountTabs = ["account", "billing", "security", "notifications", "privacy", "api"];
const dashboardViews = ["welcome", "analysis", "history", "metrics"];
/** Pages that redirect a visitor without an account. */
const signedInOnly = new Set([
  "/dashboard",
  "/dashboard/predictions/:id",
  "/account",
  "/review",
  "/subscribe",
]);
/** These pages show nothing about the market. */
const withoutFigures =
  /^\/(auth|privacy|terms|newsletter|notices|account|review|subscribe|support|pricing|security|status)/;

/** Returns an existing address of every page except the settled prediction of the signed-in person. */
async function addresses(page: Page): Promise<string[]> {
  const { items } = (await (await page.request.get("/api/track-record/predictions")).json()) as {
    items: { id: string }[];
  };
  const weeks = await (await page.request.get("/sitemaps/weeks.xml")).text();
  const week = /\/calendar\/[\w-]+/.exec(weeks)?.[0] ?? "";
  const settled = items[0]?.id ?? "";
  expect([week, settled]).not.toContain("");
  return pagePatterns
    .filter((pattern) => pattern !== "/dashboard/predictions/:id")
    .map((pattern) =>
      pattern.replace("/calendar/:week", week).replace(":symbol", "AAPL").replace(":id", settled),
    );
}

async function walk(page: Page, paths: readonly string[], redirects: Redirects): Promise<Fault[]> {
  const found: Fault[] = [];
  for (const path of paths)
    await test.step(path, async () => {
      await open(page, path, redirects);
      found.push(...(await faultsOf(page, path)));
      if (!withoutFigures.test(path) && !(await textOf(page)).match(/simulated|sample data/i))
        found.push({ path, what: "unlabeled sample data", found: "", line: "" });
    });
  return found;
}

test("a visitor reads whole sentences on every page", async ({ page }) => {
  test.setTimeout(180_000);
  const paths = (await addresses(page)).filter((path) => !signedInOnly.has(path));
  expect(await walk(page, paths, ofVisitors)).toEqual([]);
});

test("so does a new person, in every view and every tab", async ({ page }) => {
  test.setTimeout(180_000);
  await signUp(page);
  const own = [
    ...dashboardViews.map((view) => `/dashboard?view=${view}`),
    ...accountTabs.map((tab) => `/account?tab=${tab}`),
  ];
  expect(
    await walk(page, [...own, "/subscribe", "/support", "/watchlist", "/alerts", "/compare"], ofMembers),
  ).toEqual([]);
});

test("and the demo person, with four seasons behind", async ({ page }) => {
  test.setTimeout(180_000);
  await signInAsDemo(page);
  const paths = await addresses(page);
  const history = await page.request.get("/api/predictions?limit=1", {
    headers: { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem("auth_token"))}` },
  });
  const { items } = (await history.json()) as { items: { id: string }[] };
  const own = [
    ...dashboardViews.map((view) => `/dashboard?view=${view}`),
    ...accountTabs.map((tab) => `/account?tab=${tab}`),
    `/dashboard/predictions/${items[0]?.id}`,
    "/compare?symbols=AAPL,MSFT,NVDA",
    "/dashboard?symbol=MSFT",
  ];
  expect(await walk(page, [...paths, ...own], ofMembers)).toEqual([]);
});

test("each fault is found where it is planted", async ({ page }) => {
  const planted = [
    ["one of several", "1 reports", "1 reports in this week"],
    ["more than two decimals", "61.054054", "61.054054 points"],
    ["a raw instant", "2026-11-23T20:15", "as of 2026-11-23T20:15:00Z"],
    ["a raw day", "2026-09-30", "quarter to 2026-09-30"],
    ["a doubled word", "from from", "Beatcast, from from Sample market"],
    ["a value that is none", "undefined", "expires undefined"],
    ["a code", "very_high", "Confidence: very_high"],
    ["a doubled sign", "−-", "Edge of −-27 points"],
    ["a space before a stop", "y .", "Try today ."],
    ["a doubled stop", "..", "It is out.."],
  ];
  await page.setContent(
    `${planted.map(([, , line]) => `<p>${line}</p>`).join("")}<p><code>very_high</code></p>`,
  );
  const found = await faultsOf(page, "");
  for (const [what, text, line] of planted)
    expect(found).toContainEqual({ path: "", what, found: text, line });
  await page.setContent("<p>1 report, 11 reports, $1,234.56, 0.1903, −0.4 points: no fault.</p>");
  expect(await faultsOf(page, "")).toEqual([]);
});
