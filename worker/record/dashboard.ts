import { and, count, eq, isNull, type Placeholder, sql } from "drizzle-orm";
import type { UnsettledQuarter } from "#contract/dashboard.ts";
import type { PredictionHistoryItem } from "#contract/prediction.ts";
import type { Database } from "#platform/db/client.ts";
import { oneStatement } from "#platform/db/one-statement.ts";
import { alerts } from "#platform/schema/alerts.ts";
import { userScopeIn } from "#platform/scope.ts";
import { startOfDay, streakIn, streakQuery, totalQuery, unsettledIn, unsettledQuery } from "./activity.ts";
import { historyItemOf, latestQuery } from "./history.ts";
import { type Tally, talliesIn, talliesQuery } from "./tallies.ts";

/** Rows of each list; the page shows three at first. */
const LIST_LENGTH = 10;

/** What a person's predictions come to, as stored now. */
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

const readStored = oneStatement((db) => {
  const [userId, today] = [sql.placeholder("userId"), sql.placeholder("today")];
  return {
    recent: latestQuery(db, userId, LIST_LENGTH),
    pending: latestQuery(db, userId, LIST_LENGTH, "pending"),
    settled: latestQuery(db, userId, LIST_LENGTH, "settled"),
    total: totalQuery(db, userId),
    tallies: talliesQuery(db, userScopeIn(userId)),
    unsettled: unsettledQuery(db, userId),
    streak: streakQuery(db, userId, today),
    unread: unreadQuery(db, userId),
  };
});

/** A person's newest predictions, sums, streak and unread alerts, in one statement. `now` is real time. */
export async function readDashboard(db: Database, userId: string, now: Date): Promise<StoredDashboard> {
  const stored = await readStored(db, { userId, today: startOfDay(now) });
  return {
    recent: stored.recent.map(historyItemOf),
    pending: stored.pending.map(historyItemOf),
    settled: stored.settled.map(historyItemOf),
    total: stored.total[0]?.total ?? 0,
    tallies: talliesIn(stored.tallies),
    unsettled: unsettledIn(stored.unsettled),
    streakDays: streakIn(stored.streak),
    unreadAlerts: stored.unread[0]?.alerts ?? 0,
  };
}

/** How many alerts a person has not read; by `alerts_by_user`. */
function unreadQuery(db: Database, userId: Placeholder) {
  return db
    .select({ alerts: count().as("alerts") })
    .from(alerts)
    .where(and(eq(alerts.userId, userId), isNull(alerts.readAt)));
}
