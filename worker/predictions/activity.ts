import { and, count, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { UnsettledQuarter } from "#contract/dashboard.ts";
import type { Database } from "#db/client.ts";
import { predictions } from "#db/schema/predictions.ts";
import { DAY_MS } from "#worker/time.ts";
import { userScope } from "./scope.ts";
import { reportQuarter } from "./tallies.ts";

/** The longest streak that is counted. */
const MAX_STREAK_DAYS = 366;

/** How many predictions a user has made. By the index on scope and time. */
export async function totalOf(db: Database, userId: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(predictions)
    .where(and(eq(predictions.scope, userScope(userId)), isNotNull(predictions.userId)));
  return row?.total ?? 0;
}

/** What a user's scorecard leaves out, by the quarter of the report. By the index on scope and state. */
export async function unsettledOf(db: Database, userId: string): Promise<UnsettledQuarter[]> {
  const rows = await db
    .select({ quarter: reportQuarter, state: predictions.state, n: count() })
    .from(predictions)
    .where(
      and(
        eq(predictions.scope, userScope(userId)),
        inArray(predictions.state, ["pending", "review", "void", "unlocked"]),
      ),
    )
    .groupBy(reportQuarter, predictions.state);
  const quarters = new Map<string | null, UnsettledQuarter>();
  for (const { quarter, state, n } of rows) {
    const known = quarters.get(quarter) ?? { quarter, pending: 0, review: 0, void: 0, unlocked: 0 };
    quarters.set(quarter, { ...known, [state]: n });
  }
  const order = ({ quarter }: UnsettledQuarter) => quarter ?? "9999";
  return [...quarters.values()].sort((a, b) => order(a).localeCompare(order(b)));
}

/**
 * UTC days in a row on which the user analysed something, up to today, or yesterday as today is not over. Reads one row a
 * day by the index on scope and time.
 */
export async function streakOf(db: Database, userId: string, now: Date): Promise<number> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const hasAny = (day: unknown) => sql`EXISTS (SELECT 1 FROM ${predictions}
    WHERE ${predictions.scope} = ${userScope(userId)} AND ${predictions.userId} IS NOT NULL
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
