import type { Transparency } from "#contract/analysis.ts";
import type { Forecast } from "./model/predict.ts";
import { round } from "./numbers.ts";

/** The ablation as the page shows it: each group's share of the change in log-odds, and the log-odds themselves. */
export function transparencyOf({ ablation }: Forecast): Transparency {
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
