import { expect, it } from "vitest";
import { fmpMarket } from "#market/fmp/fmp.ts";
import { sampleMarket } from "#market/sample/sample.ts";

const now = new Date("2026-11-20T12:00:00Z");
const row = (symbol: string, more: object = {}) => ({
  symbol,
  companyName: `${symbol} Inc.`,
  marketCap: 2_000_000_000,
  sector: "Technology",
  industry: "Software",
  price: 12.5,
  country: "US",
  isEtf: false,
  isFund: false,
  ...more,
});

/** Imitates FMP with this answer and records the requests. */
function fmp(answer: () => Response) {
  const asked: URL[] = [];
  const fetch = async (url: string) => {
    asked.push(new URL(url));
    return answer();
  };
  return { market: fmpMarket(fetch, "https://fmp.test", "key"), asked };
}

it("a listing is one call, with funds and foreign symbols left out", async () => {
  const { market, asked } = fmp(() =>
    Response.json([
      row("BRK-B"),
      row("NYA", { price: null }),
      row("SPY", { isEtf: true }),
      row("SAP.DE"),
      { symbol: 7 },
    ]),
  );
  expect(market.exchanges).toEqual(["NASDAQ", "NYSE", "AMEX"]);
  const part = await market.companies("NYSE", now);
  if (part.state === "missing") throw new Error(part.detail);
  expect(part.data.map(({ symbol, price }) => [symbol, price])).toEqual([
    ["BRK.B", 12.5],
    ["NYA", null],
  ]);
  expect(part.data[0]).toEqual({
    symbol: "BRK.B",
    name: "BRK-B Inc.",
    exchange: "NYSE",
    sector: "Technology",
    industry: "Software",
    country: "US",
    price: 12.5,
    marketCap: 2_000_000_000,
  });
  expect(asked.map(({ pathname, searchParams }) => [pathname, searchParams.get("exchange")])).toEqual([
    ["/stable/company-screener", "NYSE"],
  ]);
});

it.each([
  ["refuses it", () => new Response("", { status: 429 }), "rate_limited"],
  ["has no company", () => Response.json([]), "empty"],
  ["answers what is no company", () => Response.json([{ symbol: 7 }]), "malformed"],
  [
    "may have left some out",
    () => Response.json(Array.from({ length: 10_000 }, () => row("AA"))),
    "malformed",
  ],
] as const)("a listing is missing where the source %s", async (_, answer, reason) => {
  expect(await fmp(answer).market.companies("NYSE", now)).toMatchObject({ state: "missing", reason });
});

it("the simulated market lists its companies as their reports name them", async () => {
  const market = sampleMarket(80);
  const [exchange = ""] = market.exchanges;
  const [listing, apple] = [await market.companies(exchange, now), await market.company("AAPL", now)];
  if (listing.state === "missing") throw new Error();
  expect(listing.data).toHaveLength(80);
  const { name, sector, price, marketCap } = apple.identity;
  expect(apple.identity.exchange).toBe(exchange);
  expect(listing.data.find(({ symbol }) => symbol === "AAPL")).toMatchObject({
    name,
    exchange,
    sector,
    price,
    marketCap,
  });
});
