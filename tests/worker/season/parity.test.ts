import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import type { Part, PriceAverages } from "#contract/market-data.ts";
import { addIsoDays } from "#contract/time.ts";
import { SECTORS } from "#model/sector.ts";
import { type Gaps, relativeTrendOf } from "#model/trend.ts";
import { shippedWeights } from "#model/weights.ts";
import { openDatabase } from "#platform/db/client.ts";
import { companyStatements, importStatements } from "../../../scripts/history/import-statements.ts";
import { forecastsOf } from "../../../scripts/model/evaluate.ts";
import type { EarningsEvent } from "../../../scripts/model/events.ts";
import { whyOffRecord } from "../../../scripts/model/of-record.ts";
import { aMarket } from "../../unit/model/market-of-companies.ts";
import { expectLabNumbers } from "./compare-with-lab.ts";
import { playSeason, sourceOf } from "./play-season.ts";

const store = { db: openDatabase(env.DB), ledgerId: "a season" };
const origin = { source: "history.csv", ledgerId: store.ledgerId, now: new Date("2011-01-01T12:00:00Z") };
const weights = shippedWeights();
/** The company with two past reports. */
const NEWCOMER = "CAE";
const { history, listed, from, to } = aSeason();

it("a season played through the store has the lab's features and probabilities, and lacks the same values", async () => {
  for (const statement of [
    ...importStatements(history, origin).statements,
    ...companyStatements(listed, origin).statements,
  ])
    await env.DB.prepare(statement).run();
  const locks = await playSeason(store, {
    since: "2010-06-01",
    from,
    to,
    market: { ...sourceOf(listed), averages: async (symbols, now) => averagesOf(symbols, now) },
    onClock: async () => undefined,
  });
  const priced = (events: readonly EarningsEvent[]) =>
    events.map((event) => ({ ...event, trend: relativeTrendOf(gapsOf(event.symbol)) }));
  const rows = forecastsOf([priced(history), priced(listed)], { from, to, weights });
  expect(rows.filter(({ event }) => event.trend > 0.3).length).toBeGreaterThan(5);
  expect(rows.filter(({ event }) => event.trend < -0.3).length).toBeGreaterThan(5);
  const ofDays = locks.filter(({ reportDate }) => reportDate >= from && reportDate <= to);
  expect(ofDays).toHaveLength(32);
  expect(expectLabNumbers(ofDays, rows, weights)).toEqual({
    // This value is of the company with a gap in its history.
    beatYearAgo: 1,
    surpriseYearAgo: 1,
    growthToYearAgo: 1,
    growthToYearAgoToScatter: 1,
    growthToYearAgoEstimate: 1,
    seasonalGrowth: 1,
    lateness: 1,
    // This value is of the company without a description.
    industryBeatRate: 1,
    peersBeatRate: 1,
    isForeign: 1,
    ...Object.fromEntries(SECTORS.map((sector) => [`sector: ${sector}`, 1])),
  });
  const locked = new Set(ofDays.map(({ symbol }) => symbol));
  const unlocked = rows.filter(({ event }) => !locked.has(event.symbol));
  expect(unlocked.map((row) => [row.event.symbol, whyOffRecord(row)])).toEqual([
    [NEWCOMER, "fewer than 4 past reports"],
  ]);
});

/** A third of the companies moved ahead, a third fell behind, and a third are where the market's median is. */
function gapsOf(symbol: string): Gaps {
  const third = symbol.startsWith("LEVEL") ? 0 : symbol.charCodeAt(2) % 3;
  return third === 0
    ? { short: 0, long: 0 }
    : { short: third === 1 ? 0.1 : -0.1, long: third === 1 ? 0.2 : -0.2 };
}

function averagesOf(symbols: readonly string[], now: Date): Part<PriceAverages[]> {
  // These keep the median where the lab has it, however few reports are still ahead.
  const level = Array.from({ length: 200 }, (_, i) => `LEVEL${i}`);
  const data = [...symbols, ...level].map((symbol) => {
    const { short, long } = gapsOf(symbol);
    return { symbol, price: 50, average50: 50 / Math.exp(short), average200: 50 / Math.exp(long ?? 0) };
  });
  return { state: "live", data, source: "A source", url: null, asOf: now.toISOString() };
}

/**
 * * Makes ninety companies and two weeks of their last quarter. The source lists the last two quarters, and a file
 * has those before. The file has each report of one company twice, and the source lists another company's report on
 * two days. One company has a gap of a year, one has no description, and one has only two past reports.
 */
function aSeason() {
  const [TWICE, ON_TWO_DAYS, HOLED, UNDESCRIBED] = ["CAA", "CAB", "CAC", "CAD"];
  const market = aMarket({ companies: 90, quarters: 12 }).map(
    (event): EarningsEvent => ({ ...event, symbol: tickerOf(event.symbol), ...describedAs(event) }),
  );
  const numbered = [...Map.groupBy(market, ({ symbol }) => symbol).values()].flatMap((own) =>
    own.map((event, quarter) => ({ event, quarter })),
  );
  const known = numbered.filter(
    ({ event: { symbol }, quarter }) =>
      !(symbol === HOLED && quarter > 3 && quarter < 8) && !(symbol === NEWCOMER && quarter < 9),
  );
  const part = (isListed: boolean) =>
    known.filter(({ quarter }) => quarter >= 10 === isListed).map(({ event }) => event);
  const [history, listed] = [part(false), part(true)];
  const again = (events: readonly EarningsEvent[], symbol: string | undefined, days: number) =>
    events
      .filter((event) => event.symbol === symbol)
      .map((event) => ({
        ...event,
        reportDate: addIsoDays(event.reportDate, days),
        epsActual: event.epsActual + 0.5,
      }));
  const undescribed = (event: EarningsEvent) =>
    event.symbol === UNDESCRIBED ? { ...event, industry: null, country: null } : event;
  return {
    history: [...history, ...again(history, TWICE, 6)].map(undescribed),
    listed: [...listed, ...again(listed, ON_TWO_DAYS, 2)].map(undescribed),
    from: "2010-10-29",
    to: "2010-11-12",
  };
}

/** American tickers have no digits. */
function tickerOf(symbol: string): string {
  const number = Number(symbol.slice(1));
  return `C${String.fromCharCode(65 + Math.floor(number / 26), 65 + (number % 26))}`;
}

/** Describes a company in the sector words that the model knows. */
function describedAs({ industry }: EarningsEvent): Pick<EarningsEvent, "industry"> {
  return { industry: industry === "banks" ? "insurance" : industry };
}
