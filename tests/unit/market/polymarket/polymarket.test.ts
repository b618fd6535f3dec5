import { describe, expect, it } from "vitest";
import { polymarket, priceOf } from "#market/polymarket/polymarket.ts";
import type { EarningsQuestion } from "#market/prediction-markets.ts";
import { type Answer, vendor } from "../sources.ts";
import { anEvent, aQuestion, describing } from "./bodies.ts";

const now = new Date("2026-08-16T10:46:05Z");

function venue(answerTo: (url: URL, nth: number) => Answer) {
  const source = vendor(answerTo);
  const urls = { list: "https://list.test", prices: "https://books.test" };
  return { ...source, markets: polymarket(source.fetch, urls) };
}

/** Serves one page with these questions, and then an empty one. */
function listing(...questions: unknown[]) {
  return venue((_, nth) => ({ body: nth === 0 ? questions.map((one) => anEvent(one)) : [] }));
}

async function readOne(over: Record<string, unknown>) {
  const list = await listing(aQuestion(over)).markets.questions(now);
  if (list.state === "missing") throw new Error(list.detail);
  return list.data;
}

describe("the list of questions", () => {
  it("is read page by page until an empty page, and asks only for open questions about earnings", async () => {
    const pages = [100, 100, 3].map((n, page) =>
      Array.from({ length: n }, (_, i) => anEvent(aQuestion({ id: `${page} ${i}` }))),
    );
    const { markets, asked } = venue((_, nth) => ({ body: pages[nth] ?? [] }));
    const list = await markets.questions(now);
    expect(list).toMatchObject({ state: "live", source: "Polymarket", data: { refused: {} } });
    expect(list.state !== "missing" && list.data.questions).toHaveLength(203);
    expect(asked.map(({ url }) => url.search)).toEqual(
      [0, 100, 200, 203].map((offset) => `?tag_slug=earnings&closed=false&limit=100&offset=${offset}`),
    );
  });

  it("takes a page of 500 and counts a question once that two pages have", async () => {
    const page = Array.from({ length: 500 }, (_, i) => anEvent(aQuestion({ id: `${i}` })));
    const { markets } = venue((_, nth) => ({ body: nth === 0 ? page : nth === 1 ? page.slice(0, 1) : [] }));
    const list = await markets.questions(now);
    expect(list.state !== "missing" && list.data.questions).toHaveLength(500);
  });

  it("is missing as a whole when a page is, with the reason", async () => {
    const later = (answer: Answer) =>
      venue((_, nth) => (nth === 0 ? { body: [anEvent(aQuestion())] } : answer)).markets.questions(now);
    expect(await later({ status: 429, headers: { "retry-after": "9" }, body: "slow down" })).toMatchObject({
      state: "missing",
      reason: "rate_limited",
    });
    expect(await later({ body: "<html>Just a moment…</html>" })).toMatchObject({
      reason: "malformed",
      detail: "list.test answered a web page instead of data",
    });
    expect(await later({ body: { events: [] } })).toMatchObject({ state: "missing", reason: "malformed" });
    expect(await later("no connection")).toMatchObject({ state: "missing", reason: "upstream" });
  });

  it("that never ends is given up after ten pages", async () => {
    const { markets, asked } = venue((_, nth) => ({ body: [anEvent(aQuestion({ id: `${nth}` }))] }));
    expect(await markets.questions(now)).toMatchObject({ state: "missing", reason: "malformed" });
    expect(asked).toHaveLength(10);
  });
});

describe("a question", () => {
  it("is read from lists within texts, with Yes found by its name", async () => {
    const { questions } = await readOne({ outcomes: '["No", "Yes"]', clobTokenIds: '["111", "222"]' });
    expect(questions).toEqual([
      {
        id: "900001",
        title: "Will Acme Widgets (ACME) beat quarterly earnings?",
        url: "https://polymarket.com/event/acme-quarterly-earnings-nongaap-eps-08-18-2026-4pt73",
        ticker: "ACME",
        companyName: "Acme Widgets",
        expectedDay: "2026-08-18",
        strike: 4.73,
        basis: "adjusted",
        closesAt: "2026-08-18T13:00:00.000Z",
        volumeUsd: 4377.5,
        dayVolumeUsd: 614.5,
        ordersId: "222",
      },
    ]);
  });

  it.each([
    ["neg0pt26", "-$0.26", -0.26],
    ["neg0pt26", "$-0.26", -0.26],
    ["neg0pt26", "($0.26)", -0.26],
    ["0pt8", "$0.80", 0.8],
    ["4", "$4.00", 4],
    ["10pt47", "$10.47", 10.47],
  ])("has the strike of its address, %s, and of its text, %s", async (slug, text, strike) => {
    const { questions } = await readOne({
      slug: `acme-quarterly-earnings-gaap-eps-2026-8-18-${slug}`,
      description: describing(text, "GAAP"),
    });
    expect(questions[0]).toMatchObject({ strike, basis: "gaap", expectedDay: "2026-08-18" });
  });

  it("of the older form says everything in its address but the basis", async () => {
    const { questions } = await readOne({
      question: "Will ACME beat earnings estimate?",
      slug: "will-acme-beat-earnings-estimate-2026-08-18-neg0pt04",
      description: null,
    });
    expect(questions[0]).toMatchObject({ ticker: "ACME", strike: -0.04, basis: null });
  });

  it("keeps the dot of a share class, which its address lacks", async () => {
    const { questions } = await readOne({
      question: "Will Acme (ACM.B) beat quarterly earnings?",
      slug: "acmb-quarterly-earnings-nongaap-eps-08-18-2026-4pt73",
    });
    expect(questions[0]).toMatchObject({ ticker: "ACM.B" });
  });

  it("on which nobody traded for a day lacks the field, which is no volume that we know", async () => {
    const { questions } = await readOne({ volume24hr: undefined });
    expect(questions[0]).toMatchObject({ volumeUsd: 4377.5, dayVolumeUsd: null });
  });

  it("has no markup in its title, and an address that leads nowhere but to the venue", async () => {
    const { questions } = await readOne({
      question: "Will <b>Acme</b> Widgets (ACME) beat quarterly earnings?",
      slug: '..//evil.example"><script>',
    });
    expect(questions[0]).toMatchObject({
      title: "Will Acme Widgets (ACME) beat quarterly earnings?",
      url: "https://polymarket.com/event/..%2F%2Fevil.example%22%3E%3Cscript%3E",
    });
  });

  it("without tokens has no order book, and volume may be a text", async () => {
    const { questions } = await readOne({ clobTokenIds: null, volumeNum: undefined, volume: "12.5" });
    expect(questions[0]).toMatchObject({ ordersId: null, volumeUsd: 12.5 });
    expect((await readOne({ clobTokenIds: "[1" })).questions[0]).toMatchObject({ ordersId: null });
    expect((await readOne({ outcomes: '["Up", "Down"]' })).questions[0]).toMatchObject({ ordersId: null });
  });

  it.each([
    ["closed", { closed: true }],
    ["closed", { archived: true }],
    ["closed", { acceptingOrders: false }],
    ["not_eps", { question: "Will Acme Q2 revenue be above $4B?", slug: "will-acme-q2-revenue-be-above" }],
    ["not_eps", { question: "Will Acme say “tariff” in its call?", slug: "acme-call", description: null }],
    ["contradictory", { description: describing("$4.74") }],
    ["contradictory", { description: describing("$4.73", "GAAP") }],
    ["contradictory", { description: describing("$4.73", "non-GAAP", "August 19, 2026") }],
    ["contradictory", { question: "Will Other (OTHR) beat quarterly earnings?" }],
    ["no_ticker", { question: "Will Acme beat Q3 earnings?", slug: "will-acme-beat-q3-earnings" }],
    ["no_day", { slug: "acme-eps", description: "EPS" }],
    ["no_day", { slug: "acme-quarterly-earnings-gaap-eps-13-45-2026-4pt73", description: null }],
    ["unreadable", { closed: "no" }],
    ["unreadable", { outcomes: "Yes, No" }],
  ] as const)("is refused as %s when it is %o", async (reason, over) => {
    expect(await readOne(over)).toEqual({ questions: [], refused: { [reason]: 1 } });
  });
});

describe("a price", () => {
  const question = (id: string, ordersId: string | null = id) =>
    ({ id, ordersId }) as Partial<EarningsQuestion> as EarningsQuestion;
  const level = (price: string, size: string) => ({ price, size });
  const book = {
    bids: [level("0.70", "50"), level("0.76", "100"), level("0.10", "9000")],
    asks: [level("0.99", "9000"), level("0.81", "40"), level("0.85", "20")],
  };

  it("is the best bid and ask of unsorted levels, with the dollars near their middle", async () => {
    const { markets, asked } = venue(() => ({ body: book }));
    const prices = await markets.prices([question("1"), question("2", null)], now);
    expect(prices.state !== "missing" && [...prices.data]).toEqual([
      // 0.7 * 50 + 0.76 * 100 + 0.81 * 40 + 0.85 * 20, all within ten cents of 0.785.
      ["1", { bid: 0.76, ask: 0.81, depthUsd: 160.4 }],
    ]);
    expect(asked.map(({ url }) => url.href)).toEqual(["https://books.test/book?token_id=1"]);
  });

  it("of an empty, one-sided or crossed book is none", () => {
    const at = (price: number, size = 10) => ({ price, size });
    expect(priceOf({ bids: [], asks: [] })).toEqual({ bid: null, ask: null, depthUsd: 0 });
    expect(priceOf({ bids: [at(0.4)], asks: [] })).toEqual({ bid: 0.4, ask: null, depthUsd: 0 });
    expect(priceOf({ bids: [at(0.6)], asks: [at(0.6)] })).toEqual({ bid: null, ask: null, depthUsd: 0 });
  });

  it("is left out when its book is not there, broken or late, and others stay", async () => {
    const { markets } = venue((url) => {
      const id = url.searchParams.get("token_id");
      if (id === "1") return { status: 404, body: { error: "No orderbook exists" } };
      if (id === "2") return { body: { bids: [level("1.4", "1")], asks: [] } };
      if (id === "3") return { body: "<html></html>" };
      return { body: book };
    });
    const prices = await markets.prices(
      ["1", "2", "3", "4"].map((id) => question(id)),
      now,
    );
    expect(prices.state !== "missing" && [...prices.data.keys()]).toEqual(["4"]);
  });

  it("is asked for no further at the rate limit, and all are missing when none was read", async () => {
    const { markets, asked } = venue(() => ({ status: 429, body: "" }));
    const many = Array.from({ length: 20 }, (_, i) => question(`${i}`));
    expect(await markets.prices(many, now)).toMatchObject({ state: "missing", reason: "rate_limited" });
    expect(asked).toHaveLength(4);
  });
});
