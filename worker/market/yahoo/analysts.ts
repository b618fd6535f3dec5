import type { PriceTargets, RatingChange } from "#contract/market-data.ts";
import type { RatingDistribution } from "#contract/social.ts";
import { fromEpoch } from "./epoch.ts";
import type { Summary } from "./summary-schema.ts";

const MAX_RATING_CHANGES = 20;

/** Analysts by rating, this month. */
export function ratingsOf(summary: Summary): RatingDistribution | null {
  const month = summary.recommendationTrend?.trend.find((trend) => trend.period === "0m");
  if (!month) return null;
  const ratings = {
    strongBuy: month.strongBuy ?? 0,
    buy: month.buy ?? 0,
    hold: month.hold ?? 0,
    sell: month.sell ?? 0,
    strongSell: month.strongSell ?? 0,
  };
  return Object.values(ratings).some((count) => count > 0) ? ratings : null;
}

/** Price targets, in the currency of the listing. */
export function targetsOf(summary: Summary): PriceTargets | null {
  const data = summary.financialData;
  if (!data || data.targetMeanPrice === null || data.targetHighPrice === null || data.targetLowPrice === null)
    return null;
  return {
    mean: data.targetMeanPrice,
    high: data.targetHighPrice,
    low: data.targetLowPrice,
    median: data.targetMedianPrice,
    analystCount: data.numberOfAnalystOpinions,
  };
}

const actions: Readonly<Record<string, RatingChange["action"]>> = {
  up: "up",
  down: "down",
  init: "init",
  main: "main",
  reit: "reit",
};

/** The latest changes of rating, newest first, none after `now`. */
export function ratingChangesOf(summary: Summary, now: Date): RatingChange[] | null {
  const changes = (summary.upgradeDowngradeHistory?.history ?? []).flatMap((row) => {
    const action = actions[row.action ?? ""];
    if (!action || !row.firm || !row.toGrade || row.epochGradeDate === null) return [];
    const at = fromEpoch(row.epochGradeDate);
    if (at > now) return [];
    return [
      {
        firm: row.firm,
        date: at.toISOString(),
        action,
        fromGrade: row.fromGrade || null,
        toGrade: row.toGrade,
      },
    ];
  });
  if (changes.length === 0) return null;
  return changes.sort((a, b) => b.date.localeCompare(a.date)).slice(0, MAX_RATING_CHANGES);
}
