import { describe, expect, it } from "vitest";
import { aYahoo, chartBody, now } from "./bodies.ts";

const epoch = (instant: string) => Date.parse(instant) / 1000;

describe("Yahoo's daily prices", () => {
  const read = (answer: ReturnType<typeof chartBody>) =>
    aYahoo({ "/v8/finance/chart/ACME": answer }).market.prices("ACME", now);

  it("are bars by the exchange's day, without days that have no trade and none after now", async () => {
    const prices = await read(
      chartBody([
        ["2025-02-28", 40],
        ["2025-03-02", null],
        ["2025-03-03", 41.5],
        ["2025-03-05", 99],
      ]),
    );
    expect(prices).toMatchObject({
      state: "live",
      data: [
        { date: "2025-02-28", open: 40, high: 40, low: 40, close: 40, volume: 1000 },
        { date: "2025-03-03", close: 41.5 },
      ],
    });
  });

  it("are missing where there are none", async () => {
    expect(await read(chartBody([]))).toMatchObject({ state: "missing", reason: "empty" });
    expect(await read({ body: { chart: { result: null } } })).toMatchObject({ reason: "malformed" });
  });
});

describe("Yahoo's news", () => {
  const story = (title: string, at: string, over: object = {}) => ({
    title,
    publisher: "Newswire",
    link: `https://news.example.org/${title.length}`,
    providerPublishTime: epoch(at),
    ...over,
  });
  const read = (...news: object[]) =>
    aYahoo({ "/v1/finance/search": { body: { news } } }).market.news("ACME", "Acme Anvils Inc.", now);

  it("are the company's own, newest first, up to now", async () => {
    const news = await read(
      story("Old, by ticker", "2025-03-01T10:00:00Z", { relatedTickers: ["ACME", "ZZZ"] }),
      story("Acme Anvils opens a plant", "2025-03-02T10:00:00Z"),
      story("Somebody else entirely", "2025-03-02T11:00:00Z", { relatedTickers: ["ZZZ"] }),
      story("Acme Anvils tomorrow", "2025-03-05T10:00:00Z"),
    );
    expect(news).toMatchObject({
      data: [
        { title: "Acme Anvils opens a plant" },
        { title: "Old, by ticker", relatedSymbols: ["ACME", "ZZZ"] },
      ],
    });
  });

  it("never lead to an address that is no public page", async () => {
    const links = ["javascript:alert(1)", "http://127.0.0.1/", "data:text/html,x"];
    const news = await read(...links.map((link) => story("Acme Anvils", "2025-03-02T10:00:00Z", { link })));
    expect(news).toMatchObject({ state: "missing", reason: "empty" });
  });

  it("stand though one of them is malformed", async () => {
    const good = story("Acme Anvils opens a plant", "2025-03-02T10:00:00Z");
    expect(await read({ title: 7 }, good)).toMatchObject({ data: [{ publisher: "Newswire" }] });
  });
});

describe("Yahoo's option chains", () => {
  const expiries = ["2025-03-07", "2025-03-14", "2025-03-21"].map((day) => epoch(`${day}T00:00:00Z`));
  const contract = { strike: 40, bid: 2, ask: 2.2, lastPrice: 2.1, openInterest: 10, impliedVolatility: 0.4 };
  const chain = (expirationDate: number, contracts: object[] = [contract]) => ({
    body: {
      optionChain: {
        result: [
          {
            expirationDates: expiries,
            quote: { regularMarketPrice: 41.5, regularMarketTime: epoch("2025-03-03T21:00:00Z") },
            options: [{ expirationDate, calls: contracts, puts: contracts }],
          },
        ],
      },
    },
  });
  const anExchange = (contracts?: object[]) =>
    aYahoo({
      "/v7/finance/options/ACME": (_, url) =>
        chain(Number(url.searchParams.get("date") ?? expiries[0]), contracts),
    });

  it("are of the first expiry on or after the report, as old as their last trade", async () => {
    const { market, countOf } = anExchange();
    expect(await market.options("ACME", "2025-03-10", now)).toMatchObject({
      data: { expiry: "2025-03-14", spot: 41.5, calls: [{ strike: 40, last: 2.1 }] },
      asOf: "2025-03-03T21:00:00.000Z",
    });
    expect(countOf("/v7/finance/options/ACME")).toBe(2);
  });

  it("are of the nearest expiry when there is no report to wait for", async () => {
    expect(await anExchange().market.options("ACME", null, now)).toMatchObject({
      data: { expiry: "2025-03-07" },
    });
  });

  it("are missing when no expiry follows the report, or the chain is empty", async () => {
    expect(await anExchange().market.options("ACME", "2025-04-01", now)).toMatchObject({ reason: "empty" });
    expect(await anExchange([]).market.options("ACME", null, now)).toMatchObject({ reason: "empty" });
  });
});

describe("Yahoo's market-wide lists", () => {
  it("trending names companies only", async () => {
    const { market } = aYahoo({
      "/v1/finance/trending/US": {
        body: {
          finance: { result: [{ quotes: [{ symbol: "BTC-USD" }, { symbol: "ACME" }, { symbol: "^VIX" }] }] },
        },
      },
      "/v7/finance/quote": {
        body: { quoteResponse: { result: [{ symbol: "ACME", longName: "Acme Anvils Inc." }] } },
      },
    });
    expect(await market.trending(now)).toMatchObject({
      data: [{ symbol: "ACME", name: "Acme Anvils Inc." }],
    });
  });

  it("the mood keeps each figure that can be had", async () => {
    const { market } = aYahoo({ "/v8/finance/chart/%5EVIX": chartBody([["2025-03-03", 21.5]]) });
    expect(await market.mood(now)).toMatchObject({
      data: { volatilityIndex: 21.5, indexCloses: null, breadth: null },
    });
    expect(await aYahoo({}).market.mood(now)).toMatchObject({ state: "missing", reason: "empty" });
  });

  it("a search finds companies", async () => {
    const quotes = [
      { symbol: "ACME", longname: "Acme Anvils Inc.", quoteType: "EQUITY" },
      { symbol: "ACMX", shortname: "Acme Fund", quoteType: "ETF" },
    ];
    const { market } = aYahoo({ "/v1/finance/search": { body: { quotes } } });
    expect(await market.search("acme", now)).toMatchObject({
      data: [{ symbol: "ACME", name: "Acme Anvils Inc." }],
    });
  });

  it("has no calendar of reports and no messages, and says so", async () => {
    const { market } = aYahoo({});
    expect(await market.calendar("2025-03-04", "2025-03-18", now)).toMatchObject({ reason: "unsupported" });
    expect(await market.social("ACME", now)).toMatchObject({ reason: "unsupported" });
  });
});
