import { yahooMarket } from "#market/yahoo/yahoo.ts";
import { type Answer, vendor } from "../sources.ts";

/** The time of these tests: a Tuesday before the market opens in New York. */
export const now = new Date("2025-03-04T12:00:00Z");

const epoch = (instant: string) => Date.parse(instant) / 1000;

const quarterRow = (quarterEnd: string, estimate: unknown, actual: unknown) => ({
  quarter: { raw: epoch(quarterEnd), fmt: quarterEnd },
  epsEstimate: estimate,
  epsActual: actual,
});

/** Returns the modules of Acme, a company of our own making that reports on March 10, 2025, after the close. */
export function aSummary(modules: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    quoteType: { quoteType: "EQUITY", longName: "Acme Anvils Inc." },
    price: {
      symbol: "ACME",
      quoteType: "EQUITY",
      longName: "Acme Anvils Inc.",
      exchangeName: "NYSE",
      currency: "USD",
      regularMarketPrice: 41.5,
      marketCap: { raw: 2_000_000_000, fmt: "2B" },
    },
    assetProfile: { sector: "Industrials", industry: "Tools", country: "United States" },
    earningsTrend: {
      trend: [
        {
          period: "0q",
          endDate: "2025-01-31",
          earningsEstimate: {
            avg: { raw: 0.52, fmt: "0.52" },
            low: 0.45,
            high: 0.6,
            yearAgoEps: 0.48,
            numberOfAnalysts: { raw: 7, fmt: "7" },
            growth: 0.0833,
            earningsCurrency: "USD",
          },
          epsTrend: { current: 0.52, "7daysAgo": 0.51, "30daysAgo": 0.5, "60daysAgo": {}, "90daysAgo": 0.47 },
          epsRevisions: { upLast7days: 1, upLast30days: 2, downLast7Days: 0, downLast30days: 1 },
        },
        { period: "+1q", endDate: "2025-04-30", earningsEstimate: { avg: 9.99, numberOfAnalysts: 3 } },
      ],
    },
    earningsHistory: {
      history: [
        quarterRow("2024-10-31", 0.5, { raw: 0.55, fmt: "0.55" }),
        quarterRow("2024-07-31", { raw: 0.49, fmt: "0.49" }, 0.44),
        quarterRow("2024-04-30", {}, 0.41),
        quarterRow("2024-01-31", 0.47, {}),
      ],
    },
    calendarEvents: {
      earnings: { earningsDate: [epoch("2025-03-10T20:30:00Z")], isEarningsDateEstimate: false },
    },
    financialData: {
      targetMeanPrice: 48.25,
      targetHighPrice: 55,
      targetLowPrice: 39,
      targetMedianPrice: 48,
      numberOfAnalystOpinions: 8,
    },
    recommendationTrend: {
      trend: [{ period: "0m", strongBuy: 2, buy: 3, hold: 2, sell: 1, strongSell: 0 }],
    },
    upgradeDowngradeHistory: {
      history: [
        change("2025-02-01T12:00:00Z", "Oldbank", "up", "Hold", "Buy"),
        change("2025-03-01T12:00:00Z", "Newbank", "down", "Buy", "Hold"),
        change("2025-03-05T12:00:00Z", "Tomorrow & Co", "up", "Hold", "Buy"),
      ],
    },
    ...modules,
  };
}

function change(at: string, firm: string, action: string, fromGrade: string, toGrade: string) {
  return { epochGradeDate: epoch(at), firm, action, fromGrade, toGrade };
}

/** Returns Yahoo's answer with these modules. */
export const summaryBody = (modules: Record<string, unknown>): Answer => ({
  body: { quoteSummary: { result: [modules], error: null } },
});

/** Returns Yahoo's 404 answer with its reason. */
export const refusal = (description: string): Answer => ({
  status: 404,
  body: { quoteSummary: { result: null, error: { code: "Not Found", description } } },
});

/** Builds daily bars in the shape of Yahoo's chart. A null is a day without a trade. */
export function chartBody(days: readonly (readonly [day: string, close: number | null])[]): Answer {
  const closes = days.map(([, close]) => close);
  const quote = { open: closes, high: closes, low: closes, close: closes, volume: closes.map(() => 1000) };
  const timestamp = days.map(([day]) => epoch(`${day}T14:30:00Z`));
  return {
    body: {
      chart: { result: [{ timestamp, meta: { gmtoffset: -18_000 }, indicators: { quote: [quote] } }] },
    },
  };
}

/** Imitates Yahoo: it gives a cookie and a crumb, and answers other paths as told. Everything else is a 404. */
export function aYahoo(
  answers: Record<string, Answer | ((nth: number, url: URL) => Answer)>,
  patienceMs?: number,
) {
  const source = vendor((url, nth) => {
    const told = answers[url.pathname] ?? session[url.pathname];
    if (typeof told === "function") return told(nth, url);
    return (
      told ?? {
        status: 404,
        body: { finance: { error: { code: "Not Found", description: "no such path" } } },
      }
    );
  });
  return { ...source, market: yahooMarket(source.fetch, "https://yahoo.example", patienceMs) };
}

const session: Record<string, Answer | ((nth: number) => Answer)> = {
  "/": (nth) => ({ headers: { "set-cookie": `A3=cookie${nth}; Path=/; Secure` }, body: "ok" }),
  "/v1/test/getcrumb": (nth) => ({ body: `crumb.${nth}` }),
};

export const SUMMARY = "/v10/finance/quoteSummary/ACME";
