// npm run -s bench -- calendar
import type { DatabaseSync } from "node:sqlite";
import { type Browser, type CDPSession, chromium, type Page } from "playwright";
import { DAY_MS } from "#contract/time.ts";
import { ensureChromium } from "../setup/chromium.mjs";
import { median, sizes, startFilled } from "./filled-instance.ts";

const ROWS = 2_500;
const SLOW_DOWN = 4;
const LOADS = 5;
const LATE_FRAME_MS = 20;
const SCROLLED_PX = 24_000;
const PX_PER_SECOND = 4_000;
const STROKE_PX = 600;
const MOVE_PX = 60;

/** Creates `$rows` companies that report within two weeks. */
const madeSql = `
  CREATE TEMP TABLE made AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < $rows - 1)
    SELECT i, char(65 + i / 676 % 26, 65 + i / 26 % 26, 65 + i % 26, 90) AS symbol,
      date('now', '-5 hours', 'weekday 0', '-6 days', (i % 5 + 7 * (i % 2)) || ' days') AS day FROM n`;
const rowsSql = [
  `INSERT INTO season_companies (ledger_id, symbol, company_name, sector, industry, currency, is_active, market_cap, updated_at)
    SELECT 'sample', symbol, 'Company ' || symbol || ' of a made market', 'Sector ' || (i % 11), 'Made', 'USD', 1, 1e9 * (i + 1), 0
    FROM made WHERE true ON CONFLICT DO NOTHING`,
  `INSERT INTO season_reports (ledger_id, symbol, fiscal_quarter_end, is_quarter_declared, report_date, is_day_known, session,
      is_confirmed, moved_from, consensus_eps, analyst_count, source, is_imported, is_comparable, first_seen_at, changed_at)
    SELECT 'sample', symbol, '2026-09-30', 1, day, 1, iif(i % 3, 'pre', 'post'), i % 4 > 0, iif(i % 5, null, '2026-11-20'),
      1.5 + i / 1000.0, i % 30 + 1, 'Bench', 0, 1, 0, 0 FROM made WHERE true ON CONFLICT DO NOTHING`,
  `INSERT INTO upcoming_forecasts (ledger_id, symbol, fiscal_quarter_end, beat_probability, base_rate, edge_verdict, confidence, feature_tier,
      model_version, consensus_eps, scored_at)
    SELECT 'sample', symbol, '2026-09-30', 0.5 + i % 40 / 100.0, 0.7, iif(i % 40 > 23, 'edge_up', 'edge_down'), 'medium', 'full', 'm',
      1.5 + i / 1000.0, 0 FROM made WHERE true ON CONFLICT DO NOTHING`,
  `INSERT INTO season_moves (ledger_id, symbol, fiscal_quarter_end, implied_move_percent, past_move_percent, seen_at)
    SELECT 'sample', symbol, '2026-09-30', 5.5, 4.25, 0 FROM made WHERE true ON CONFLICT DO NOTHING`,
];

const executablePath = await ensureChromium();
const { instance, token } = await startFilled("bench-calendar", fill);
try {
  await measureCall();
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  for (const size of Object.keys(sizes) as (keyof typeof sizes)[]) {
    await measureLoads(browser, size);
    await measureScroll(browser, size, 1);
    await measureScroll(browser, size, SLOW_DOWN);
  }
  await browser.close();
} finally {
  await instance.kill();
}

function fill(sqlite: DatabaseSync): void {
  sqlite.prepare(madeSql).run({ rows: ROWS });
  for (const sql of rowsSql) sqlite.prepare(sql).run();
  openEverything(sqlite);
}

/** Fills every field, so the rows are the heaviest possible. */
function openEverything(sqlite: DatabaseSync): void {
  const { id, email } = sqlite.prepare("SELECT id, email FROM users").get() as { id: string; email: string };
  const [now, later] = [Date.now(), Date.now() + 30 * DAY_MS];
  sqlite
    .prepare("INSERT INTO customers (id, user_id, email, created_at) VALUES ('cus_bench', ?, ?, ?)")
    .run(id, email, now);
  sqlite
    .prepare(
      `INSERT INTO subscriptions (id, customer_id, status, plan_id, price_id, amount_cents, currency, period_start, period_end,
        counted_from, paid_from, paid_until, paid_plan_id, paid_calls, created_at)
       VALUES ('sub_bench', 'cus_bench', 'active', 'premium', 'price', 4900, 'usd', $now, $later, $now, $now, $later, 'premium', 500, $now)`,
    )
    .run({ now, later });
}

async function measureCall(): Promise<void> {
  const times: number[] = [];
  let bytes = 0;
  for (let i = 0; i < 10; i++) {
    const startedAt = performance.now();
    const answer = await fetch(`${instance.url}/api/calendar`, {
      headers: { authorization: `Bearer ${token}` },
    });
    bytes = (await answer.arrayBuffer()).byteLength;
    times.push(performance.now() - startedAt);
  }
  console.log(
    `GET /api/calendar: ${(bytes / 1000).toFixed(0)} kB before compression, median ${median(times).toFixed(0)} ms`,
  );
}

/** Measures until the first row, with an empty cache. */
async function measureLoads(browser: Browser, size: keyof typeof sizes): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < LOADS; i++) {
    const { page, close } = await open(browser, size, SLOW_DOWN);
    times.push(await page.evaluate(() => (window as unknown as { firstRow: Promise<number> }).firstRow));
    await close();
  }
  console.log(
    `${size}: first row at ${SLOW_DOWN}x slow-down, median ${median(times).toFixed(0)} ms of ${times.map((time) => time.toFixed(0)).join(", ")}`,
  );
}

async function measureScroll(browser: Browser, size: keyof typeof sizes, slowDown: number): Promise<void> {
  const { page, client, close } = await open(browser, size, slowDown);
  await page.evaluate(() => (window as unknown as { firstRow: Promise<number> }).firstRow);
  await page.waitForTimeout(1_500);
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    const onFrame = (at: number) => {
      frames.push(at);
      requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
  });
  const { width, height } = sizes[size].viewport;
  if ("isMobile" in sizes[size]) await stroke(client, { x: width / 2, from: height - 100 });
  else
    await client.send("Input.synthesizeScrollGesture", {
      x: width / 2,
      y: height / 2,
      yDistance: -SCROLLED_PX,
      speed: PX_PER_SECOND,
      gestureSourceType: "mouse",
    });
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames);
  const gaps = frames.slice(1).map((at, i) => at - (frames[i] ?? at));
  const late = gaps.filter((gap) => gap > LATE_FRAME_MS);
  const scrolled = await page.evaluate(() => scrollY);
  await close();
  const perSecond = (1000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0);
  console.log(
    `${size}: ${scrolled.toFixed(0)} px scrolled at ${slowDown}x, ${perSecond.toFixed(1)} frames a second, ${late.length} of ${gaps.length} over ${LATE_FRAME_MS} ms, longest ${Math.max(...gaps).toFixed(0)} ms`,
  );
}

/** A synthesized gesture scrolls no page, while single touches do. */
async function stroke(client: CDPSession, { x, from }: { x: number; from: number }): Promise<void> {
  for (let scrolled = 0; scrolled < SCROLLED_PX; scrolled += STROKE_PX) {
    const at = (y: number) => [{ x, y }];
    await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(from) });
    for (let way = MOVE_PX; way <= STROKE_PX; way += MOVE_PX) {
      await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(from - way) });
      await new Promise((resolve) => setTimeout(resolve, (1_000 * MOVE_PX) / PX_PER_SECOND));
    }
    await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }
}

async function open(browser: Browser, size: keyof typeof sizes, slowDown: number) {
  const context = await browser.newContext({ ...sizes[size], baseURL: instance.url, locale: "en-US" });
  const page: Page = await context.newPage();
  const client: CDPSession = await context.newCDPSession(page);
  await page.addInitScript((token) => {
    localStorage.setItem("auth_token", token);
    const firstRow = new Promise<number>((resolve) => {
      const look = () => {
        const row = document.querySelector('[data-at="0"]')?.getBoundingClientRect();
        if (row && row.height > 0 && row.top < innerHeight) resolve(performance.now());
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    Object.assign(window, { firstRow });
  }, token);
  await client.send("Emulation.setCPUThrottlingRate", { rate: slowDown });
  await page.goto("/calendar", { waitUntil: "commit" });
  return { page, client, close: () => context.close() };
}
