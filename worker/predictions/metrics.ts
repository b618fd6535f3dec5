import { count, desc, eq, sql } from "drizzle-orm";
import type { Metrics } from "#contract/dashboard.ts";
import type { Database } from "#db/client.ts";
import { predictions } from "#db/schema/predictions.ts";

const DAY_MS = 86_400_000;
/** The longest streak that is counted. */
const MAX_STREAK_DAYS = 366;

/** A user's own record: share of right calls, of beats and of misses, with its interval. By the index on user. */
export async function metricsOf(db: Database, userId: string): Promise<Metrics> {
  const groups = await db
    .select({ type: predictions.predictionType, isCorrect: predictions.isCorrect, n: count() })
    .from(predictions)
    .where(eq(predictions.userId, userId))
    .groupBy(predictions.predictionType, predictions.isCorrect);
  const sum = (wanted: (group: (typeof groups)[number]) => boolean) =>
    groups.filter(wanted).reduce((total, group) => total + group.n, 0);
  const settled = sum((group) => group.isCorrect !== null);
  const right = sum((group) => group.isCorrect === true);
  const share = (type: "beat" | "miss") =>
    percentText(
      sum((group) => group.type === type && group.isCorrect === true),
      sum((group) => group.type === type && group.isCorrect !== null),
    );
  return {
    overallAccuracy: percentText(right, settled),
    beatAccuracy: share("beat"),
    missAccuracy: share("miss"),
    totalPredictions: sum(() => true),
    settledPredictions: settled,
    confidenceInterval: settled > 0 ? wilsonPercent(right, settled) : null,
  };
}

/** Days in a row on which the user analysed something, up to today or yesterday (the day is not over yet). UTC days. */
export async function streakOf(db: Database, userId: string, now: Date): Promise<number> {
  const day = sql<string>`date(${predictions.createdAt} / 1000, 'unixepoch')`;
  const rows = await db
    .select({ day })
    .from(predictions)
    .where(eq(predictions.userId, userId))
    .groupBy(day)
    .orderBy(desc(day))
    .limit(MAX_STREAK_DAYS);
  const days = new Set(rows.map((row) => row.day));
  const name = (daysAgo: number) => new Date(now.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);
  const first = days.has(name(0)) ? 0 : 1;
  let streak = 0;
  while (days.has(name(first + streak))) streak++;
  return streak;
}

function percentText(hits: number, n: number): string | null {
  return n === 0 ? null : ((100 * hits) / n).toFixed(1);
}

/** Wilson's score interval at 95% (Wilson 1927), in percent with one decimal. */
function wilsonPercent(hits: number, n: number): { low: number; high: number } {
  const z = 1.959964;
  const share = hits / n;
  const centre = share + (z * z) / (2 * n);
  const reach = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  const percent = (value: number) => Number(((100 * value) / (1 + (z * z) / n)).toFixed(1));
  return { low: Math.max(0, percent(centre - reach)), high: Math.min(100, percent(centre + reach)) };
}
