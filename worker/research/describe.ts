import type { Analysis, EarningsData } from "#contract/analysis.ts";
import { type CompanyGuidance, NO_RELEASES } from "#contract/company-guidance.ts";
import type { Part, QuarterEstimate } from "#contract/market-data.ts";
import { beatPercentOf, type ReferenceClassSummary } from "#contract/prediction.ts";
import type { TraderPrice } from "#contract/prediction-markets.ts";
import { computedFrom, openEvidenceSet, originOf, toEvidence } from "#explanation/evidence.ts";
import { addAnalystsFacts } from "#explanation/facts/analysts.ts";
import {
  addCompanyFacts,
  addEstimateFacts,
  addPricesFacts,
  addReportDateFacts,
} from "#explanation/facts/company.ts";
import { addForecastFacts } from "#explanation/facts/forecast.ts";
import { addGuidanceFacts } from "#explanation/facts/guidance.ts";
import { addHistoryFacts, addOlderQuartersFacts, LISTED_QUARTERS } from "#explanation/facts/history.ts";
import { addMoodFacts, addNewsFacts, addSocialFacts } from "#explanation/facts/news-and-social.ts";
import { addOptionsFacts } from "#explanation/facts/options.ts";
import { addReactionsFacts, addSeasonFacts } from "#explanation/facts/season-and-reactions.ts";
import { addTraderFacts } from "#explanation/facts/traders.ts";
import type { NarratorInput } from "#explanation/narrator/narrator.ts";
import { beatPictureOf } from "#model/beat-picture.ts";
import { pointsOf, transparencyOf } from "#model/contributions.ts";
import { epsHistoryOf, expectedEpsOf } from "#model/earnings.ts";
import { recommendationOf, riskOf } from "#model/predict.ts";
import { classLabel, type ReferenceClass } from "#model/reference-class.ts";
import { fearGreed } from "#model/social/fear-greed.ts";
import { round } from "#model/statistics.ts";
import type { Computed } from "./compute.ts";
import { type MarketSnapshot, partDataOf, partReportsOf } from "./gather.ts";

type DescribedAnalysis = {
  analysis: Omit<Analysis, "aiAnalysis" | "stages" | "comprehensiveMarketData" | "id"> & {
    aiAnalysis: Pick<
      Analysis["aiAnalysis"],
      "tradeRecommendation" | "riskLevel" | "tradeStrategies" | "transparencyBreakdown"
    >;
  };
  brief: NarratorInput;
};

type KnownEstimate = Exclude<Part<QuarterEstimate>, { state: "missing" }>;

/** Writes the computed figures as an analysis, and as numbered evidence for the narrator. It is a pure function. */
export function describeAnalysis(
  snapshot: MarketSnapshot,
  computed: Computed,
  guidance: CompanyGuidance = NO_RELEASES,
  traders: TraderPrice | null = null,
): DescribedAnalysis {
  const { company, now, source } = snapshot;
  const { identity } = company;
  // The cast is safe, because a forecast exists only with an estimate.
  const estimate = company.estimate as KnownEstimate;
  const { forecast, prediction, contributions, ablation, history, move, strategies, reactions } = computed;
  const { news, technicals, social, mood } = computed;
  const earnings = earningsOf(snapshot, estimate.data, computed);

  const evidence = openEvidenceSet(now.toISOString());
  const isSample = source.dataMode === "sample";
  const fresh = { asOf: now.toISOString(), state: isSample ? "sample" : "live" } as const;
  const stored = { asOf: now.toISOString(), state: isSample ? "sample" : "cached" } as const;
  addCompanyFacts(evidence, company, originOf(estimate));
  addForecastFacts(evidence, forecast, prediction, fresh, { ablation, contributions });
  addEstimateFacts(evidence, estimate.data, earnings, originOf(estimate), forecast.surprise);
  addReportDateFacts(evidence, company, computed.isReportStale);
  addHistoryFacts(evidence, company, earnings.history, earnings.currency);
  addOlderQuartersFacts(evidence, history, now.toISOString());
  addAnalystsFacts(evidence, company, earnings.currency);
  addPricesFacts(evidence, snapshot.prices, technicals);
  addOptionsFacts(evidence, snapshot.options, snapshot.prices, move, strategies, identity.currency);
  addReactionsFacts(evidence, reactions, move, stored);
  addSeasonFacts(evidence, computed.context, stored);
  addGuidanceFacts(evidence, guidance, estimate.data, stored);
  const beatPercent = beatPercentOf(prediction);
  addTraderFacts(evidence, traders, { percent: beatPercent, currency: earnings.currency }, stored.state);
  addNewsFacts(evidence, snapshot.news, news);
  addSocialFacts(evidence, snapshot.social, social, computedFrom(originOf(estimate)));
  addMoodFacts(evidence, snapshot.mood, mood && fearGreed(mood));

  const tradeRecommendation = recommendationOf(forecast);
  return {
    analysis: {
      dataMode: source.dataMode,
      asOf: now.toISOString(),
      stock: {
        symbol: identity.symbol,
        name: identity.name,
        exchange: identity.exchange,
        currency: identity.currency,
        sector: identity.sector,
        industry: identity.industry,
        price: identity.price,
      },
      earningsData: earnings,
      prediction,
      model: {
        version: forecast.modelVersion,
        baseRate: round(forecast.baseRate, 4),
        referenceClass: summaryOf(forecast.referenceClass),
        featureTier: forecast.featureTier,
        edge: round(prediction.beatProbability - round(forecast.baseRate, 4), 4),
        edgeVerdict: forecast.edgeVerdict,
        band: forecast.band,
        contributions: contributions && pointsOf(contributions),
      },
      aiAnalysis: {
        tradeRecommendation,
        riskLevel: riskOf(forecast, move?.impliedMovePercent ?? null),
        tradeStrategies: strategies,
        transparencyBreakdown: transparencyOf(ablation),
      },
      newsAnalysis: news,
      technicalIndicators: technicals,
      socialSentiment: social,
      impliedMove: move,
      pastReactions: reactions,
      beatPicture: beatPictureOf({ ...forecast, history }),
      companyGuidance: guidance,
      ...(traders ? { traders } : {}),
      evidence: evidence.facts.map(toEvidence),
      parts: partReportsOf(snapshot),
    },
    brief: {
      companyName: identity.name,
      symbol: identity.symbol,
      recommendation: tradeRecommendation,
      facts: evidence.facts,
    },
  };
}

function summaryOf(referenceClass: ReferenceClass): ReferenceClassSummary {
  const { traits, n, low, high, fittedReports } = referenceClass;
  return { label: classLabel(traits), n, low: round(low, 4), high: round(high, 4), fittedReports };
}

function earningsOf(
  { company }: MarketSnapshot,
  estimate: QuarterEstimate,
  { forecast, isReportStale, sentiment }: Computed,
): EarningsData {
  const report = partDataOf(company.reportDate);
  const expected = expectedEpsOf(estimate.consensusEps, forecast.surprise);
  return {
    expectedEps: expected.eps,
    expectedEpsMethod: expected.method,
    expectedEpsRange: expected.range,
    analystConsensus: estimate.consensusEps,
    analystCount: estimate.analystCount,
    estimateLow: estimate.low,
    estimateHigh: estimate.high,
    yearAgoEps: estimate.yearAgoEps,
    revenueConsensus: estimate.consensusRevenue ?? null,
    currency: company.identity.financialCurrency,
    fiscalQuarterEnd: estimate.fiscalQuarterEnd,
    earningsDate: report?.from ?? null,
    earningsDateEnd: report?.to ?? null,
    isEarningsDateEstimate: report?.isEstimate ?? false,
    earningsSession: report?.session ?? null,
    isStale: isReportStale,
    marketSentiment: sentiment,
    history: epsHistoryOf(partDataOf(company.history) ?? []).slice(0, LISTED_QUARTERS),
  };
}
