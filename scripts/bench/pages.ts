// npm run -s bench -- pages [--url http://localhost:5173]
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "playwright";
import { postJson } from "../drive.ts";
import { ensureChromium } from "../setup/chromium.mjs";
import { median, sizes } from "./filled-instance.ts";

const LOADS = 5;
const SETTLED_MS = 2_000;
type Size = keyof typeof sizes;
const pages = [
  { name: "landing", path: "/", isMember: false },
  { name: "stock page", path: "/stocks/AAPL", isMember: false },
  { name: "track record", path: "/track-record", isMember: false },
  { name: "home", path: "/dashboard", isMember: true },
  { name: "calendar", path: "/calendar", isMember: true },
  { name: "result", path: "/dashboard?view=analysis", isMember: true },
];

const { values } = parseArgs({ options: { url: { type: "string", default: "http://localhost:5173" } } });
const token = await signIn();
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
const table: Record<string, object> = {};
let mostShift = 0;
for (const size of Object.keys(sizes) as Size[]) {
  for (const { name, path, isMember } of pages) {
    const page = await open(browser, size, isMember);
    // Later loads of the address show the result again.
    const answeredMs = name === "result" ? await analyze(page) : null;
    const analysisShift = answeredMs === null ? 0 : await shiftOf(page);
    const paints: number[] = [];
    const shifts: number[] = [];
    for (let i = 0; i < LOADS; i++) {
      await page.goto(path);
      await page.waitForTimeout(SETTLED_MS);
      paints.push(
        await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0),
      );
      shifts.push(await shiftOf(page));
    }
    await page.context().close();
    const shift = Math.max(analysisShift, ...shifts);
    mostShift = Math.max(mostShift, shift);
    table[`${name}, ${size}`] = {
      "first paint, ms": Math.round(median(paints)),
      slowest: Math.round(Math.max(...paints)),
      "layout shift": Number(shift.toFixed(4)),
      ...(answeredMs === null ? {} : { "analysis to result, s": Number((answeredMs / 1000).toFixed(1)) }),
    };
  }
}
await browser.close();
console.table(table);
process.exit(mostShift > 0 ? 1 : 0);

/** Signs in as the account without a limit on analyses. */
async function signIn(): Promise<string> {
  const { institution } = await postJson<{ institution: { email: string; password: string } }>(
    values.url,
    "/api/dev/seed",
    {},
  );
  const { email, password } = institution;
  return (await postJson<{ token: string }>(values.url, "/api/auth/signin", { email, password })).token;
}

async function open(browser: Browser, size: Size, isMember: boolean): Promise<Page> {
  const context = await browser.newContext({ ...sizes[size], baseURL: values.url, locale: "en-US" });
  await context.addInitScript(
    (token) => {
      if (token) localStorage.setItem("auth_token", token);
      const shifts = Object.assign(globalThis, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (!Reflect.get(entry, "hadRecentInput")) shifts.shift += Number(Reflect.get(entry, "value"));
      }).observe({ type: "layout-shift", buffered: true });
    },
    isMember ? token : null,
  );
  return context.newPage();
}

function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => Number(Reflect.get(globalThis, "shift")));
}

/** Returns milliseconds from the click to the result. */
async function analyze(page: Page): Promise<number> {
  await page.goto("/dashboard?view=analysis&symbol=AAPL");
  const button = page.getByRole("button", { name: "Analyze", exact: true });
  await button.waitFor();
  const startedAt = performance.now();
  await button.click();
  await page.getByRole("article", { name: "Analysis of AAPL" }).waitFor();
  const answeredMs = performance.now() - startedAt;
  await page.waitForTimeout(SETTLED_MS);
  return answeredMs;
}
