import { describe, expect, it } from "vitest";
import type { Analysis } from "#contract/analysis.ts";
import type { NewsAnalysis, SocialSentiment } from "#contract/social.ts";
import type { ImpliedMove } from "#contract/strategy.ts";
import type { TechnicalIndicators } from "#contract/technical.ts";
import * as findings from "../../../src/features/dashboard/results/findings.ts";

/** Fills in only the fields that a finding reads. */
const partly = <T>(fields: Partial<T>) => fields as T;

describe("the finding of the options", () => {
  const move = (fields: Partial<ImpliedMove>) =>
    findings.moveFinding(
      partly<ImpliedMove>({
        impliedMovePercent: null,
        averagePastMovePercent: null,
        expiry: null,
        ...fields,
      }),
    );

  it("says the implied move, and what past reports did", () => {
    expect(move({ impliedMovePercent: 9.005, averagePastMovePercent: 2.094 })).toBe(
      "Options price a move of ±9% on the report; past reports moved the share by 2.1% on average",
    );
    expect(move({ impliedMovePercent: 4.26 })).toBe("Options price a move of ±4.3% on the report");
    expect(move({ straddlePercent: 4.26, averagePastMovePercent: 3 })).toBe(
      "Options cannot tell the report from other days; past reports moved the share by 3% on average",
    );
  });

  it("says when there are no prices, and still what past reports did", () => {
    expect(move({ averagePastMovePercent: 3 })).toBe(
      "No option prices for this report; past reports moved the share by 3% on average",
    );
    expect(findings.moveFinding(null)).toBe("No option prices for this report");
  });
});

describe("the finding of the model", () => {
  const contributions = {
    start: 62,
    epsTrends: -14.6,
    marketSentiment: 1.2,
    analystRatings: null,
    historicalAccuracy: 4.4,
    trend: null,
  };

  it("names the group with the largest step of the waterfall, in its points", () => {
    expect(findings.modelFinding({ contributions, baseRate: 0.6, probability: 0.53 })).toBe(
      "The largest step: Past EPS trends, −14.6 points",
    );
  });

  it("names none where no group has data", () => {
    expect(findings.modelFinding({ contributions: null, baseRate: 0.6, probability: 0.6 })).toBe(
      "No group of inputs has data",
    );
  });
});

it("the finding of the news counts the headlines by tone", () => {
  const articles = ["positive", "negative", "positive", "neutral"].map((sentiment) => ({ sentiment }));
  const news = (rows: unknown[]) => findings.newsFinding({ articles: rows } as unknown as NewsAnalysis);
  expect(news(articles)).toBe("Of 4 headlines, 2 positive and 1 negative");
  expect(news(articles.slice(1, 2))).toBe("Of 1 headline, 0 positive and 1 negative");
  expect(news([])).toBe("No headlines to judge");
});

it("the finding of the prices leaves out what needs more days", () => {
  const technicals = {
    overall_technical_score: 87.02,
    rsi: { rsi: 61.05, signal: "neutral" },
    moving_averages: { trend: "bullish" },
  } as TechnicalIndicators;
  expect(findings.technicalFinding(technicals)).toBe("87 of 100; RSI 61, neutral; moving averages bullish");
  expect(findings.technicalFinding({ ...technicals, moving_averages: null })).toBe(
    "87 of 100; RSI 61, neutral",
  );
});

it("the finding of the sentiment names the analysts' rating where they have one", () => {
  const social = partly<SocialSentiment>({ overall_sentiment: "bearish", sentiment_score: -34.4 });
  const rated = { consensus: "hold", analystCount: 1 } as NonNullable<SocialSentiment["analyst_ratings"]>;
  expect(findings.socialFinding({ ...social, analyst_ratings: rated })).toBe(
    "Rated hold by 1 analyst; sentiment bearish at −34 of 100",
  );
  expect(findings.socialFinding({ ...social, analyst_ratings: null })).toBe(
    "No analysts' consensus; sentiment bearish at −34 of 100",
  );
});

it("the finding of the history counts only reports with an estimate", () => {
  const history = [0.1, -0.2, 0, null].map((surprise) => ({
    surprise,
  })) as Analysis["earningsData"]["history"];
  expect(findings.historyFinding({ history })).toBe("1 of 3 reports came in above the estimate");
  expect(findings.historyFinding({ history: history.slice(3) })).toBe("No past report with an estimate");
});

describe("the findings of the sources", () => {
  const part = (name: string, state: "live" | "missing", reason: string | null = null) => ({
    part: name,
    state,
    source: "FMP",
    asOf: null,
    reason,
  });

  it("name what no source gave", () => {
    const evidence = [{}, {}] as Analysis["evidence"];
    expect(findings.evidenceFinding({ evidence, parts: [part("news", "live")] })).toBe("2 facts");
    expect(
      findings.evidenceFinding({ evidence, parts: [part("news", "missing"), part("options", "missing")] }),
    ).toBe("2 facts; not available: news, options");
    expect(findings.citationsFinding({ citations: [], verifiedSources: 1 })).toBe(
      "0 links and 1 source that answered",
    );
    expect(findings.citationsFinding({ citations: [{}, {}] as never, verifiedSources: 0 })).toBe(
      "2 links, none from a verified source",
    );
  });

  it("say why a section is missing, as its source said it", () => {
    const parts = [part("news", "missing", "FMP did not answer in time"), part("prices", "live")];
    expect(findings.missingReason(parts, ["news"])).toBe("Not available: FMP did not answer in time");
    expect(findings.missingReason(parts, ["prices"])).toBe("This source has nothing on it.");
  });
});

it("the finding of the explanation names its author", () => {
  const text = (author: object) =>
    findings.explanationFinding({ claims: [{}, {}], author } as unknown as Analysis["aiAnalysis"]);
  expect(text({ kind: "rules", model: null })).toBe("2 sentences by fixed rules, each with its facts");
  expect(text({ kind: "workers_ai", model: "llama" })).toBe(
    "2 sentences by the language model llama, each with its facts",
  );
});
