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

/** FMP with these answers by exchange, and what it was asked. */
function fmp(answerOf: (exchange: string) => Response) {
  const asked: URL[] = [];
  const fetch = async (url: string) => {
    asked.push(new URL(url));
    return answerOf(new URL(url).searchParams.get("exchange") ?? "");
  };
  return { market: fmpMarket(fetch, "https://fmp.test", "key"), asked };
}

it("a listing is one call an exchange, with funds and foreign symbols left out", async () => {
  const { market, asked } = fmp((exchange) =>
    Response.json(
      exchange === "NYSE"
        ? [row("BRK-B"), row("SPY", { isEtf: true }), row("SAP.DE"), { symbol: 7 }]
        : [row(`${exchange.slice(0, 3)}A`, { price: null })],
    ),
  );
  const part = await market.companies(now);
  if (part.state === "missing") throw new Error(part.detail);
  expect(part.data.map(({ symbol, exchange, price }) => [symbol, exchange, price])).toEqual([
    ["NASA", "NASDAQ", null],
    ["BRK.B", "NYSE", 12.5],
    ["AMEA", "AMEX", null],
  ]);
  expect(part.data[1]).toEqual({
    ...{ symbol: "BRK.B", name: "BRK-B Inc.", exchange: "NYSE", sector: "Technology", industry: "Software" },
    ...{ country: "US", price: 12.5, marketCap: 2_000_000_000 },
  });
  expect(asked.map(({ pathname }) => pathname)).toEqual(Array(3).fill("/stable/company-screener"));
});

it.each([
  [
    "refuses one exchange",
    (exchange: string) =>
      exchange === "NYSE" ? new Response("", { status: 429 }) : Response.json([row("AA")]),
    "rate_limited",
  ],
  ["has no company", () => Response.json([]), "malformed"],
  [
    "may have left some out",
    () => Response.json(Array.from({ length: 10_000 }, () => row("AA"))),
    "malformed",
  ],
] as const)("a listing is refused as a whole where the source %s", async (_, answerOf, reason) => {
  expect(await fmp(answerOf).market.companies(now)).toMatchObject({ state: "missing", reason });
});

it("the simulated market lists its companies as their reports name them", async () => {
  const [listing, apple] = [
    await sampleMarket(80).companies(now),
    await sampleMarket(80).company("AAPL", now),
  ];
  if (listing.state === "missing") throw new Error();
  expect(listing.data).toHaveLength(80);
  const { name, exchange, sector, price, marketCap } = apple.identity;
  expect(listing.data.find(({ symbol }) => symbol === "AAPL")).toMatchObject({
    name,
    exchange,
    sector,
    price,
    marketCap,
  });
});
