import { eq, sql } from "drizzle-orm";
import { isTossUp } from "#contract/rules.ts";
import { DAY_MS, HOUR_MS, isoDay } from "#contract/time.ts";
import { marketHoursNotes } from "#contract/trading-days.ts";
import type { PredictionStore } from "#platform/files/evidence-file.ts";
import { composeMail } from "#platform/mail/compose.ts";
import { predictions } from "#platform/schema/predictions.ts";
import {
  emailReasonText,
  isNotPlanned,
  isOneOfPeople,
  type NotificationDeps,
  type NotificationKind,
  plannedBy,
} from "./kind.ts";

const kind = "weekly_summary";
/** The summary is sent on Mondays from 12:00 UTC, for 24 hours, which is longer than any quiet hours. */
const SUMMARY = { weekday: 1, hourUtc: 12 };

/** Returns the ISO day of the Monday whose summary is being sent, or null when none is being sent. */
function weekAt(now: Date): string | null {
  const since = new Date(now.getTime() - SUMMARY.hourUtc * HOUR_MS);
  return since.getUTCDay() === SUMMARY.weekday ? isoDay(since) : null;
}

function recipients({ accounts }: NotificationDeps, people: readonly string[] | null) {
  const week = weekAt(accounts.now());
  return sql`SELECT u.id AS user_id, ${week} AS subject FROM users AS u
    WHERE ${week} IS NOT NULL AND json_extract(u.notification_preferences, '$.weeklySummary') = 1
      AND ${isOneOfPeople(sql`u.id`, people)} AND ${isNotPlanned(kind, sql`u.id`, sql`${week}`)}`;
}

export const weeklySummary: NotificationKind = {
  ...plannedBy(kind, recipients),
  flag: "weeklySummary",
  write: async ({ accounts: { db, files, now, origin } }, { id }, [week]) => {
    if (week !== weekAt(now())) return null;
    const { asked, settled, correct, tossUps, awaited } = await weekOf({ db, files }, id, now());
    const paragraphs = [
      `Analyzes in the last seven days: ${asked}.`,
      settled === 0
        ? "None of your predictions was settled this week."
        : `Predictions settled: ${settled}, of which ${correct} right${tossUps === 0 ? "" : `; toss-ups among them: ${tossUps}`}.`,
      awaited.length === 0
        ? "You are not waiting for any report."
        : `Reports awaited: ${awaited.join(", ")}.`,
      ...marketHoursNotes(week, isoDay(Date.parse(week) + 4 * DAY_MS)),
    ];
    return {
      push: null,
      email: (to, unsubscribe) =>
        composeMail({
          to,
          subject: "Your week on Beatcast",
          paragraphs,
          action: { label: "Open your dashboard", url: `${origin}/dashboard` },
          reason: emailReasonText("weeklySummary"),
          unsubscribe,
        }),
    };
  },
};

/**
 * Counts the person's analyses and settlements of the last seven days, and lists the tickers of pending
 * predictions. Predictions this recent are always in the database. The query uses the index
 * `predictions_by_user`.
 */
async function weekOf(store: PredictionStore, userId: string, now: Date) {
  const rows = await store.db
    .select({
      symbol: predictions.symbol,
      state: predictions.state,
      isCorrect: predictions.isCorrect,
      probability: predictions.predictedProbability,
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
    tossUps: settled.filter(({ isCorrect, probability }) => isCorrect !== null && isTossUp(probability))
      .length,
    awaited: [...new Set(rows.filter(({ state }) => state === "pending").map(({ symbol }) => symbol))].sort(),
  };
}
