import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { DAY_MS, isoDay } from "#contract/time.ts";

const QUARTER_DAYS = 91;
const EXCHANGES = ["NASDAQ", "NYSE", "AMEX"];
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

type Market = {
  companies: number;
  /** Reports on the busy days; other companies report over the quarter. */
  reports: number;
  day: string;
  /** The default is 1. */
  busyDays?: number;
  quarters: number;
};

/** Calls by path; `repeatedRanges` counts ranges that were read again. */
type Calls = { paths: Record<string, number>; repeatedRanges: number };

/** `POST /__fault` sets one of these words, and an empty word ends the fault. */
const brokenAnswers: Readonly<Record<string, { status: number; body: string }>> = {
  "429": { status: 429, body: '{"Error Message":"Limit reached"}' },
  "500": { status: 500, body: "{}" },
  html: { status: 200, body: "<!doctype html><title>Maintenance</title>" },
  badjson: { status: 200, body: '[{"symbol":' },
};

/** Answers in FMP's shape, as known at the set time. */
export async function serveMarket(market: Market) {
  const events = eventsOf(market);
  let clock = Date.parse(market.day);
  let calls: Calls = { paths: {}, repeatedRanges: 0 };
  let ranges = new Set<string>();
  let fault = "";
  const rowOf = ({ symbol, date, estimate, actual }: Event) => {
    const isKnown = Date.parse(`${date}T22:00:00Z`) <= clock;
    const lastUpdated = isoDay(isKnown ? Date.parse(date) + DAY_MS : clock);
    return { symbol, date, epsActual: isKnown ? actual : null, epsEstimated: estimate, lastUpdated };
  };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams, search } = new URL(request.url ?? "/", "http://127.0.0.1");
    if (pathname === "/__fault") {
      fault = await text(request);
      return response.end();
    }
    const broken = brokenAnswers[fault];
    if (broken) return response.writeHead(broken.status).end(broken.body);
    calls.paths[pathname] = (calls.paths[pathname] ?? 0) + 1;
    const asked = (name: string) => searchParams.get(name) ?? "";
    let rows: object[] = [];
    if (pathname === "/stable/earnings-calendar") {
      if (ranges.has(search)) calls.repeatedRanges += 1;
      ranges.add(search);
      rows = events.filter(({ date }) => date >= asked("from") && date <= asked("to")).map(rowOf);
    }
    if (pathname === "/stable/company-screener")
      rows = listed(market.companies, EXCHANGES.indexOf(asked("exchange")));
    if (pathname === "/stable/batch-quote")
      rows = asked("symbols")
        .split(",")
        .map((symbol) => ({ symbol, price: 50, priceAvg50: 50, priceAvg200: 50, timestamp: clock / 1_000 }));
    return response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify(rows.slice(0, 4_000)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    setClock: (at: string) => {
      clock = Date.parse(at);
      ranges = new Set();
    },
    calls: () => calls,
    reset: () => {
      calls = { paths: {}, repeatedRanges: 0 };
    },
    close: () => server.close(),
  };
}

type Event = { symbol: string; date: string; estimate: number; actual: number };

function eventsOf({ companies, reports, day, quarters, busyDays = 1 }: Market): Event[] {
  return Array.from({ length: companies }, (_, company) =>
    Array.from({ length: quarters + 2 }, (_, quarter) => {
      const isBusy = company < reports * busyDays;
      const offset = isBusy
        ? Math.floor(company / reports)
        : busyDays + (company % (QUARTER_DAYS - busyDays));
      const days = offset + (1 - quarter) * QUARTER_DAYS;
      const estimate = 0.5 + (company % 40) / 20;
      // Two thirds of the reports beat, and each company has a habit.
      const surprise = (((company * 7 + quarter * 13) % 11) - 3.5) / 50;
      return {
        symbol: symbolOf(company),
        date: isoDay(Date.parse(day) + days * DAY_MS),
        estimate,
        actual: Number((estimate + surprise).toFixed(2)),
      };
    }),
  ).flat();
}

function listed(companies: number, exchange: number) {
  return Array.from({ length: companies }, (_, company) => company)
    .filter((company) => company % EXCHANGES.length === exchange)
    .map((company) => ({
      symbol: symbolOf(company),
      companyName: `Company ${company}`,
      marketCap: 1e8 * (1 + (company % 900)),
      sector: ["Technology", "Healthcare", "Industrials", "Energy"][company % 4],
      industry: `Industry ${company % 30}`,
      price: 5 + (company % 200),
      country: "US",
      isEtf: false,
      isFund: false,
    }));
}

function symbolOf(company: number): string {
  const part = (place: number) => ALPHABET[Math.floor(company / 26 ** place) % 26] ?? "A";
  return `B${part(2)}${part(1)}${part(0)}`;
}
