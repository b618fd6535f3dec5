import { and, eq, sql } from "drizzle-orm";
import { perShare } from "#contract/format.ts";
import { outcomeBadgeOf } from "#contract/prediction.ts";
import { DAY_MS, DAY_SECONDS } from "#contract/time.ts";
import { composeMail } from "#platform/mail/compose.ts";
import { alerts } from "#platform/schema/alerts.ts";
import { predictions } from "#platform/schema/predictions.ts";
import { tickerShown } from "#record/history.ts";
import { planDeliveries } from "../deliver.ts";
import {
  emailReasonText,
  isNotPlanned,
  isOneOfPeople,
  type NotificationDeps,
  type NotificationKind,
  pictureOf,
  sampleDataLines,
} from "./kind.ts";

const kind = "prediction_settled";
const channels = ["email", "push"] as const;
/** A prediction that was settled more days ago is not announced. */
const NEWS_DAYS = 2;

const newsSince = ({ marketNow }: NotificationDeps) => marketNow.getTime() - NEWS_DAYS * DAY_MS;

/**
 * Selects people and their recently settled predictions that were not announced yet. The query uses the index
 * `predictions_by_state` once for each person.
 */
function recipients(notifying: NotificationDeps, people: readonly string[] | null) {
  return sql`SELECT u.id AS user_id, p.id AS subject, p.ledger_id, p.symbol, p.fiscal_quarter_end, p.report_date
    FROM users AS u JOIN predictions AS p ON p.scope = 'user:' || u.id AND p.state = 'settled'
      AND p.settled_at > ${newsSince(notifying)} AND p.is_correct IS NOT NULL
    WHERE ${isOneOfPeople(sql`u.id`, people)} AND ${isNotPlanned(kind, sql`u.id`, sql`p.id`)}`;
}

export const predictionSettled: NotificationKind = {
  kind,
  flag: "predictionAlerts",
  due: (notifying, people) => sql`SELECT user_id FROM (${recipients(notifying, people)})`,
  plan: (notifying, people) => {
    const { accounts, store, marketNow } = notifying;
    const { db, now } = accounts;
    const own = recipients(notifying, people);
    return db.batch([
      db
        .insert(alerts)
        .select(
          sql`SELECT 'alr_' || lower(hex(randomblob(16))), user_id, ledger_id, ${kind}, symbol, subject,
            json_object('quarter', coalesce(fiscal_quarter_end, ''), 'day', coalesce(report_date, ''), 'session', NULL),
            ${now().getTime()}, ${marketNow.getTime() + NEWS_DAYS * DAY_MS}, NULL
          FROM (${own}) WHERE ledger_id = ${store.ledgerId}`,
        )
        .onConflictDoNothing(),
      planDeliveries(db, { kind, channels }, sql`SELECT user_id, subject FROM (${own})`, now()),
    ]);
  },
  write: async (notifying, { id: userId }, [id = ""]) => {
    const { db, origin } = notifying.accounts;
    const [prediction] = await db
      .select()
      .from(predictions)
      .where(and(eq(predictions.id, id), eq(predictions.userId, userId)));
    if (!prediction?.settledAt || prediction.settledAt.getTime() <= newsSince(notifying)) return null;
    const { actualResult, actualEps, isCorrect, currency, predictionType } = prediction;
    const symbol = tickerShown(prediction);
    if (!actualResult || isCorrect === null) return null;
    const title = `${symbol}: ${outcomeBadgeOf(prediction, prediction.predictedProbability).yours}`;
    const path = `/dashboard/predictions/${encodeURIComponent(id)}`;
    const reported = actualEps === null ? "" : ` with ${perShare(actualEps, currency)}`;
    return {
      push: {
        title,
        body: `Predicted a ${predictionType}, reported a ${actualResult}.`,
        path,
        ttlSeconds: DAY_SECONDS,
      },
      email: (to, unsubscribe) =>
        composeMail({
          to,
          subject: title,
          paragraphs: [
            `${prediction.companyName} reported a ${actualResult}${reported}, against a consensus of ${perShare(prediction.consensusEps, currency)} at the time of your prediction.`,
            `Your prediction was a ${predictionType}, at ${Math.round(100 * prediction.predictedProbability)}%.`,
            ...sampleDataLines(prediction.dataMode),
          ],
          picture: pictureOf(origin, symbol),
          action: { label: "See how it turned out", url: origin + path },
          reason: emailReasonText("predictionAlerts"),
          unsubscribe,
        }),
    };
  },
};
