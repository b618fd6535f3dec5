import { callOf, recommendationOf, riskOf, whyNotLocked } from "#analysis/call.ts";
import { epsHistoryOf, expectedEpsOf, isStale, pastQuartersOf } from "#analysis/earnings.ts";
import { EvidenceBook } from "#analysis/evidence.ts";
import type { MarketContext } from "#analysis/model/history.ts";
import { type Forecast, forecast } from "#analysis/model/predict.ts";
import { newsOf } from "#analysis/news.ts";
import { round } from "#analysis/numbers.ts";
import { impliedMoveOf } from "#analysis/options/implied-move.ts";
import { strategiesOf } from "#analysis/options/strategies.ts";
import { socialOf } from "#analysis/social.ts";
import { technicalsOf } from "#analysis/technicals.ts";
import type { Analysis, EarningsData, PartReport, Transparency } from "#contract/analysis.ts";
import type { NewsAnalysis, Sentiment } from "#contract/news.ts";
import type { SocialSentiment } from "#contract/social.ts";
import type { TechnicalIndicators } from "#contract/technical.ts";
import type { Part, QuarterEstimate } from "#market/port.ts";
import type { Brief } from "#narrate/port.ts";
import { AppError } from "#worker/errors.ts";
import { type FactsByRole, noteAnalysts, noteEarnings, noteForecast, noteMarket, noteTalk } from "./facts.ts";
import type { Gathered } from "./gather.ts";

/** An analysis without its text, and what the narrator is told. */
export type Analysed = {
  analysis: Omit<Analysis, "aiAnalysis" | "stages" | "comprehensiveMarketData" | "id"> & {
    aiAnalysis: Pick<
      Analysis["aiAnalysis"],
      "tradeRecommendation" | "riskLevel" | "tradeStrategies" | "transparencyBreakdown"
    >;
  };
  brief: Brief;
};

/** Turns what was gathered into the analysis. Pure. Throws `no_estimate` when there is nothing to beat or miss. */
export function analyse(gathered: Gathered, context: MarketContext): Analysed {
  const { company, now, source } = gathered;
  const { identity, estimate } = company;
  if (estimate.state === "missing")
    throw new AppError(
      "no_estimate",
      `No analysts' EPS estimate is published for ${identity.symbol}, so there is nothing to beat or miss.`,
    );
  const history = company.history.state === "missing" ? [] : company.history.data;
  const report = company.reportDate.state === "missing" ? null : company.reportDate.data;
  const stale = report !== null && isStale(report, now);
  const today = now.toISOString().slice(0, 10);
  const reportDay = report && !stale ? report.from.slice(0, 10) : null;

  const result = forecast({
    past: pastQuartersOf(history, {
      fiscalQuarterEnd: estimate.data.fiscalQuarterEnd,
      reportDate: reportDay,
    }),
    upcoming: { reportDate: reportDay ?? today, epsEstimate: estimate.data.consensusEps },
    context,
    asOf: today,
  });
  const news = gathered.news.state === "missing" ? null : newsOf(gathered.news.data, identity.name);
  const bars = gathered.prices.state === "missing" ? [] : gathered.prices.data;
  const technicals = technicalsOf(bars, identity.currency);
  const social = socialOf({ company, news, messages: gathered.social, mood: gathered.mood, now });
  const chain = gathered.options.state === "missing" ? null : gathered.options.data;
  const move = impliedMoveOf(stale ? null : chain, bars, history, report?.session ?? null);
  const earnings = earningsOf(gathered, estimate.data, stale, sentimentOf(news, technicals, social));

  const book = new EvidenceBook(now);
  const roles: FactsByRole = {};
  noteForecast(book, roles, result, now);
  noteEarnings(book, roles, gathered, estimate, earnings);
  noteAnalysts(book, roles, gathered, earnings.currency);
  noteMarket(book, roles, gathered, technicals, move);
  noteTalk(book, roles, gathered, news, social);

  const prediction = callOf(result, whyNotLocked(report && new Date(report.from), stale));
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
        edge: round(result.edge, 4),
        edgeVerdict: result.edgeVerdict,
        band: result.band,
      },
      aiAnalysis: {
        tradeRecommendation,
        riskLevel: riskOf(result, move?.impliedMovePercent ?? null),
        tradeStrategies: strategiesOf(stale ? null : chain),
        transparencyBreakdown: transparencyOf(result),
      },
      newsAnalysis: news,
      technicalIndicators: technicals,
      socialSentiment: social,
      impliedMove: move,
      evidence: [...book.rows],
      parts: partsOf(gathered),
    },
    brief: {
      companyName: identity.name,
      symbol: identity.symbol,
      predictionType: prediction.predictionType,
      probability: prediction.probability,
      recommendation: tradeRecommendation,
      evidence: book.rows,
      facts: roles,
    },
  };
}

function earningsOf(
  { company }: Gathered,
  estimate: QuarterEstimate,
  isStaleReport: boolean,
  marketSentiment: Sentiment,
): EarningsData {
  const history = company.history.state === "missing" ? [] : company.history.data;
  const report = company.reportDate.state === "missing" ? null : company.reportDate.data;
  const expected = expectedEpsOf(estimate.consensusEps, history);
  return {
    expectedEps: expected.eps,
    expectedEpsMethod: expected.method,
    analystConsensus: estimate.consensusEps,
    analystCount: estimate.analystCount,
    estimateLow: estimate.low,
    estimateHigh: estimate.high,
    yearAgoEps: estimate.yearAgoEps,
    currency: company.identity.financialCurrency,
    fiscalQuarterEnd: estimate.fiscalQuarterEnd,
    earningsDate: report?.from ?? null,
    earningsDateEnd: report?.to ?? null,
    isEarningsDateEstimate: report?.isEstimate ?? false,
    isStale: isStaleReport,
    marketSentiment,
    history: epsHistoryOf(history),
  };
}

/** The mood around the share: what most of news, technicals and analysts say; a tie is neutral. */
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

function transparencyOf({ ablation }: Forecast): Transparency {
  const share = (effect: { share: number } | null) => (effect ? round(effect.share, 1) : null);
  const logOdds = (effect: { logOdds: number } | null) => (effect ? round(effect.logOdds, 4) : null);
  return {
    epsTrendsScore: share(ablation.pastEpsTrends),
    marketSentimentScore: share(ablation.marketSentiment),
    analystRatingsImpact: share(ablation.analystRatings),
    historicalAccuracyWeight: share(ablation.historicalAccuracy),
    logOdds: {
      epsTrends: logOdds(ablation.pastEpsTrends),
      marketSentiment: logOdds(ablation.marketSentiment),
      analystRatings: logOdds(ablation.analystRatings),
      historicalAccuracy: logOdds(ablation.historicalAccuracy),
    },
  };
}

function partsOf({ company, prices, news, options, social, mood }: Gathered): PartReport[] {
  const { identity: _, ...rest } = company;
  const parts: Record<string, Part<unknown>> = { ...rest, prices, news, options, social, mood };
  return Object.entries(parts).map(([part, found]) =>
    found.state === "missing"
      ? { part, state: "missing", source: found.source, asOf: null, reason: found.detail.slice(0, 300) }
      : { part, state: found.state, source: found.source, asOf: found.asOf, reason: null },
  );
}
