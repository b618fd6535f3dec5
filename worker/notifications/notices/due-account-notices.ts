import { and, eq, isNotNull, not, sql } from "drizzle-orm";
import { DAY_MS, HOUR_MS, isoDay } from "#contract/time.ts";
import type { Database } from "#platform/db/client.ts";
import type { UnsubscribeLinks } from "#platform/mail/compose.ts";
import { users } from "#platform/schema/accounts.ts";
import { customers, subscriptions } from "#platform/schema/billing.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { failedPaymentMail } from "../mail/billing-mails.ts";
import { weeklyMail } from "../mail/research-mails.ts";
import { type Clocks, type DueNotice, isOf, isTaken } from "./due-notice.ts";

/** Weekly summaries go out for a day from this hour (UTC) of Mondays on: longer than anybody's night. */
const SUMMARY = { day: 1, hour: 12 };

/** Subscriptions whose renewal could not be charged: mailed once a period. */
export async function dueFailedPayments(
  db: Database,
  { now }: Clocks,
  origin: string,
  limit: number,
  people?: readonly string[],
): Promise<DueNotice[]> {
  const rows = await db
    .select({ id: subscriptions.id, periodEnd: subscriptions.periodEnd, profile: users })
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .innerJoin(users, eq(users.id, customers.userId))
    .where(
      and(
        eq(subscriptions.status, "past_due"),
        isNotNull(customers.userId),
        isOf(people),
        not(isTaken(db, sql`'unpaid:' || ${subscriptions.id} || ':' || ${subscriptions.periodEnd}`, now)),
      ),
    )
    .limit(limit);
  return rows.map(({ id, periodEnd, profile }) => ({
    profile,
    notice: `unpaid:${id}:${periodEnd.getTime()}`,
    flag: "billingNotifications" as const,
    write: (to: string, unsubscribe: UnsubscribeLinks) =>
      failedPaymentMail(to, `${origin}/account?tab=billing`, unsubscribe),
  }));
}

/** Summaries of the week that ends now, for those who turned them on; none later in the week. */
export async function dueSummaries(
  db: Database,
  { now }: Clocks,
  origin: string,
  limit: number,
  people?: readonly string[],
): Promise<DueNotice[]> {
  const since = new Date(now.getTime() - SUMMARY.hour * HOUR_MS);
  if (since.getUTCDay() !== SUMMARY.day) return [];
  const notice = `week:${isoDay(since)}`;
  const profiles = await db
    .select()
    .from(users)
    .where(
      and(
        sql`json_extract(${users.notificationPreferences}, '$.weeklySummary') = 1`,
        isOf(people),
        not(isTaken(db, sql`${notice}`, now)),
      ),
    )
    .limit(limit);
  return profiles.map((profile) => ({
    profile,
    notice,
    flag: "weeklySummary" as const,
    write: async (to: string, unsubscribe: UnsubscribeLinks) =>
      weeklyMail(to, await weekOf(db, profile.id, now), `${origin}/dashboard`, unsubscribe),
  }));
}

/** By `predictions_by_user`. */
async function weekOf(db: Database, userId: string, now: Date) {
  const rows = await db
    .select({
      symbol: predictions.symbol,
      state: predictions.state,
      isCorrect: predictions.isCorrect,
      createdAt: predictions.createdAt,
      settledAt: predictions.settledAt,
    })
    .from(predictions)
    .where(eq(predictions.userId, userId));
  const isThisWeek = (at: Date | null) => at !== null && at.getTime() > now.getTime() - 7 * DAY_MS;
  const settled = rows.filter(({ settledAt }) => isThisWeek(settledAt));
  return {
    asked: rows.filter(({ createdAt }) => isThisWeek(createdAt)).length,
    settled: settled.length,
    correct: settled.filter(({ isCorrect }) => isCorrect).length,
    awaited: [...new Set(rows.filter(({ state }) => state === "pending").map(({ symbol }) => symbol))].sort(),
  };
}
