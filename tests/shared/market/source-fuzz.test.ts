import { describe, expect, it } from "vitest";
import { addIsoDays } from "#contract/time.ts";
import type { FmpRow } from "../../unit/market/rows/broken-rows.ts";
import { type Company, fuzz } from "../../unit/market/rows/source-fuzz.ts";
import { areThere, at, figure, recordedSymbols, recording, rowsAt } from "./recordings.ts";

const SEEDS = 12;
const USUAL_LAG_DAYS = 30;
/** For a company whose EPS is a few cents, zero and three times the estimate are real figures. */
const LEAST_EPS = 0.25;

/** FMP's recorded lists of reports. */
const ofFmp = ["AAPL", "MSFT"].map((symbol): Company => {
  const rows = rowsAt(recording(`fmp/stable/earnings-${symbol}.json`)?.body) as FmpRow[];
  const yearEnds = rowsAt(recording(`fmp/stable/analyst-estimates-annual-${symbol}.json`)?.body);
  return {
    symbol,
    rows,
    yearEnds: yearEnds.map((row) => String(at(row, "date"))),
    now: new Date("2025-09-23T12:00:00Z"),
  };
});

/** Yahoo's recorded quarters, as another source would list them, a month after each quarter's end. */
const ofYahoo = recordedSymbols.flatMap((symbol): Company[] => {
  const body = recording(`yahoo/${symbol}/quoteSummary.json`)?.body;
  const quarters = rowsAt(body, "quoteSummary", "result", 0, "earningsHistory", "history");
  const rows = quarters.flatMap((row): FmpRow[] => {
    const [quarter, epsActual] = [figure(at(row, "quarter")), figure(at(row, "epsActual"))];
    if (quarter === null || epsActual === null) return [];
    const end = new Date(quarter * 1000).toISOString().slice(0, 10);
    const revenue = { revenueActual: 1e9, revenueEstimated: 1e9 };
    const epsEstimated = figure(at(row, "epsEstimate"));
    return [
      {
        symbol,
        date: addIsoDays(end, USUAL_LAG_DAYS),
        epsActual,
        epsEstimated,
        ...revenue,
        lastUpdated: null,
      },
    ];
  });
  const newest =
    quarters
      .map((row) => figure(at(row, "quarter")) ?? 0)
      .sort()
      .at(-1) ?? 0;
  const yearEnd = new Date(newest * 1000).toISOString().slice(0, 10);
  const isLarge = rows.every(({ epsActual }) => Math.abs(Number(epsActual)) >= LEAST_EPS);
  return rows.length < 3 || !isLarge
    ? []
    : [{ symbol, rows, yearEnds: [yearEnd], now: new Date("2025-02-25T15:00:00Z") }];
});

describe.skipIf(!areThere)("a source that sends wrong rows of the recorded companies", () => {
  it("makes no quarter, figure or estimate that the recorded rows do not have", async () => {
    const failures: string[] = [];
    let cases = 0;
    for (const company of [...ofFmp, ...ofYahoo])
      for (let seed = 0; seed < SEEDS; seed++) {
        const result = await fuzz(company, seed);
        cases += result.cases;
        failures.push(...result.failures);
      }
    expect(failures).toEqual([]);
    expect(cases).toBe(9_360);
  });
});
