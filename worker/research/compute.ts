import type { Sentiment } from "#contract/social.ts";
import { easternDay } from "#contract/time.ts";
import { ablationOf, contributionsOf } from "#model/contributions.ts";
import { certainQuarters, isStale } from "#model/earnings.ts";
import { newsOf } from "#model/news/news.ts";
import { eventMove, impliedMoveOf } from "#model/options/implied-move.ts";
import { strategiesFor } from "#model/options/strategies.ts";
import { type ForecastRequest, forecast, predictionOf, whyNotLocked } from "#model/predict.ts";
import { pastReactionsOf } from "#model/reactions.ts";
import { socialOf } from "#model/social/social.ts";
import { technicalsOf } from "#model/technical/technicals.ts";
import { NO_STORED_MOVES, type StoredMoves } from "#model/typical-move.ts";
import { type MarketSnapshot, partDataOf, unexpiredOptionChain } from "./gather.ts";

export type Computed = ReturnType<typeof computeAnalysis>;

/** Computes every figure of an analysis from what was gathered and the model's input. It is a pure function. */
export function computeAnalysis(
  snapshot: MarketSnapshot,
  request: ForecastRequest,
  moves: StoredMoves = NO_STORED_MOVES,
) {
  const { company, now, optionsAfter } = snapshot;
  const { identity } = company;
  const history = certainQuarters(partDataOf(company.history) ?? []);
  const report = partDataOf(company.reportDate);
  const isReportStale = report !== null && isStale(report, now);
  const today = easternDay(now);

  const result = forecast(request);
  const headlines = partDataOf(snapshot.news);
  const news = headlines && newsOf(headlines, now);
  const bars = partDataOf(snapshot.prices) ?? [];
  const technicals = technicalsOf(bars, identity.currency);
  const messages = partDataOf(snapshot.social);
  const mood = partDataOf(snapshot.mood);
  const social = socialOf(
    {
      ratings: partDataOf(company.ratings),
      priceTargets: partDataOf(company.priceTargets),
      ratingChanges: partDataOf(company.ratingChanges),
      revisions: partDataOf(company.revisions),
      messages: messages && { data: messages, source: snapshot.social.source },
      news,
      mood,
    },
    now,
  );

  const chain = unexpiredOptionChain(snapshot.options, today);
  const spansReport = chain !== null && optionsAfter !== null && chain.expiry >= optionsAfter;
  const { otherExpiry } = snapshot;
  const event =
    spansReport && otherExpiry
      ? eventMove({ spanning: chain, beside: otherExpiry, after: optionsAfter, today })
      : null;
  const move = impliedMoveOf(spansReport ? chain : null, event, history, bars);
  const { size, sector } = result.referenceClass.traits;
  return {
    context: request.context,
    forecast: result,
    prediction: predictionOf(result, whyNotLocked(report && new Date(report.from), isReportStale, now)),
    contributions: result.surprise && contributionsOf(request),
    ablation: ablationOf(request),
    history,
    isReportStale,
    news,
    technicals,
    social,
    mood,
    sentiment: majorityOf([
      news?.overallSentiment,
      technicals?.technical_sentiment,
      social?.overall_sentiment,
    ]),
    move,
    strategies: strategiesFor(chain, optionsAfter),
    reactions: pastReactionsOf({ size, sector, surprise: result.surprise, history, move, moves }),
  };
}

/** Returns the majority of the sentiments that are known; a tie is neutral. */
function majorityOf(sentiments: readonly (Sentiment | undefined)[]): Sentiment {
  const count = (wanted: Sentiment) => sentiments.filter((sentiment) => sentiment === wanted).length;
  const balance = count("bullish") - count("bearish");
  return balance > 0 ? "bullish" : balance < 0 ? "bearish" : "neutral";
}
