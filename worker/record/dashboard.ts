import { and, count, eq, isNull } from "drizzle-orm";
import type { UnsettledQuarter } from "#contract/dashboard.ts";
import type { PredictionHistoryItem } from "#contract/prediction.ts";
import type { Database } from "#platform/db/client.ts";
import { alerts } from "#platform/schema/alerts.ts";
import { userScope } from "#platform/scope.ts";
import { startOfDay, streakIn, streakQuery, totalQuery, unsettledIn, unsettledQuery } from "./activity.ts";
import { historyItemOf, latestQuery } from "./history.ts";
import { type Tally, talliesIn, talliesQuery } from "./tallies.ts";

const LIST_LENGTH = 10;

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

/** In one round trip. `now` is real time. */
export async function readDashboard(db: Database, userId: string, now: Date): Promise<StoredDashboard> {
  const [recent, pending, settled, [total], tallies, unsettled, streak, [unread]] = await db.batch([
    latestQuery(db, userId, LIST_LENGTH),
    latestQuery(db, userId, LIST_LENGTH, "pending"),
    latestQuery(db, userId, LIST_LENGTH, "settled"),
    totalQuery(db, userId),
    talliesQuery(db, userScope(userId)),
    unsettledQuery(db, userId),
    streakQuery(db, userId, startOfDay(now)),
    unreadQuery(db, userId),
  ]);
  return {
    recent: recent.map(historyItemOf),
    pending: pending.map(historyItemOf),
    settled: settled.map(historyItemOf),
    total: total?.total ?? 0,
    tallies: talliesIn(tallies),
    unsettled: unsettledIn(unsettled),
    streakDays: streakIn(streak),
    unreadAlerts: unread?.alerts ?? 0,
  };
}

function unreadQuery(db: Database, userId: string) {
  return db
    .select({ alerts: count().as("alerts") })
    .from(alerts)
    .where(and(eq(alerts.userId, userId), isNull(alerts.readAt)));
}
