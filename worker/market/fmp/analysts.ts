import { easternInstant } from "#contract/eastern.ts";
import type { PriceTargets, RatingChange } from "#contract/market-data.ts";
import type { RatingDistribution } from "#contract/social.ts";
import { gradeSchema, ratingsSchema, rowsOf, targetsSchema } from "./schemas.ts";

const MAX_RATING_CHANGES = 20;

/** Price targets, in the currency of the listing. FMP does not say how many analysts stand behind them. */
export function targetsOf(rows: readonly unknown[]): PriceTargets | null {
  const [row] = rowsOf(targetsSchema, rows);
  if (!row) return null;
  return {
    mean: row.targetConsensus,
    high: row.targetHigh,
    low: row.targetLow,
    median: row.targetMedian,
    analystCount: null,
  };
}

/** Analysts by rating. */
export function ratingsOf(rows: readonly unknown[]): RatingDistribution | null {
  const [ratings] = rowsOf(ratingsSchema, rows);
  return ratings && Object.values(ratings).some((count) => count > 0) ? ratings : null;
}

const actions: Readonly<Record<string, RatingChange["action"]>> = {
  upgrade: "up",
  downgrade: "down",
  initialise: "init",
  initialize: "init",
  initiate: "init",
  maintain: "main",
  reiterate: "reit",
};

/** The latest changes of rating, newest first, none after `now`. */
export function ratingChangesOf(rows: readonly unknown[], now: Date): RatingChange[] | null {
  const changes = rowsOf(gradeSchema, rows).flatMap((row): RatingChange[] => {
    const action = actions[row.action.toLowerCase()];
    const at = easternInstant(row.date);
    if (!action || at > now) return [];
    const { gradingCompany: firm, previousGrade, newGrade: toGrade } = row;
    return [{ firm, date: at.toISOString(), action, fromGrade: previousGrade || null, toGrade }];
  });
  if (changes.length === 0) return null;
  return changes.sort((a, b) => b.date.localeCompare(a.date)).slice(0, MAX_RATING_CHANGES);
}
