import { fmpMarket } from "#market/fmp/fmp.ts";
import { type Answer, vendor } from "../sources.ts";

/** The time of these tests: noon in New York on the day after Acme's report of August 27, 2025. */
export const now = new Date("2025-08-28T16:00:00Z");

/** Builds a row of FMP's list of reports. */
export const report = (
  date: string,
  epsEstimated: number | null,
  epsActual: number | null,
  over: object = {},
) => ({
  symbol: "ACME",
  date,
  epsActual,
  epsEstimated,
  revenueEstimated: 1_000,
  lastUpdated: "2025-08-28",
  ...over,
});

/**
 * Builds what FMP lists of Acme at noon in New York on the last day of April 2024, when its fiscal year is the calendar
 * year: five past quarters, the newest one, and the next report. `lastUpdated` is the day on which FMP says that it last
 * changed a row, or null.
 */
export function sixQuarters(lastUpdated: string | null) {
  const out = (date: string, estimate: number | null, actual: number | null, over: object = {}) =>
    report(date, estimate, actual, { lastUpdated, revenueActual: 1_010, ...over });
  return {
    now: new Date("2024-04-30T16:00:00Z"),
    out,
    past: [
      out("2024-01-25", 1.35, 1.41),
      out("2023-10-26", 1.3, 1.33),
      out("2023-07-27", 1.25, 1.24),
      out("2023-04-27", 1.2, 1.28),
      out("2023-01-26", 1.15, 1.2),
    ],
    newest: out("2024-04-25", 1.4, 1.5),
    upcoming: report("2024-07-25", 1.6, null, { lastUpdated }),
  };
}

/**
 * A company of our own making. Its fiscal year ends at about the end of January, and it reports four weeks after
 * each quarter.
 */
export const acme: Record<string, Answer> = {
  profile: {
    body: [
      {
        symbol: "ACME",
        companyName: "Acme Anvils Inc.",
        exchange: "NYSE",
        currency: "USD",
        sector: "Industrials",
        industry: "Tools",
        country: "US",
        price: 41.5,
        marketCap: 2_000_000_000,
        website: "https://acme.example",
        isEtf: false,
        isFund: false,
        isAdr: false,
      },
    ],
  },
  earnings: {
    body: [
      report("2026-02-25", null, null),
      report("2025-11-26", 0.6, null),
      report("2025-08-27", 0.5, 0.55),
      report("2025-05-28", 0.49, 0.44),
      report("2025-02-26", 0.47, 0.47),
      report("2024-11-27", 0.48, 0.5),
    ],
  },
  "analyst-estimates?annual": {
    body: [{ date: "2027-01-30" }, { date: "2026-01-31" }, { date: "2025-02-01" }],
  },
  "analyst-estimates?quarter": {
    body: [{ date: "2025-11-01", epsLow: 0.52, epsHigh: 0.66, numAnalystsEps: 7 }],
  },
  "price-target-consensus": {
    body: [{ symbol: "ACME", targetHigh: 55, targetLow: 39, targetConsensus: 48.25, targetMedian: 48 }],
  },
  "grades-consensus": { body: [{ symbol: "ACME", strongBuy: 1, buy: 5, hold: 3, sell: 1, strongSell: 0 }] },
  grades: {
    body: [
      grade("2025-08-29", "Tomorrow & Co", "upgrade", "Hold", "Buy"),
      grade("2025-08-01", "Newbank", "downgrade", "Buy", "Hold"),
      grade("2025-07-01", "Oldbank", "maintain", "Buy", "Buy"),
      grade("2025-06-01", "Otherbank", "somehow", "Buy", "Buy"),
    ],
  },
};

function grade(
  date: string,
  gradingCompany: string,
  action: string,
  previousGrade: string,
  newGrade: string,
) {
  return { symbol: "ACME", date, gradingCompany, action, previousGrade, newGrade };
}

/**
 * Imitates FMP: it gives these answers, Acme's lists where none is given, and an empty list for everything else.
 */
export function anFmp(answers: Record<string, Answer> = {}) {
  const told: Record<string, Answer> = { ...acme, ...answers };
  const source = vendor((url) => {
    const name = url.pathname.slice("/stable/".length);
    const period = url.searchParams.get("period");
    return told[period ? `${name}?${period}` : name] ?? { body: [] };
  });
  return { ...source, market: fmpMarket(source.fetch, "https://fmp.example", "a-secret-key") };
}
