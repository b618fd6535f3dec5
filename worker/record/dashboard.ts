import { and, count, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { UnsettledQuarter } from "#contract/dashboard.ts";
import type { PredictionHistoryItem } from "#contract/prediction.ts";
import { DAY_MS } from "#contract/time.ts";
import type { Database } from "#platform/db/client.ts";
import { prepared } from "#platform/db/prepared.ts";
import type { PredictionStore } from "#platform/files/evidence-file.ts";
import { type ArchivedYear, archivedPredictionYearsQuery } from "#platform/files/past-predictions.ts";
import { alerts } from "#platform/schema/alerts.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { type UserId, userScopeSql } from "#platform/scope.ts";
import { firstInDatabaseAndFiles, lastSettledFirst, newestFirst } from "./archive/newest.ts";
import { historyItemOf, isOfUser, isOfUserInStates, latestQuery } from "./history.ts";
import { reportQuarter, type Tally, talliesQuery } from "./tallies.ts";

const LIST_LENGTH = 10;
const MAX_STREAK_DAYS = 366;

type StoredDashboard = {
  recent: PredictionHistoryItem[];
  pending: PredictionHistoryItem[];
  settled: PredictionHistoryItem[];
  total: number;
  tallies: Tally[];
  unsettled: UnsettledQuarter[];
  streakDays: number;
  unreadAlerts: number;
};

const readParts = prepared(
  (db, userId: SQL<string>, today: SQL<number>) =>
    [
      latestQuery(db, userId, LIST_LENGTH),
      latestQuery(db, userId, LIST_LENGTH, "pending"),
      latestQuery(db, userId, LIST_LENGTH, "settled"),
      countsQuery(db, userId, today),
      talliesQuery(db, userScopeSql(userId)),
      unsettledQuery(db, userId),
      archivedPredictionYearsQuery(db, userId),
    ] as const,
);

/**
 * Reads a person's dashboard in one round trip to the database. Archive files are opened only if they may
 * hold some of the person's newest predictions. `now` is real time, not the market clock.
 */
export async function readDashboard(
  store: PredictionStore,
  userId: string,
  now: Date,
): Promise<StoredDashboard> {
  const [newest, open, lastSettled, [counts], tallies, unsettled, years] = await readParts(
    store.db,
    userId,
    startOfDay(now),
  );
  const recent = await firstInDatabaseAndFiles(store, years, newest, {
    count: LIST_LENGTH,
    order: newestFirst,
  });
  const settled = await firstInDatabaseAndFiles(store, years, lastSettled, {
    count: LIST_LENGTH,
    order: lastSettledFirst,
    wanted: ({ state }) => state === "settled",
  });
  return {
    recent: recent.map(historyItemOf),
    pending: open.map(historyItemOf),
    settled: settled.map(historyItemOf),
    total: years.reduce((sum, { n }) => sum + n, counts?.total ?? 0),
    tallies,
    unsettled: unsettledIn(unsettled, years),
    streakDays: counts?.streakDays ?? 0,
    unreadAlerts: counts?.unreadAlerts ?? 0,
  };
}

/**
 * Returns the query for a person's single figures: the predictions in the database, the unread alerts, and the
 * consecutive UTC days, ending today or yesterday, on which the person made a prediction. `today` is the start of
 * the current day in milliseconds, as `startOfDay` returns it.
 */
export function countsQuery(db: Database, userId: UserId, today: number | SQL<number>) {
  const isUnread = and(eq(alerts.userId, userId), isNull(alerts.readAt));
  return (
    db
      .select({
        total: sql<number>`(SELECT count(*) FROM ${predictions} WHERE ${isOfUser(userId)})`.as("total"),
        unreadAlerts: sql<number>`(SELECT count(*) FROM ${alerts} WHERE ${isUnread})`.as("unread_alerts"),
        streakDays: streakDays(userId, today).as("streak_days"),
      })
      // A D1 batch accepts no raw statement through drizzle, so the figures are selected from a table of one row.
      .from(sql`json_each('[0]')`)
  );
}

export function unsettledQuery(db: Database, userId: UserId) {
  return db
    .select({ quarter: reportQuarter.as("quarter"), state: predictions.state, n: count().as("n") })
    .from(predictions)
    .where(isOfUserInStates(userId, ["pending", "review", "void", "unlocked"]))
    .groupBy(reportQuarter, predictions.state);
}

function unsettledIn(
  rows: Awaited<ReturnType<typeof unsettledQuery>>,
  years: readonly ArchivedYear[],
): UnsettledQuarter[] {
  const quarters = new Map<string | null, UnsettledQuarter>();
  const add = (quarter: string | null, counts: Partial<UnsettledQuarter>) => {
    const known = quarters.get(quarter) ?? { quarter, pending: 0, review: 0, void: 0, unlocked: 0 };
    for (const state of ["pending", "review", "void", "unlocked"] as const)
      known[state] += counts[state] ?? 0;
    quarters.set(quarter, known);
  };
  for (const { quarter, state, n } of rows) add(quarter, { [state]: n });
  for (const { unsettled } of years)
    for (const [quarter, counts] of Object.entries(unsettled)) add(quarter || null, counts);
  const order = ({ quarter }: UnsettledQuarter) => quarter ?? "9999";
  return [...quarters.values()].sort((a, b) => order(a).localeCompare(order(b)));
}

function streakDays(userId: UserId, today: number | SQL<number>) {
  const hasAny = (day: unknown) => sql`(EXISTS (SELECT 1 FROM ${predictions}
    WHERE ${predictions.userId} = ${userId} AND ${predictions.createdAt} >= ${day}
      AND ${predictions.createdAt} < ${day} + ${DAY_MS})
    OR EXISTS (SELECT 1 FROM past_predictions AS past WHERE past.user_id = ${userId}
      AND past.year = strftime('%Y', ${day} / 1000, 'unixepoch')
      AND substr(past.days, strftime('%j', ${day} / 1000, 'unixepoch'), 1) = '1'))`;
  return sql<number>`(
    WITH RECURSIVE run(day) AS (
      SELECT CASE WHEN ${hasAny(today)} THEN ${today} ELSE ${today} - ${DAY_MS} END
      UNION ALL
      SELECT day - ${DAY_MS} FROM run WHERE ${hasAny(sql`run.day`)} LIMIT ${MAX_STREAK_DAYS + 1}
    )
    SELECT count(*) - 1 FROM run)`;
}

export function startOfDay(now: Date): number {
  return Math.floor(now.getTime() / DAY_MS) * DAY_MS;
}
