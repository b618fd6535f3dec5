import type { Transparency } from "#contract/analysis.ts";
import type { ContributionPoints } from "#contract/prediction.ts";
import type { Contributions } from "./contributions.ts";
import { round } from "./numbers.ts";
import type { Forecast } from "./predict.ts";

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

/** The contributions as the page shows them, in percentage points to one decimal. */
export function pointsOf({ start, groups }: Contributions): ContributionPoints {
  const points = (share: number | null) => (share === null ? null : round(100 * share, 1));
  return {
    start: round(100 * start, 1),
    epsTrends: points(groups.pastEpsTrends),
    marketSentiment: points(groups.marketSentiment),
    analystRatings: points(groups.analystRatings),
    historicalAccuracy: points(groups.historicalAccuracy),
  };
}
