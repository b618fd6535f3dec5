import { and, isNull, lt } from "drizzle-orm";
import { retentionDays } from "#contract/retention.ts";
import { DAY_MS } from "#contract/time.ts";
import { sessions } from "#platform/schema/accounts.ts";
import { alerts } from "#platform/schema/alerts.ts";
import { apiKeys } from "#platform/schema/api-keys.ts";
import { outbox } from "#platform/schema/mail.ts";
import {
  newsletterDeliveries,
  newsletterIssues,
  newsletterSubscribers,
} from "#platform/schema/newsletter.ts";
import { sentNotices } from "#platform/schema/notices.ts";
import { oneTimeLinks, securityEvents } from "#platform/schema/security.ts";
import { webhookEvents } from "#platform/schema/webhooks.ts";
import type { Accounts } from "../accounts.ts";

/** Deletes what has had its time: ended sessions and links, old events, unconfirmed addresses. May be repeated. */
export async function deleteExpired({ db, now }: Pick<Accounts, "db" | "now">): Promise<void> {
  const at = now();
  const daysAgo = (days: number) => new Date(at.getTime() - days * DAY_MS);
  await db.batch([
    db.delete(sessions).where(lt(sessions.expiresAt, at)),
    db.delete(oneTimeLinks).where(lt(oneTimeLinks.expiresAt, at)),
    db.delete(securityEvents).where(lt(securityEvents.at, daysAgo(retentionDays.securityEvent))),
    db.delete(apiKeys).where(lt(apiKeys.revokedAt, daysAgo(retentionDays.revokedApiKey))),
    db
      .delete(newsletterSubscribers)
      .where(
        and(
          isNull(newsletterSubscribers.confirmedAt),
          lt(newsletterSubscribers.createdAt, daysAgo(retentionDays.unconfirmedNewsletter)),
        ),
      ),
    db.delete(newsletterIssues).where(lt(newsletterIssues.createdAt, daysAgo(retentionDays.sentNotice))),
    db.delete(newsletterDeliveries).where(lt(newsletterDeliveries.sentAt, daysAgo(retentionDays.sentNotice))),
    db.delete(sentNotices).where(lt(sentNotices.sentAt, daysAgo(retentionDays.sentNotice))),
    db.delete(webhookEvents).where(lt(webhookEvents.createdAt, daysAgo(retentionDays.webhookDelivery))),
    db.delete(alerts).where(lt(alerts.createdAt, daysAgo(retentionDays.sentNotice))),
    db.delete(outbox).where(lt(outbox.createdAt, daysAgo(retentionDays.outbox))),
  ]);
}
