import { describe, expect, it } from "vitest";
import type { EvidenceKind } from "#contract/evidence.ts";
import type { Fact } from "#explanation/evidence.ts";
import { gatherMarketSnapshot } from "#research/gather.ts";
import { expectGoodArgument } from "../../unit/explanation/good-argument.ts";
import { describeAlone } from "../../unit/explanation/sample-briefs.ts";
import { recordedYahoo } from "../market/recorded-yahoo.ts";
import { areThere, at } from "../market/recordings.ts";
import { recompute } from "./recompute.ts";
import { leavesOf, now, type RecordedCompany, recordedCompany } from "./recorded-company.ts";

/** The recorded companies that are listed in the United States and have an estimate. */
const companies = ["AAPL", "ABBV", "AMZN", "ARMK", "BEKE", "GOOG", "SPOT"];

const analyzed = async (symbol: string) =>
  describeAlone(await gatherMarketSnapshot(recordedYahoo(), symbol, now));

/** The part of the recorded answers that a row of each kind is read from. */
const bodies: Record<EvidenceKind, (company: RecordedCompany) => unknown> = {
  company: ({ summary }) => at(summary, "price"),
  estimate: ({ trend }) => trend,
  earnings_date: ({ summary }) => at(summary, "calendarEvents"),
  eps_history: ({ summary }) => at(summary, "earningsHistory"),
  revision: ({ trend }) => trend,
  rating: ({ summary }) => at(summary, "recommendationTrend"),
  price_target: ({ summary }) => at(summary, "financialData"),
  price: ({ summary, chart }) => [at(summary, "price"), chart],
  news: ({ search }) => search,
  options: ({ options }) => options,
  model: () => null,
  technical: () => null,
  social: () => null,
  market: () => null,
  // Guidance comes from releases, which these recordings do not contain.
  guidance: () => null,
  // Prices of prediction markets come from the store, which these analyses do without.
  prediction_market: () => null,
};

/** Yahoo's times are in seconds; every other value is as recorded. */
const asRecorded = ({ kind, value }: Fact) =>
  kind === "earnings_date" ? Date.parse(String(value)) / 1000 : value;

describe.skipIf(!areThere)("the analysis of a recorded company", () => {
  it.each(companies)("%s: every row is in the recorded body, or computed from it", async (symbol) => {
    const { analysis, brief } = await analyzed(symbol);
    const company = recordedCompany(symbol);
    const told = brief.facts.filter((fact) => fact.state !== "missing");
    expect(told.length).toBeGreaterThan(50);
    const wrong = told.flatMap((fact) => {
      if (fact.computedBy === null)
        return leavesOf(bodies[fact.kind](company)).has(asRecorded(fact)) ? [] : [fact];
      const value = recompute[fact.computedBy]?.(fact.key, company, analysis);
      const isSame =
        typeof value === "number"
          ? Math.abs(value - Number(fact.value)) <= 1e-9 * Math.abs(value)
          : value === fact.value;
      return isSame ? [] : [{ ...fact, expected: value }];
    });
    expect(wrong).toEqual([]);
  });

  it.each(companies)("%s: every figure on the page stands in a row", async (symbol) => {
    const { analysis, brief } = await analyzed(symbol);
    const figures = new Set(brief.facts.map((fact) => fact.value));
    const { earningsData, technicalIndicators: technical, socialSentiment: social, impliedMove } = analysis;
    const shown = [
      earningsData.analystConsensus,
      earningsData.expectedEps,
      earningsData.analystCount,
      earningsData.earningsDate,
      ...earningsData.history.flatMap(({ estimate, actual }) => [estimate, actual]),
      analysis.stock.price,
      Number((100 * analysis.prediction.beatProbability).toFixed(1)),
      social?.sentiment_score,
      social?.volume_score,
      social?.rating_changes,
      ...Object.values(social?.analyst_ratings?.rating_distribution ?? {}),
      ...Object.values(social?.analyst_ratings?.price_targets ?? {}),
      analysis.newsAnalysis?.sentimentScore,
      technical?.lastClose,
      impliedMove?.spot,
      impliedMove?.strike,
    ];
    for (const value of shown) if (value != null) expect(figures).toContain(value);
  });

  it.each(companies)("%s: the rules' argument has 4 to 9 plain sentences, no fact twice", async (symbol) => {
    const { brief } = await analyzed(symbol);
    expectGoodArgument(symbol, brief.facts);
  });

  it.each(["CRON"])("%s: without an estimate there is nothing to beat, and no analysis", async (symbol) => {
    await expect(analyzed(symbol)).rejects.toMatchObject({ code: "no_estimate" });
  });
});
