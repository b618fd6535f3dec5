import { and, asc, between, eq, exists, gt, isNotNull, not, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { NotificationPreferences } from "#contract/preferences.ts";
import type { Database } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { customers, subscriptions } from "#db/schema/billing.ts";
import { sentNotices } from "#db/schema/notices.ts";
import { predictions } from "#db/schema/predictions.ts";
import { failedPaymentLetter } from "#mail/billing-letters.ts";
import type { Mail } from "#mail/port.ts";
import { reminderLetter, settledLetter, weeklyLetter } from "#mail/research-letters.ts";

/** A mail that a person may want, and the flag that decides. */
export type DueNotice = {
  userId: string;
  notice: string;
  flag: Exclude<keyof NotificationPreferences, "emailNotifications">;
  write: (to: string) => Mail;
};

/** What one tick sends at most of each kind; the next one goes on. */
const AT_ONCE = 50;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** A settlement older than this is no news. */
const NEWS_DAYS = 2;
/** How long before a report its reminder goes out. */
const REMINDER_HOURS = 24;
/** Weekly summaries go out on Mondays from this hour (UTC) on. */
const SUMMARY = { day: 1, hour: 12 };

const wasSent = (db: Database, notice: SQL, userId: AnySQLiteColumn = predictions.userId) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(sentNotices)
      .where(and(eq(sentNotices.userId, userId), eq(sentNotices.notice, notice))),
  );

/** Predictions of people that were just settled; served by `predictions_by_settlement`. `now` is the market's. */
export async function dueSettlements(db: Database, now: Date, origin: string): Promise<DueNotice[]> {
  const rows = await db
    .select()
    .from(predictions)
    .where(
      and(
        gt(predictions.settledAt, new Date(now.getTime() - NEWS_DAYS * DAY_MS)),
        isNotNull(predictions.userId),
        eq(predictions.state, "settled"),
        not(wasSent(db, sql`'settled:' || ${predictions.id}`)),
      ),
    )
    .orderBy(asc(predictions.settledAt))
    .limit(AT_ONCE);
  return rows.flatMap(({ userId, actualResult, actualEps, isCorrect, calledProbability, ...call }) =>
    userId && actualResult && isCorrect !== null
      ? {
          userId,
          notice: `settled:${call.id}`,
          flag: "predictionAlerts" as const,
          write: (to: string) =>
            settledLetter(
              to,
              { ...call, probability: calledProbability },
              { actualEps, actualResult, isCorrect },
              `${origin}/dashboard?view=history`,
            ),
        }
      : [],
  );
}

/** Reports of the coming day that people have a call on; by `predictions_by_report_time`. `now` is the market's. */
export async function dueReminders(db: Database, now: Date, origin: string): Promise<DueNotice[]> {
  const rows = await db
    .select()
    .from(predictions)
    .where(
      and(
        between(predictions.reportsAt, now, new Date(now.getTime() + REMINDER_HOURS * HOUR_MS)),
        isNotNull(predictions.userId),
        eq(predictions.state, "pending"),
        not(wasSent(db, sql`'reminder:' || ${predictions.id}`)),
      ),
    )
    .orderBy(asc(predictions.reportsAt))
    .limit(AT_ONCE);
  return rows.flatMap(({ userId, reportsAt, calledProbability, ...call }) =>
    userId && reportsAt
      ? {
          userId,
          notice: `reminder:${call.id}`,
          flag: "earningsReminders" as const,
          write: (to: string) =>
            reminderLetter(
              to,
              { ...call, probability: calledProbability },
              reportsAt,
              `${origin}/dashboard?symbol=${call.symbol}`,
            ),
        }
      : [],
  );
}

/** Subscriptions whose renewal could not be charged: told once a period. */
export async function dueFailedPayments(db: Database, origin: string): Promise<DueNotice[]> {
  const rows = await db
    .select({ id: subscriptions.id, periodEnd: subscriptions.periodEnd, userId: customers.userId })
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .where(
      and(
        eq(subscriptions.status, "past_due"),
        isNotNull(customers.userId),
        not(
          wasSent(
            db,
            sql`'unpaid:' || ${subscriptions.id} || ':' || ${subscriptions.periodEnd}`,
            customers.userId,
          ),
        ),
      ),
    )
    .limit(AT_ONCE);
  return rows.flatMap(({ id, periodEnd, userId }) =>
    userId
      ? {
          userId,
          notice: `unpaid:${id}:${periodEnd.getTime()}`,
          flag: "billingNotifications" as const,
          write: (to: string) => failedPaymentLetter(to, `${origin}/account?tab=billing`),
        }
      : [],
  );
}

/** Summaries of the week that ends now, for those who turned them on; none on other days. `now` is the real time. */
export async function dueSummaries(db: Database, now: Date, origin: string): Promise<DueNotice[]> {
  if (now.getUTCDay() !== SUMMARY.day || now.getUTCHours() < SUMMARY.hour) return [];
  const notice = `week:${now.toISOString().slice(0, 10)}`;
  const people = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        sql`json_extract(${users.notificationPreferences}, '$.weeklySummary') = 1`,
        not(wasSent(db, sql`${notice}`, users.id)),
      ),
    )
    .limit(AT_ONCE);
  return Promise.all(
    people.map(async ({ id }) => {
      const week = await weekOf(db, id, now);
      return {
        userId: id,
        notice,
        flag: "weeklySummary" as const,
        write: (to: string) => weeklyLetter(to, week, `${origin}/dashboard`),
      };
    }),
  );
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
