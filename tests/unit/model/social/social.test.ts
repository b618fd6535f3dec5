import { describe, expect, it } from "vitest";
import type { RatingChange, SocialMessage } from "#contract/market-data.ts";
import { fearGreed, indexMomentum } from "#model/social/fear-greed.ts";
import { changeText, changeTone, gradeTone, ratingConsensus, ratingCount } from "#model/social/ratings.ts";
import {
  estimateMomentum,
  recentCount,
  type SocialInput,
  socialOf,
  socialScore,
} from "#model/social/social.ts";

const now = new Date("2025-02-25T15:00:00Z");
const nothing: SocialInput = {
  ratings: null,
  priceTargets: null,
  ratingChanges: null,
  revisions: null,
  messages: null,
  news: null,
  mood: null,
};
const ratings = (strongBuy: number, buy: number, hold: number, sell: number, strongSell: number) => ({
  strongBuy,
  buy,
  hold,
  sell,
  strongSell,
});
const change = (
  action: RatingChange["action"],
  toGrade: string,
  date = "2025-02-20T12:00:00Z",
): RatingChange => ({
  firm: "Northfield",
  date,
  action,
  fromGrade: "Hold",
  toGrade,
});
const message = (label: SocialMessage["label"], at = "2025-02-24T12:00:00Z"): SocialMessage => ({
  id: at + label,
  text: "a message",
  author: "someone",
  at,
  label,
  likes: 3,
  url: null,
});
const noRevisions = {
  current: null,
  daysAgo7: null,
  daysAgo30: null,
  daysAgo60: null,
  daysAgo90: null,
  upLast7: null,
  upLast30: null,
  downLast7: null,
  downLast30: null,
};

describe("analysts' ratings", () => {
  it.each([
    [ratings(2, 1, 0, 0, 0), "strong buy"],
    [ratings(1, 1, 0, 0, 0), "buy"],
    [ratings(6, 8, 16, 3, 2), "hold"],
    [ratings(0, 0, 0, 3, 1), "sell"],
    [ratings(0, 0, 0, 1, 1), "strong sell"],
    [ratings(0, 0, 0, 0, 0), null],
  ])("%j is %s", (distribution, consensus) => {
    expect(ratingConsensus(distribution)).toBe(consensus);
  });

  it("are counted over all five steps", () => {
    expect(ratingCount(ratings(6, 8, 16, 3, 2))).toBe(35);
  });

  it("a change is told without advice, and its tone is its direction or its grade", () => {
    expect(changeText(change("up", "Buy"))).toBe("Northfield upgrades to Buy from Hold");
    expect(changeText(change("reit", "Hold"))).toBe("Northfield reiterates Hold");
    expect(
      [change("up", "Hold"), change("down", "Buy"), change("init", "Outperform")].map(changeTone),
    ).toEqual(["positive", "negative", "positive"]);
    expect(["Equal-Weight", "Underweight", "Sector Perform"].map(gradeTone)).toEqual([
      "neutral",
      "negative",
      "neutral",
    ]);
  });
});

describe("the social score", () => {
  it("is the ratings' alone where there is nothing else", () => {
    expect(socialScore({ ...nothing, ratings: ratings(2, 0, 0, 0, 0) }, now)).toBe(100);
    expect(socialScore({ ...nothing, ratings: ratings(0, 0, 3, 0, 0) }, now)).toBe(0);
  });

  it("weighs ratings 35, revisions 30, changes 15 and messages 20", () => {
    const input = {
      ...nothing,
      ratings: ratings(1, 0, 0, 0, 0),
      revisions: { ...noRevisions, upLast30: 1, downLast30: 3 },
      ratingChanges: [change("down", "Hold")],
      messages: { data: [message("bullish")], source: "StockTwits" },
    };
    // (35 · 100 − 30 · 50 − 15 · 100 + 20 · 100) / 100.
    expect(socialScore(input, now)).toBe(25);
    expect(socialOf(input, now)).toMatchObject({
      overall_sentiment: "bullish",
      volume_score: 1,
      rating_changes: 1,
      fear_greed_index: null,
    });
  });

  it("counts nothing older than 30 days, and nothing from the future", () => {
    const dates = ["2025-01-25T12:00:00Z", "2025-01-27T12:00:00Z", "2025-02-26T12:00:00Z"];
    expect(recentCount(dates, now)).toBe(1);
  });

  it("is missing, with the whole block, where nobody speaks of the company", () => {
    expect(socialOf(nothing, now)).toBeNull();
  });

  it("calls a consensus steady within half a percent of that of 30 days ago", () => {
    const momentum = (current: number | null) => estimateMomentum({ ...noRevisions, current, daysAgo30: -1 });
    expect([-0.99, -0.996, -1.004, -1.01, null].map(momentum)).toEqual([
      "rising",
      "steady",
      "steady",
      "falling",
      null,
    ]);
  });
});

describe("the fear and greed index", () => {
  const flat = Array.from({ length: 124 }, () => 100);

  it("is the mean of the scores of its inputs, each shown", () => {
    const index = fearGreed({
      volatilityIndex: 25,
      indexCloses: [...flat, 100],
      breadth: { advancing: 30, declining: 10 },
    });
    expect(index?.inputs.map((input) => input.score)).toEqual([50, 50, 75]);
    expect(index).toMatchObject({ value: 175 / 3, label: "Neutral" });
  });

  it.each([
    [10, 100, "Greed"],
    [22, 60, "Neutral"],
    [28, 40, "Neutral"],
    [28.3, 39, "Fear"],
    [80, 0, "Fear"],
  ])("with a volatility index of %f alone it is %f, %s", (volatilityIndex, value, label) => {
    const index = fearGreed({ volatilityIndex, indexCloses: null, breadth: null });
    expect(index?.value).toBeCloseTo(value, 10);
    expect(index?.label).toBe(label);
  });

  it("the momentum is the last close against the mean of 125, and needs all of them", () => {
    expect(indexMomentum([...flat, 225])).toBeCloseTo(100 * (225 / 101 - 1), 10);
    expect(indexMomentum(flat)).toBeNull();
  });

  it("is missing without any input", () => {
    expect(
      fearGreed({ volatilityIndex: null, indexCloses: null, breadth: { advancing: 0, declining: 0 } }),
    ).toBeNull();
  });
});
