import { expect, it } from "vitest";
import { sampleMarket } from "#market/sample/sample.ts";
import { aMovingMarket, locksOf, rowsOf } from "../worker/app/jobs/a-moving-market.ts";

type Report = { symbol: string; quarter: string; day: string };
const DAY_MS = 86_400_000;

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

async function announced(ledgerId: string): Promise<Report[]> {
  return rowsOf<Report>(
    `SELECT symbol, fiscal_quarter_end AS quarter, report_date AS day FROM season_reports
     WHERE ledger_id = ? AND reported_eps IS NULL AND consensus_eps IS NOT NULL ORDER BY 1, 2`,
    ledgerId,
  );
}

it("every company's next report is announced, scored and locked, though nobody asks for it", async () => {
  const ledgerId = "whole calendar";
  const { tick } = aMovingMarket(ledgerId, () => null, 600);
  const now = new Date("2026-10-19T14:17:00Z");
  // The first hour reads the past, and the next one scores.
  await tick("2026-10-19T13:17:00Z");
  await tick(now.toISOString());

  // The calendar holds what the market says of each company's next report, as far ahead as it is read.
  const lastRead = dayAfter("2026-10-19", 30);
  let found = 0;
  const market = sampleMarket();
  const listing = await market.companies("Sample exchange", now);
  if (listing.state === "missing") throw new Error(listing.detail);
  expect(listing.data).toHaveLength(600);
  const known = new Map((await announced(ledgerId)).map((one) => [`${one.symbol} ${one.quarter}`, one.day]));
  for (const { symbol } of listing.data) {
    const { estimate, reportDate } = await market.company(symbol, now);
    if (estimate.state === "missing" || reportDate.state === "missing") throw new Error(symbol);
    const day = reportDate.data.from.slice(0, 10);
    if (day > lastRead) continue;
    expect(known.get(`${symbol} ${estimate.data.fiscalQuarterEnd}`), symbol).toBe(day);
    found += 1;
  }
  // In season most of 600 companies report within 30 days.
  expect(found).toBeGreaterThan(300);

  // Every report of the next fourteen days is scored.
  const ofFortnight = [...known].filter(([, day]) => day > "2026-10-19" && day <= "2026-11-02");
  expect(ofFortnight.length).toBeGreaterThan(100);
  const scored = await rowsOf<{ name: string }>(
    "SELECT symbol || ' ' || fiscal_quarter_end AS name FROM upcoming_forecasts WHERE ledger_id = ?",
    ledgerId,
  );
  const names = new Set(scored.map(({ name }) => name));
  expect(ofFortnight.filter(([name]) => !names.has(name))).toEqual([]);

  // Every report of a day is locked before it comes out, by the hours of the evening before and of the day itself.
  const day = ofFortnight.map(([, date]) => date).sort()[0] ?? "";
  const due = ofFortnight.filter(([, date]) => date === day).map(([name]) => name);
  expect(due.length).toBeGreaterThan(5);
  await tick(`${dayAfter(day, -1)}T20:17:00Z`);
  await tick(`${day}T19:17:00Z`);
  const locks = await locksOf(ledgerId);
  expect(locks.filter(({ late }) => late)).toEqual([]);
  const locked = new Set(locks.map(({ symbol }) => symbol));
  expect(due.filter((name) => !locked.has(name.split(" ")[0] ?? ""))).toEqual([]);

  // Then each is settled by what was reported.
  await tick(`${dayAfter(day, 1)}T02:17:00Z`);
  const settled = await rowsOf<{ symbol: string }>(
    "SELECT symbol FROM predictions WHERE ledger_id = ? AND state = 'settled'",
    ledgerId,
  );
  expect(due.filter((name) => !settled.some(({ symbol }) => symbol === name.split(" ")[0]))).toEqual([]);
}, 180_000);
