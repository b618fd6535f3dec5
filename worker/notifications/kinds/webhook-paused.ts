import { and, eq, isNotNull, sql } from "drizzle-orm";
import { DAY_MS } from "#contract/time.ts";
import { composeMail } from "#platform/mail/compose.ts";
import { webhookEndpoints } from "#platform/schema/webhooks.ts";
import {
  isNotPlanned,
  isOneOfPeople,
  type NotificationDeps,
  type NotificationKind,
  plannedBy,
} from "./kind.ts";

const kind = "webhook_paused";

const NEWS_MS = 2 * DAY_MS;

function recipients({ accounts: { now } }: NotificationDeps, people: readonly string[] | null) {
  const subject = sql`w.id || ':' || w.paused_at`;
  return sql`SELECT w.user_id AS user_id, ${subject} AS subject FROM webhook_endpoints AS w
    WHERE w.paused_at > ${now().getTime() - NEWS_MS} AND ${isOneOfPeople(sql`w.user_id`, people)}
      AND ${isNotPlanned(kind, sql`w.user_id`, subject)}`;
}

/**
 * Tells the owner that a webhook endpoint was paused. Nothing is sent if the owner has already resumed or removed
 * it.
 */
export const webhookPaused: NotificationKind = {
  ...plannedBy(kind, recipients),
  flag: null,
  write: async ({ accounts: { db, origin } }, { id: userId }, [subject = ""]) => {
    const [id = ""] = subject.split(":");
    const [endpoint] = await db
      .select({ url: webhookEndpoints.url })
      .from(webhookEndpoints)
      .where(
        and(
          eq(webhookEndpoints.id, id),
          eq(webhookEndpoints.userId, userId),
          isNotNull(webhookEndpoints.pausedAt),
        ),
      );
    if (!endpoint) return null;
    return {
      push: null,
      email: (to) =>
        composeMail({
          to,
          subject: "A webhook endpoint was paused",
          paragraphs: [
            `Your webhook endpoint at ${new URL(endpoint.url).hostname} answered nothing but failures for days, or said that it is gone.`,
            "We no longer send to it. Once it works again, resume it in your account. What happens until then is not sent later.",
          ],
          action: { label: "See the delivery log", url: `${origin}/account?tab=api` },
          reason: "You get this email because you added a webhook endpoint to your Beatcast account.",
        }),
    };
  },
};
