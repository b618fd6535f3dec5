import { describe, expect, it } from "vitest";
import { numbersIn } from "#contract/format.ts";
import {
  isComparable,
  isThin,
  lastTradedText,
  type PriceObjection,
  traderCaveat,
  traderSentence,
} from "#contract/prediction-markets.ts";
import { type PricedQuestion, traderPriceOf } from "#season/traders/trader-price.ts";

const ours = { consensusEps: 4.7312, basis: null, locksAt: new Date("2026-08-17T20:00:00Z") };

function question(over: Partial<PricedQuestion> = {}): PricedQuestion {
  return {
    venue: "Polymarket",
    questionId: "1",
    title: "Will Home Depot (HD) beat quarterly earnings?",
    url: "https://polymarket.com/event/one",
    strike: 4.73,
    basis: "adjusted",
    closesAt: new Date("2026-08-18T13:00:00Z"),
    bid: 0.76,
    ask: 0.81,
    depthUsd: 420,
    volumeUsd: 2012,
    dayVolumeUsd: 61,
    readAt: new Date("2026-08-17T19:17:00Z"),
    ...over,
  };
}

describe("a trader price", () => {
  it("is the midpoint, with spread, volume and time, and comparable when nothing speaks against it", () => {
    const price = traderPriceOf([question()], ours);
    expect(price).toEqual({
      venue: "Polymarket",
      question: "Will Home Depot (HD) beat quarterly earnings?",
      url: "https://polymarket.com/event/one",
      price: 0.785,
      spread: 0.05,
      depthUsd: 420,
      volumeUsd: 2012,
      dayVolumeUsd: 61,
      strike: 4.73,
      basis: "adjusted",
      readAt: "2026-08-17T19:17:00.000Z",
      objections: [],
    });
    expect(price && isComparable(price)).toBe(true);
  });

  it.each<[PriceObjection, Partial<PricedQuestion>, boolean]>([
    ["strike", { strike: 4.74 }, false],
    ["basis", { basis: "gaap" }, false],
    ["basis", { basis: null }, false],
    ["closes_early", { closesAt: new Date("2026-08-17T19:59:00Z") }, false],
    ["one_sided", { bid: null }, true],
    ["one_sided", { ask: null }, true],
    ["wide_spread", { bid: 0.7, ask: 0.81 }, true],
    ["shallow", { depthUsd: 99.99 }, true],
    ["little_traded", { volumeUsd: 249 }, true],
    ["little_traded", { volumeUsd: null }, true],
    ["not_traded_today", { dayVolumeUsd: 0 }, true],
    ["not_traded_today", { dayVolumeUsd: null }, true],
  ])("is refused for %s when the question has %o", (objection, over, thin) => {
    const price = traderPriceOf([question(over)], ours);
    expect(price?.objections).toEqual([objection]);
    expect(price && isComparable(price)).toBe(false);
    expect(price && isThin(price)).toBe(thin);
  });

  it.each<Partial<PricedQuestion>>([
    { bid: 0.7, ask: 0.8 },
    { depthUsd: 100 },
    { volumeUsd: 250 },
    { dayVolumeUsd: 0.01 },
    { closesAt: new Date("2026-08-17T20:00:00Z") },
    { closesAt: null },
  ])("just passes with %o", (over) => {
    expect(traderPriceOf([question(over)], ours)?.objections).toEqual([]);
  });

  it("compares the strike with a consensus of a company that usually reports by GAAP on that basis", () => {
    const byGaap = { ...ours, basis: "gaap" as const };
    expect(traderPriceOf([question({ basis: "gaap" })], byGaap)?.objections).toEqual([]);
    expect(traderPriceOf([question()], byGaap)?.objections).toEqual(["basis"]);
  });

  it("is that of the question most like ours, then the nearest strike, then the most traded", () => {
    const pick = (...over: Partial<PricedQuestion>[]) =>
      traderPriceOf(
        over.map((one, i) => question({ questionId: `${i}`, ...one })),
        ours,
      );
    expect(pick({ strike: 4.8, volumeUsd: 9000 }, {})?.strike).toBe(4.73);
    expect(pick({ strike: 4.8 }, { strike: 4.75 })?.strike).toBe(4.75);
    expect(pick({}, { volumeUsd: 5000 })?.volumeUsd).toBe(5000);
    expect(traderPriceOf([], ours)).toBeNull();
  });
});

describe("the line beside our number", () => {
  const texts = numbersIn("en-US");
  const beside = { ours: 0.71, baseRate: 0.7, consensusEps: 4.73, currency: "USD" };
  const lineOf = (over: Partial<PricedQuestion>, seen = beside as Parameters<typeof traderSentence>[1]) => {
    const price = traderPriceOf([question(over)], ours);
    if (!price) throw new Error("There is a price.");
    return [traderSentence(price, seen, texts), traderCaveat(price, beside, texts)];
  };

  it("says the chance, what was traded, ours and that of similar companies", () => {
    expect(lineOf({})).toEqual([
      "Traders: 79% at $0.05 spread, $2,012 traded; ours 71%; similar companies 70%",
      null,
    ]);
  });

  it("never says our number to a reader who may not see it", () => {
    const [sentence, caveat] = lineOf({ strike: 4.76 }, { ours: null, baseRate: 0.7 });
    expect(sentence).toBe("Traders: 79% at $0.05 spread, $2,012 traded; similar companies 70%");
    expect(caveat).not.toContain("71");
  });

  it.each<[Partial<PricedQuestion>, string]>([
    [{ strike: 4.76 }, "Their question is about an EPS above $4.76, ours about $4.73."],
    [{ basis: "gaap" }, "Their question is about GAAP EPS, our consensus is not."],
    [{ bid: 0.6, ask: 0.84 }, "Too thin to compare: a spread of more than 10 cents."],
    [{ depthUsd: 14, volumeUsd: 40 }, "Too thin to compare: little on offer, little traded."],
    [{ dayVolumeUsd: null }, "Too thin to compare: no trade known in the last 24 hours."],
  ])("says what differs for %o", (over, caveat) => {
    expect(lineOf(over)[1]).toBe(caveat);
  });

  it("says how much was traded lately, and nothing when no trade is known", () => {
    const lately = (dayVolumeUsd: number | null) => {
      const price = traderPriceOf([question({ dayVolumeUsd })], ours);
      return price && lastTradedText(price, texts);
    };
    expect(lately(61.4)).toBe(", $61 traded in the 24 hours before");
    expect(lately(0.2)).toBe(", $1 traded in the 24 hours before");
    expect([lately(0), lately(null)]).toEqual(["", ""]);
  });

  it("says that there is no price when one side is missing", () => {
    expect(lineOf({ bid: null })).toEqual([
      "Traders: no price right now; ours 71%; similar companies 70%",
      null,
    ]);
  });
});
