import { describe, expect, it } from "vitest";
import { anFmp, now, report } from "./bodies.ts";

const bar = (date: string, close: number) => ({
  symbol: "ACME",
  date,
  open: close,
  high: close,
  low: close,
  close,
  volume: 9,
});
const EOD = "historical-price-eod/full";

describe("FMP's daily prices", () => {
  it("are two years of bars, oldest first, none after today", async () => {
    const { market, asked } = anFmp({
      [EOD]: {
        body: [bar("2025-08-29", 99), bar("2025-08-28", 42), bar("2025-08-27", 41), { date: "2025-08-26" }],
      },
    });
    expect(await market.prices("ACME", now)).toMatchObject({
      state: "live",
      data: [
        { date: "2025-08-27", open: 41, high: 41, low: 41, close: 41, volume: 9 },
        { date: "2025-08-28", close: 42 },
      ],
    });
    const query = asked[0]?.url.searchParams;
    expect([query?.get("from"), query?.get("to")]).toEqual(["2023-08-28", "2025-08-28"]);
  });
});

describe("FMP's news", () => {
  const story = (publishedDate: string, over: object = {}) => ({
    symbol: "ACME",
    publishedDate,
    publisher: "Newswire",
    title: "Acme opens a plant",
    text: "Somewhere.",
    url: "https://news.example.org/plant",
    ...over,
  });

  it("are dated by the clock of New York and told newest first, up to now", async () => {
    const { market } = anFmp({
      "news/stock": {
        body: [
          story("2025-08-27 09:30:00"),
          story("2025-08-28 11:59:00", { title: "Newest" }),
          story("2025-08-28 12:01:00", { title: "Not out yet" }),
          story("2025-01-02 09:30:00", { title: "In winter" }),
        ],
      },
    });
    expect(await market.news("ACME", "Acme", now)).toMatchObject({
      data: [
        { title: "Newest", publishedAt: "2025-08-28T15:59:00.000Z" },
        { title: "Acme opens a plant", publishedAt: "2025-08-27T13:30:00.000Z", description: "Somewhere." },
        { title: "In winter", publishedAt: "2025-01-02T14:30:00.000Z" },
      ],
    });
  });

  it("leave out other companies and addresses that are no public page", async () => {
    const body = [
      story("2025-08-27 09:30:00", { symbol: "ZZZ" }),
      story("2025-08-27 09:30:00", { url: "javascript:x" }),
    ];
    expect(await anFmp({ "news/stock": { body } }).market.news("ACME", "Acme", now)).toMatchObject({
      reason: "empty",
    });
  });
});

describe("FMP's market-wide lists", () => {
  it("the calendar keeps the largest companies of the US, by day, with their names", async () => {
    const { market } = anFmp({
      "earnings-calendar": {
        body: [
          report("2025-09-03", 1, null, { symbol: "BIG", revenueEstimated: 9 }),
          report("2025-09-02", 2, null, { symbol: "SMALL", revenueEstimated: 1 }),
          report("2025-09-02", 2, null, { symbol: "LONDON.L" }),
          report("2025-09-30", 2, null, { symbol: "LATER" }),
        ],
      },
      "batch-quote": { body: [{ symbol: "BIG", name: "Big Company" }] },
    });
    expect(await market.calendar("2025-08-28", "2025-09-11", now)).toMatchObject({
      data: [
        { symbol: "SMALL", name: "SMALL", reportDate: "2025-09-02", session: null, consensusEps: 2 },
        { symbol: "BIG", name: "Big Company", reportDate: "2025-09-03", consensusEps: 1 },
      ],
    });
  });

  it("the most traded shares stand for what is trending, without funds", async () => {
    const body = [
      { symbol: "ACME", name: "Acme Anvils Inc.", exchange: "NYSE" },
      { symbol: "TQQ", name: "Triple ETF", exchange: "NASDAQ" },
    ];
    expect(await anFmp({ "most-actives": { body } }).market.trending(now)).toMatchObject({
      data: [{ symbol: "ACME", name: "Acme Anvils Inc." }],
    });
  });

  it("a search finds tickers first, then names, in the US only and each once", async () => {
    const acme = { symbol: "ACME", name: "Acme Anvils Inc.", exchange: "NYSE" };
    const { market } = anFmp({
      "search-symbol": { body: [acme, { symbol: "ACME.L", name: "Acme plc", exchange: "LSE" }] },
      "search-name": { body: [{ symbol: "RUN", name: "Road Acme Co", exchange: "NASDAQ" }, acme] },
    });
    expect(await market.search("acme", now)).toMatchObject({
      data: [
        { symbol: "ACME", name: "Acme Anvils Inc." },
        { symbol: "RUN", name: "Road Acme Co" },
      ],
    });
  });

  it("the mood keeps volatility and index, and knows nothing of breadth", async () => {
    const { market } = anFmp({ [EOD]: { body: [bar("2025-08-27", 15.5)] } });
    expect(await market.mood(now)).toMatchObject({
      data: { volatilityIndex: 15.5, indexCloses: [15.5], breadth: null },
    });
  });

  it("has no option chains and no messages, and says so", async () => {
    const { market } = anFmp();
    expect(await market.options("ACME", null, now)).toMatchObject({ reason: "unsupported" });
    expect(await market.social("ACME", now)).toMatchObject({ reason: "unsupported" });
  });
});
