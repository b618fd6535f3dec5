import { and, eq, sql } from "drizzle-orm";
import { dayAndTime, perShare } from "#contract/format.ts";
import { HOUR_MS } from "#contract/time.ts";
import { composeMail } from "#platform/mail/compose.ts";
import { predictions } from "#platform/schema/predictions.ts";
import {
  emailReasonText,
  isNotPlanned,
  isOneOfPeople,
  type NotificationDeps,
  type NotificationKind,
  pictureOf,
  plannedBy,
  sampleDataLines,
} from "./kind.ts";

const kind = "report_soon";
const channels = ["email", "push"] as const;
const REMINDER_HOURS = 24;

/**
 * Selects people and their pending predictions whose report is due within 24 hours. Of several predictions of a
 * report only the newest counts, and none if an earlier one was announced or the company is on the watchlist.
 */
function recipients({ marketNow }: NotificationDeps, people: readonly string[] | null) {
  const now = marketNow.getTime();
  return sql`SELECT u.id AS user_id, p.id AS subject
    FROM users AS u JOIN predictions AS p ON p.scope = 'user:' || u.id AND p.state = 'pending'
      AND p.reports_at BETWEEN ${now} AND ${now + REMINDER_HOURS * HOUR_MS}
    WHERE ${isOneOfPeople(sql`u.id`, people)} AND ${isNotPlanned(kind, sql`u.id`, sql`p.id`)}
      AND NOT EXISTS (SELECT 1 FROM predictions AS same
        WHERE same.scope = p.scope AND same.state = 'pending' AND same.id <> p.id AND same.ledger_id = p.ledger_id
          AND same.symbol = p.symbol AND same.fiscal_quarter_end IS p.fiscal_quarter_end
          AND ((same.created_at, same.id) > (p.created_at, p.id) OR NOT ${isNotPlanned(kind, sql`u.id`, sql`same.id`)}))
      AND NOT EXISTS (SELECT 1 FROM watchlist AS w
        WHERE w.user_id = u.id AND w.ledger_id = p.ledger_id AND w.symbol = p.symbol)`;
}

export const reportSoon: NotificationKind = {
  ...plannedBy(kind, recipients, channels),
  flag: "earningsReminders",
  write: async ({ accounts: { db, origin }, marketNow }, { id: userId }, [id = ""]) => {
    const [prediction] = await db
      .select()
      .from(predictions)
      .where(and(eq(predictions.id, id), eq(predictions.userId, userId)));
    if (!prediction?.reportsAt || prediction.reportsAt < marketNow) return null;
    const { symbol, companyName, reportsAt, predictionType, predictedProbability, consensusEps, currency } =
      prediction;
    const title = `${symbol} reports soon`;
    const path = `/dashboard?symbol=${symbol}`;
    return {
      push: {
        title,
        body: `${companyName} is expected to report within a day.`,
        path,
        ttlSeconds: Math.max(60, Math.round((reportsAt.getTime() - marketNow.getTime()) / 1000)),
      },
      email: (to, unsubscribe) =>
        composeMail({
          to,
          subject: title,
          paragraphs: [
            `${companyName} is expected to report on ${`${dayAndTime(reportsAt, "America/New_York")} Eastern time`}.`,
            `Your prediction is a ${predictionType}, at ${Math.round(100 * predictedProbability)}%, against a consensus of ${perShare(consensusEps, currency)}.`,
            ...sampleDataLines(prediction.dataMode),
          ],
          picture: pictureOf(origin, symbol),
          action: { label: "Run the analysis again", url: origin + path },
          reason: emailReasonText("earningsReminders"),
          unsubscribe,
        }),
    };
  },
};
