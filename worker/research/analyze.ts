import type { Analysis, EarningsData } from "#contract/analysis.ts";
import { type CompanyGuidance, NO_RELEASES } from "#contract/company-guidance.ts";
import type { CompanyIdentity, QuarterEstimate } from "#contract/market-data.ts";
import type { ReferenceClassSummary } from "#contract/prediction.ts";
import type { NewsAnalysis, Sentiment, SocialSentiment } from "#contract/social.ts";
import type { TechnicalIndicators } from "#contract/technical.ts";
import { easternDay } from "#contract/time.ts";
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
import type { Brief } from "#explanation/narrator/narrator.ts";
import { beatPictureOf } from "#model/beat-picture.ts";
import { ablationOf, contributionsOf, pointsOf, transparencyOf } from "#model/contributions.ts";
import { epsHistoryOf, expectedEpsOf, isStale, pastQuartersOf } from "#model/earnings.ts";
import { forecastInputOf, subjectOf } from "#model/forecast-input.ts";
import { type ContextOf, type MarketContext, servingFamily } from "#model/history.ts";
import type { IntervalWidth } from "#model/interval-width.ts";
import { newsOf } from "#model/news/news.ts";
import { eventMove, impliedMoveOf } from "#model/options/implied-move.ts";
import { strategiesFor } from "#model/options/strategies.ts";
import {
  type ForecastRequest,
  forecast,
  predictionOf,
  recommendationOf,
  riskOf,
  whyNotLocked,
} from "#model/predict.ts";
import { pastReactionsOf } from "#model/reactions.ts";
import {
  type ClassCounts,
  classLabel,
  classOf,
  classTraitsOf,
  type ReferenceClass,
} from "#model/reference-class.ts";
import { fearGreed } from "#model/social/fear-greed.ts";
import { socialOf } from "#model/social/social.ts";
import { round } from "#model/statistics.ts";
import type { SurpriseDistribution } from "#model/surprise-distribution.ts";
import { technicalsOf } from "#model/technical/technicals.ts";
import { AppError } from "#platform/errors.ts";
import { dataOf, liveChain, type MarketSnapshot, partsOf } from "./gather.ts";

type Analyzed = {
  analysis: Omit<Analysis, "aiAnalysis" | "stages" | "comprehensiveMarketData" | "id"> & {
    aiAnalysis: Pick<
      Analysis["aiAnalysis"],
      "tradeRecommendation" | "riskLevel" | "tradeStrategies" | "transparencyBreakdown"
    >;
  };
  brief: Brief;
};

/** Pure. Throws `no_estimate` without anything to beat or miss. */
export function analyze(
  gathered: MarketSnapshot,
  known: {
    context: MarketContext;
    classes: ClassCounts;
    width: IntervalWidth;
    request?: ForecastRequest | null;
    guidance?: CompanyGuidance;
  },
): Analyzed {
  const { company, now, source, optionsAfter } = gathered;
  const { identity, estimate } = company;
  if (estimate.state === "missing")
    throw new AppError(
      "no_estimate",
      `No analysts' EPS estimate is published for ${identity.symbol}, so there is nothing to beat or miss.`,
    );
  const history = dataOf(company.history) ?? [];
  const report = dataOf(company.reportDate);
  const stale = report !== null && isStale(report, now);
  const today = easternDay(now);
  const reportDay = report && !stale ? easternDay(report.from) : null;

  const past = pastQuartersOf(history, {
    fiscalQuarterEnd: estimate.data.fiscalQuarterEnd,
    reportDate: reportDay,
  });
  const { consensusEps, analystCount } = estimate.data;
  const { context, classes, width } = known;
  const input = forecastInputOf({
    past,
    // An empty answer knows a company without reports; a failed one says nothing.
    isHistoryMissing: company.history.state === "missing" && company.history.reason !== "empty",
    upcoming: {
      reportDate: reportDay ?? today,
      isDayKnown: reportDay !== null,
      epsEstimate: consensusEps,
    },
    company: identity,
    family: servingFamily(identity.marketCap),
    contextOf: () => context,
    trend: 0,
    asOf: today,
  });
  const traits = classTraitsOf({ ...identity, analystCount, consensusEps, sector: input.sector });
  // The store's own input: the upcoming forecast number is this one.
  const request = known.request ?? { ...input, referenceClass: classOf(classes, traits), width };
  const result = forecast(request);
  const contributions = result.surprise && contributionsOf(request);
  const ablation = ablationOf(request);
  const prediction = predictionOf(result, whyNotLocked(report && new Date(report.from), stale, now));
  const headlines = dataOf(gathered.news);
  const news = headlines && newsOf(headlines, now);
  const bars = dataOf(gathered.prices) ?? [];
  const technicals = technicalsOf(bars, identity.currency);
  const messages = dataOf(gathered.social);
  const mood = dataOf(gathered.mood);
  const social = socialOf(
    {
      ratings: dataOf(company.ratings),
      priceTargets: dataOf(company.priceTargets),
      ratingChanges: dataOf(company.ratingChanges),
      revisions: dataOf(company.revisions),
      messages: messages && { data: messages, source: gathered.social.source },
      news,
      mood,
    },
    now,
  );
  const chain = liveChain(gathered.options, today);
  const spansReport = chain !== null && optionsAfter !== null && chain.expiry >= optionsAfter;
  const { otherExpiry } = gathered;
  const event =
    spansReport && otherExpiry
      ? eventMove({ spanning: chain, beside: otherExpiry, after: optionsAfter, today })
      : null;
  const move = impliedMoveOf(spansReport ? chain : null, event, history, bars);
  const strategies = strategiesFor(chain, optionsAfter);
  const earnings = earningsOf(
    gathered,
    estimate.data,
    result.surprise,
    stale,
    sentimentOf(news, technicals, social),
  );

  const evidence = openEvidenceSet(now.toISOString());
  addCompanyFacts(evidence, company, originOf(estimate));
  const isSample = source.dataMode === "sample";
  const computed = { asOf: now.toISOString(), state: isSample ? "sample" : "live" } as const;
  addForecastFacts(evidence, result, prediction, computed, { ablation, contributions });
  addEstimateFacts(evidence, estimate.data, earnings, originOf(estimate), result.surprise);
  addReportDateFacts(evidence, company, stale);
  addHistoryFacts(evidence, company, earnings.history, earnings.currency);
  addOlderQuartersFacts(evidence, history, now.toISOString());
  addAnalystsFacts(evidence, company, earnings.currency);
  addPricesFacts(evidence, gathered.prices, technicals);
  addOptionsFacts(evidence, gathered.options, gathered.prices, move, strategies, identity.currency);
  const reactions = pastReactionsOf({ sector: traits.sector, surprise: result.surprise, history, move });
  const stored = { asOf: now.toISOString(), state: isSample ? "sample" : "cached" } as const;
  addReactionsFacts(evidence, reactions, move, stored);
  addSeasonFacts(evidence, request.context, stored);
  const guidance = known.guidance ?? NO_RELEASES;
  addGuidanceFacts(evidence, guidance, estimate.data, stored);
  addNewsFacts(evidence, gathered.news, news);
  addSocialFacts(evidence, gathered.social, social, computedFrom(originOf(estimate)));
  addMoodFacts(evidence, gathered.mood, mood && fearGreed(mood));

  const tradeRecommendation = recommendationOf(result);
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
        version: result.modelVersion,
        baseRate: round(result.baseRate, 4),
        referenceClass: summaryOf(result.referenceClass),
        featureTier: result.featureTier,
        edge: round(prediction.beatProbability - round(result.baseRate, 4), 4),
        edgeVerdict: result.edgeVerdict,
        band: result.band,
        contributions: contributions && pointsOf(contributions),
      },
      aiAnalysis: {
        tradeRecommendation,
        riskLevel: riskOf(result, move?.impliedMovePercent ?? null),
        tradeStrategies: strategies,
        transparencyBreakdown: transparencyOf(ablation),
      },
      newsAnalysis: news,
      technicalIndicators: technicals,
      socialSentiment: social,
      impliedMove: move,
      pastReactions: reactions,
      beatPicture: beatPictureOf({ ...result, history }),
      companyGuidance: guidance,
      evidence: evidence.facts.map(toEvidence),
      parts: partsOf(gathered),
    },
    brief: {
      companyName: identity.name,
      symbol: identity.symbol,
      recommendation: tradeRecommendation,
      facts: evidence.facts,
    },
  };
}

export function forecastSubject(identity: CompanyIdentity): ContextOf {
  return subjectOf(identity, servingFamily(identity.marketCap));
}

function summaryOf(referenceClass: ReferenceClass): ReferenceClassSummary {
  const { traits, n, low, high, fittedReports } = referenceClass;
  return { label: classLabel(traits), n, low: round(low, 4), high: round(high, 4), fittedReports };
}

function earningsOf(
  { company }: MarketSnapshot,
  estimate: QuarterEstimate,
  surprise: SurpriseDistribution | null,
  isStaleReport: boolean,
  marketSentiment: Sentiment,
): EarningsData {
  const history = dataOf(company.history) ?? [];
  const report = dataOf(company.reportDate);
  const expected = expectedEpsOf(estimate.consensusEps, surprise);
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
    isStale: isStaleReport,
    marketSentiment,
    history: epsHistoryOf(history).slice(0, LISTED_QUARTERS),
  };
}

/** The majority of news, technicals and analysts; a tie is neutral. */
function sentimentOf(
  news: NewsAnalysis | null,
  technicals: TechnicalIndicators | null,
  social: SocialSentiment | null,
): Sentiment {
  const voices = [news?.overallSentiment, technicals?.technical_sentiment, social?.overall_sentiment];
  const balance =
    voices.filter((voice) => voice === "bullish").length -
    voices.filter((voice) => voice === "bearish").length;
  return balance > 0 ? "bullish" : balance < 0 ? "bearish" : "neutral";
}
