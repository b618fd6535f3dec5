import { and, isNull, lt } from "drizzle-orm";
import { sessions } from "#db/schema/accounts.ts";
import { outbox } from "#db/schema/mail.ts";
import { newsletterDeliveries, newsletterIssues, newsletterSubscribers } from "#db/schema/newsletter.ts";
import { sentNotices } from "#db/schema/notices.ts";
import { oneTimeLinks, securityEvents } from "#db/schema/security.ts";
import type { Accounts } from "./accounts.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a person can look back over their account's security. */
const EVENT_DAYS = 365;
/** How long an address is kept that never confirmed the newsletter. */
const UNCONFIRMED_DAYS = 30;
/** Longer than anything stays news. */
const NOTICE_DAYS = 30;
const OUTBOX_DAYS = 7;

/** Deletes what has had its time: ended sessions and links, old events, unconfirmed addresses. May be repeated. */
export async function forgetExpired({ db, now }: Pick<Accounts, "db" | "now">): Promise<void> {
  const at = now();
  const daysAgo = (days: number) => new Date(at.getTime() - days * DAY_MS);
  await db.batch([
    db.delete(sessions).where(lt(sessions.expiresAt, at)),
    db.delete(oneTimeLinks).where(lt(oneTimeLinks.expiresAt, at)),
    db.delete(securityEvents).where(lt(securityEvents.at, daysAgo(EVENT_DAYS))),
    db
      .delete(newsletterSubscribers)
      .where(
        and(
          isNull(newsletterSubscribers.confirmedAt),
          lt(newsletterSubscribers.createdAt, daysAgo(UNCONFIRMED_DAYS)),
        ),
      ),
    db.delete(newsletterIssues).where(lt(newsletterIssues.createdAt, daysAgo(NOTICE_DAYS))),
    db.delete(newsletterDeliveries).where(lt(newsletterDeliveries.sentAt, daysAgo(NOTICE_DAYS))),
    db.delete(sentNotices).where(lt(sentNotices.sentAt, daysAgo(NOTICE_DAYS))),
    db.delete(outbox).where(lt(outbox.createdAt, daysAgo(OUTBOX_DAYS))),
  ]);
}
