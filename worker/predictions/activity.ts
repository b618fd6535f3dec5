import { count, eq, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { predictions } from "#db/schema/predictions.ts";
import { userScope } from "./scope.ts";

const DAY_MS = 86_400_000;
/** The longest streak that is counted. */
const MAX_STREAK_DAYS = 366;

/** How many predictions a user has made. By the index on scope and time. */
export async function totalOf(db: Database, userId: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(predictions)
    .where(eq(predictions.scope, userScope(userId)));
  return row?.total ?? 0;
}

/**
 * Days in a row on which the user analysed something, up to today or yesterday (the day is not over yet). UTC days. Asks
 * for one row a day, by the index on scope and time, and stops at the first day without any.
 */
export async function streakOf(db: Database, userId: string, now: Date): Promise<number> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const hasAny = (day: unknown) => sql`EXISTS (SELECT 1 FROM ${predictions}
    WHERE ${predictions.scope} = ${userScope(userId)}
      AND ${predictions.createdAt} >= ${day} AND ${predictions.createdAt} < ${day} + ${DAY_MS})`;
  const [row] = await db.all<{ days: number }>(sql`
    WITH RECURSIVE run(day) AS (
      SELECT CASE WHEN ${hasAny(today)} THEN ${today} ELSE ${today - DAY_MS} END
      UNION ALL
      SELECT day - ${DAY_MS} FROM run WHERE ${hasAny(sql`run.day`)} LIMIT ${MAX_STREAK_DAYS + 1}
    )
    SELECT count(*) - 1 AS days FROM run`);
  return row?.days ?? 0;
}
