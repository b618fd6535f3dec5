import type { RatingChange } from "#contract/market-data.ts";
import type { RatingDistribution, SocialSentiment } from "#contract/social.ts";

type Consensus = NonNullable<NonNullable<SocialSentiment["analyst_ratings"]>["consensus"]>;

/** Returns the mean rating from 1 (strong buy) to 5 (strong sell), or null without ratings. */
export function meanRating(ratings: RatingDistribution): number | null {
  const { strongBuy, buy, hold, sell, strongSell } = ratings;
  const count = ratingCount(ratings);
  if (count === 0) return null;
  return (strongBuy + 2 * buy + 3 * hold + 4 * sell + 5 * strongSell) / count;
}

export function ratingCount(ratings: RatingDistribution): number {
  return ratings.strongBuy + ratings.buy + ratings.hold + ratings.sell + ratings.strongSell;
}

/** Returns the mean rating, rounded to the nearest of the five grades, or null without ratings. */
export function ratingConsensus(ratings: RatingDistribution): Consensus | null {
  const mean = meanRating(ratings);
  if (mean === null) return null;
  if (mean < 1.5) return "strong buy";
  if (mean < 2.5) return "buy";
  if (mean < 3.5) return "hold";
  return mean < 4.5 ? "sell" : "strong sell";
}

const favorable = /\b(buy|outperform(er)?|overweight|accumulate|add|positive|long|top pick)\b/i;
const unfavorable = /\b(sell|underperform(er)?|underweight|reduce|negative|avoid)\b/i;

/**
 * Returns whether an analyst's grade is good or bad for the share. For example, "Overweight" is positive and
 * "Equal-Weight" neutral.
 */
export function gradeTone(grade: string): "positive" | "negative" | "neutral" {
  if (unfavorable.test(grade)) return "negative";
  return favorable.test(grade) ? "positive" : "neutral";
}

/**
 * Returns the tone of a rating change: by its direction for an upgrade or a downgrade, otherwise by the
 * grade.
 */
export function changeTone(change: RatingChange): "positive" | "negative" | "neutral" {
  if (change.action === "up") return "positive";
  if (change.action === "down") return "negative";
  return gradeTone(change.toGrade);
}

/** Describes a rating change without advising anybody: "Citigroup reiterates Buy". */
export function changeText(change: RatingChange): string {
  const { firm, fromGrade, toGrade } = change;
  const from = fromGrade && fromGrade !== toGrade ? ` from ${fromGrade}` : "";
  switch (change.action) {
    case "up":
      return `${firm} upgrades to ${toGrade}${from}`;
    case "down":
      return `${firm} downgrades to ${toGrade}${from}`;
    case "init":
      return `${firm} starts coverage at ${toGrade}`;
    case "main":
      return `${firm} maintains ${toGrade}`;
    case "reit":
      return `${firm} reiterates ${toGrade}`;
  }
}
