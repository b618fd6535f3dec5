import { and, asc, between, eq, exists, gt, not, type SQL, sql } from "drizzle-orm";
import type { Profile } from "#accounts/profile/profile.ts";
import type { PushPayload } from "#contract/push.ts";
import { DAY_MS, DAY_SECONDS, HOUR_MS } from "#contract/time.ts";
import type { Database } from "#platform/db/client.ts";
import type { UnsubscribeLinks } from "#platform/mail/compose.ts";
import { users } from "#platform/schema/accounts.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { pushDevices } from "#platform/schema/push.ts";
import { watchlist } from "#platform/schema/watchlist.ts";
import { reminderMail, settledMail } from "../mail/research-mails.ts";
import { type Clocks, type DueNotice, isOf, isTaken } from "./due-notice.ts";

/** A push message that a person may want. */
export type DuePush = {
  profile: Profile;
  notice: string;
  flag: "predictionAlerts" | "earningsReminders";
  payload: Omit<PushPayload, "tag">;
  /** How long it is worth delivering. */
  ttlSeconds: number;
};

/** A settlement older than this is no news. */
const NEWS_DAYS = 2;
/** How long before a report its reminder goes out. */
const REMINDER_HOURS = 24;
/** Whether a person has a browser that takes push messages; by `push_devices_by_user`. */
const hasDevice = (db: Database) =>
  exists(db.select({ one: sql`1` }).from(pushDevices).where(eq(pushDevices.userId, users.id)));

/** Where the recap of a settled prediction stands, as its analysis did. */
function recapPath(id: string): string {
  return `/dashboard/predictions/${encodeURIComponent(id)}`;
}

/** A person's predictions in a state. One search a person by `predictions_by_state`, which costs less than two more indexes. */
const isOfUser = (state: "settled" | "pending") =>
  and(eq(predictions.scope, sql`'user:' || ${users.id}`), eq(predictions.state, state));

/** Predictions of people that were just settled, and `prefix` was not sent about. */
function settledRows(db: Database, { now, marketNow }: Clocks, prefix: string, limit: number, who?: SQL) {
  return db
    .select({ prediction: predictions, profile: users })
    .from(users)
    .innerJoin(predictions, isOfUser("settled"))
    .where(
      and(
        gt(predictions.settledAt, new Date(marketNow.getTime() - NEWS_DAYS * DAY_MS)),
        not(isTaken(db, sql`${prefix} || ${predictions.id}`, now)),
        who,
      ),
    )
    .orderBy(asc(predictions.settledAt))
    .limit(limit);
}

/** Reports of the coming day that people have a prediction on. */
function reportingRows(db: Database, { now, marketNow }: Clocks, prefix: string, limit: number, who?: SQL) {
  const until = new Date(marketNow.getTime() + REMINDER_HOURS * HOUR_MS);
  return db
    .select({ prediction: predictions, profile: users })
    .from(users)
    .innerJoin(predictions, isOfUser("pending"))
    .where(
      and(
        between(predictions.reportsAt, marketNow, until),
        not(isWatched(db)),
        not(isTaken(db, sql`${prefix} || ${predictions.id}`, now)),
        who,
      ),
    )
    .orderBy(asc(predictions.reportsAt))
    .limit(limit);
}

/** Of a watched company alerts say that it reports (worker/notifications/alerts); by the primary key. */
const isWatched = (db: Database) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(watchlist)
      .where(
        and(
          eq(watchlist.userId, users.id),
          eq(watchlist.ledgerId, predictions.ledgerId),
          eq(watchlist.symbol, predictions.symbol),
        ),
      ),
  );

/** Mails about predictions that were just settled. */
export async function dueSettlements(
  db: Database,
  clocks: Clocks,
  origin: string,
  limit: number,
  people?: readonly string[],
): Promise<DueNotice[]> {
  const rows = await settledRows(db, clocks, "settled:", limit, isOf(people));
  return rows.flatMap(({ profile, prediction }) => {
    const { id, actualResult, actualEps, isCorrect, predictedProbability } = prediction;
    if (!actualResult || isCorrect === null) return [];
    const outcome = { actualEps, actualResult, isCorrect };
    return {
      profile,
      notice: `settled:${id}`,
      flag: "predictionAlerts" as const,
      write: (to: string, unsubscribe: UnsubscribeLinks) =>
        settledMail(
          to,
          { ...prediction, probability: predictedProbability },
          outcome,
          `${origin}${recapPath(id)}`,
          unsubscribe,
        ),
    };
  });
}

/** Mails about reports of the coming day. */
export async function dueReminders(
  db: Database,
  clocks: Clocks,
  origin: string,
  limit: number,
  people?: readonly string[],
): Promise<DueNotice[]> {
  const rows = await reportingRows(db, clocks, "reminder:", limit, isOf(people));
  return rows.flatMap(({ profile, prediction }) => {
    const { id, reportsAt, predictedProbability, symbol } = prediction;
    if (!reportsAt) return [];
    return {
      profile,
      notice: `reminder:${id}`,
      flag: "earningsReminders" as const,
      write: (to: string, unsubscribe: UnsubscribeLinks) =>
        reminderMail(
          to,
          { ...prediction, probability: predictedProbability },
          reportsAt,
          `${origin}/dashboard?symbol=${symbol}`,
          unsubscribe,
        ),
    };
  });
}

/** Push messages about predictions that were just settled and about reports of the coming day. */
export async function duePushes(
  db: Database,
  clocks: Clocks,
  limit: number,
  people?: readonly string[],
): Promise<DuePush[]> {
  const who = and(hasDevice(db), isOf(people));
  const settled = await settledRows(db, clocks, "push:settled:", limit, who);
  const reporting = await reportingRows(db, clocks, "push:reminder:", limit - settled.length, who);
  return [
    ...settled.map(({ profile, prediction: { id, symbol, isCorrect, actualResult, predictionType } }) => ({
      profile,
      notice: `push:settled:${id}`,
      flag: "predictionAlerts" as const,
      payload: {
        title: `${symbol}: your prediction was ${isCorrect ? "right" : "wrong"}`,
        body: `Predicted a ${predictionType}, reported a ${actualResult}.`,
        path: recapPath(id),
      },
      ttlSeconds: DAY_SECONDS,
    })),
    ...reporting.map(({ profile, prediction: { id, symbol, companyName, reportsAt } }) => ({
      profile,
      notice: `push:reminder:${id}`,
      flag: "earningsReminders" as const,
      payload: {
        title: `${symbol} reports soon`,
        body: `${companyName} is expected to report within a day.`,
        path: `/dashboard?symbol=${symbol}`,
      },
      // After the report it is no reminder any more.
      ttlSeconds: Math.max(60, Math.round(((reportsAt?.getTime() ?? 0) - clocks.marketNow.getTime()) / 1000)),
    })),
  ];
}
