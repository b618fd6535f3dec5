import { env } from "cloudflare:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { addIsoDays } from "#contract/time.ts";
import { fmpMarket } from "#market/fmp/fmp.ts";
import { SECTORS } from "#model/sector.ts";
import { shippedWeights } from "#model/weights.ts";
import { openDatabase } from "#platform/db/client.ts";
import { readListing } from "#season/listing.ts";
import { companyStatements, importStatements } from "../../scripts/history/import-statements.ts";
import { companyFacts } from "../../scripts/model/company-facts.ts";
import { forecastsOf } from "../../scripts/model/evaluate.ts";
import type { EarningsEvent } from "../../scripts/model/events.ts";
import { randomFrom } from "../../scripts/model/random.ts";
import { playedQuotes } from "../../scripts/season/played-quotes.ts";
import { aMarket } from "../unit/model/market-of-companies.ts";
import { expectLabNumbers } from "../worker/season/compare-with-lab.ts";
import { playSeason, sourceOf } from "../worker/season/play-season.ts";

const COMPANIES = 400;
const store = { db: openDatabase(env.DB), ledgerId: "four hundred" };
const weights = shippedWeights();
/** Daylight saving time ends within these days. */
const [from, to] = ["2010-10-07", "2010-11-16"];

it("the numbers of 400 locks are the lab's to 1e-9, with closes and sectors as FMP gives them", async () => {
  const market = aMarket({ companies: COMPANIES, quarters: 12, seed: 3 }).map(
    (event): EarningsEvent => ({
      ...event,
      symbol: tickerOf(event.symbol),
      // Every other company is described by the sectors' file alone.
      industry: event.industry === "banks" ? "insurance" : null,
    }),
  );
  const symbols = [...new Set(market.map(({ symbol }) => symbol))];
  const folder = mkdtempSync(join(tmpdir(), "parity-"));
  const [closes, sectors] = [join(folder, "closes.csv"), join(folder, "sectors.csv")];
  writeFileSync(closes, closesOf(symbols));
  writeFileSync(
    sectors,
    `symbol,sector\n${symbols.map((symbol, i) => `${symbol},${SECTORS[i % SECTORS.length]}`).join("\n")}\n`,
  );
  const [history, listed] = [false, true].map((isListed) =>
    market.filter(({ reportDate }) => reportDate >= "2010-06-01" === isListed),
  ) as [EarningsEvent[], EarningsEvent[]];
  const origin = { source: "history.csv", ledgerId: store.ledgerId, now: new Date("2010-09-01T12:00:00Z") };
  for (const statement of [
    ...importStatements(history, origin).statements,
    ...companyStatements(listed, origin).statements,
  ])
    await env.DB.prepare(statement).run();

  let clock = origin.now;
  const played = playedQuotes({ closes, sectors, events: market });
  const fmp = fmpMarket(
    async (address) => Response.json(played?.(new URL(address), clock) ?? []),
    "https://fmp.example",
    "a-key",
  );
  const locks = await playSeason(store, {
    since: "2010-06-01",
    from,
    to,
    market: { ...sourceOf(listed), averages: fmp.averages },
    onClock: async (now) => {
      if (clock === origin.now) await readListing({ store, market: fmp, now }, "NASDAQ");
      clock = now;
    },
  });

  const facts = companyFacts({ sectors, closes: [closes] });
  const rows = forecastsOf([facts(history), facts(listed)], { from, to, weights });
  const trends = rows.map(({ event }) => event.trend);
  expect(trends.filter((trend) => trend !== 0)).toHaveLength(COMPANIES);
  expect(trends.filter((trend) => Math.abs(trend) > 0.3).length).toBeGreaterThan(100);
  expect(new Set(rows.map(({ event }) => event.sector)).size).toBeGreaterThan(5);
  const ofDays = locks.filter(({ reportDate }) => reportDate >= from && reportDate <= to);
  expect(ofDays).toHaveLength(COMPANIES);
  // These reports are from the first weeks, which have no season yet.
  expect(expectLabNumbers(ofDays, rows, weights)).toEqual({ seasonBeatRate: 42 });
});

/** Makes a random walk of prices on weekdays, with a drift for each company, and one holiday without trading. */
function closesOf(symbols: readonly string[]): string {
  const random = randomFrom(7);
  const drifts = symbols.map(() => (random() - 0.5) / 100);
  const prices = symbols.map(() => 20 + 80 * random());
  const lines = [`date,${symbols.join(",")}`];
  for (let day = "2009-11-02"; day <= "2010-11-26"; day = addIsoDays(day, 1)) {
    if (new Date(day).getUTCDay() % 6 === 0 || day === "2010-11-11") continue;
    symbols.forEach((_, i) => {
      prices[i] = (prices[i] as number) * Math.exp((drifts[i] as number) + (random() - 0.5) / 20);
    });
    lines.push(`${day},${prices.map((price) => price.toFixed(4)).join(",")}`);
  }
  return lines.join("\n");
}

/** American tickers have no digits. */
function tickerOf(symbol: string): string {
  const number = Number(symbol.slice(1));
  return `C${String.fromCharCode(65 + Math.floor(number / 26), 65 + (number % 26))}`;
}
