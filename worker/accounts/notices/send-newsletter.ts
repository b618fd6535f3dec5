import { and, asc, eq, exists, gt, isNull, lte, not, or, sql } from "drizzle-orm";
import { type NewsletterIssue, newsletterIssueSchema } from "#contract/newsletter.ts";
import { users } from "#db/schema/accounts.ts";
import { newsletterDeliveries, newsletterIssues, newsletterSubscribers } from "#db/schema/newsletter.ts";
import { newsletterIssueMail } from "#mail/newsletter-issue-mail.ts";
import type { Mail } from "#mail/port.ts";
import { newId } from "#worker/ids.ts";
import { DAY_MS, HOUR_MS, isoDay } from "#worker/time.ts";
import type { Accounts } from "../accounts.ts";
import { newsletterUnsubscribeLinks } from "../mail/newsletter.ts";
import { notificationsOf } from "../profile/preferences.ts";
import type { Profile } from "../profile/profile.ts";
import { type Budget, type Delivery, deliverAll, LEASE_MS } from "./delivery.ts";

/** The newsletter goes out on Mondays from 12:00 UTC of the market's week; what is not out after two days stays. */
const ISSUE = { weekday: 1, hourUtc: 12, sendingDays: 2 };

/** The day (ISO) of the issue that goes out at a moment of the market's time, or null between issues. */
export function issueDayOf(marketNow: Date): string | null {
  const shifted = new Date(marketNow.getTime() - ISSUE.hourUtc * HOUR_MS);
  const daysSince = (shifted.getUTCDay() - ISSUE.weekday + 7) % 7;
  if (daysSince >= ISSUE.sendingDays) return null;
  return isoDay(shifted.getTime() - daysSince * DAY_MS);
}

type IssueToSend = { issue: string; write: () => Promise<NewsletterIssue> };

/**
 * Writes an issue where it is not stored yet, and answers the next readers it is due to. A week without news has none.
 */
export async function readersOfIssue(
  accounts: Accounts,
  { issue, write }: IssueToSend,
  limit: number,
): Promise<string[]> {
  if (!accounts.mailer) return [];
  const written = (await findIssue(accounts, issue)) ?? (await writeIssue(accounts, issue, write));
  if (!written) return [];
  return (await dueReaders(accounts, issue, written.createdAt, limit)).map(({ id }) => id);
}

/**
 * Sends an issue to the readers confirmed when it was written, within the budget; to all, or to those named. Each call
 * continues with the same stored issue. A week without news sends nothing. Answers how many mails were sent.
 */
export async function sendNewsletter(
  accounts: Accounts,
  { issue, write }: IssueToSend,
  budget: Budget,
  readers?: readonly string[],
): Promise<number> {
  const { mailer } = accounts;
  if (!mailer) return 0;
  const written = (await findIssue(accounts, issue)) ?? (await writeIssue(accounts, issue, write));
  if (!written) return 0;
  if (!mailer.deliversOnce) await giveUpInterrupted(accounts);
  const due = await dueReaders(accounts, issue, written.createdAt, budget.left, readers);
  const deliveries = due.map(({ id, email, profile }) => ({
    ...deliveryRow(accounts, issue, id),
    send: async () => {
      if (profile && !notificationsOf(profile).emailNotifications) return "unwanted" as const;
      await mailer.send({ ...mailTo(accounts, { id, email }, written.content), key: `${id} ${issue}` });
      return "sent" as const;
    },
  }));
  return deliverAll(deliveries, budget);
}

/** Sends an issue to one reader, whom it subscribes: the preview of a development run. */
export async function previewNewsletter(
  accounts: Accounts,
  email: string,
  content: NewsletterIssue,
): Promise<void> {
  const { db, mailer, now } = accounts;
  const at = now();
  const [reader] = await db
    .insert(newsletterSubscribers)
    .values({ id: newId("sub"), email, confirmedAt: at, createdAt: at })
    .onConflictDoUpdate({ target: newsletterSubscribers.email, set: { confirmedAt: at } })
    .returning({ id: newsletterSubscribers.id });
  if (reader) await mailer?.send(mailTo(accounts, { id: reader.id, email }, content));
}

function mailTo(accounts: Accounts, reader: { id: string; email: string }, content: NewsletterIssue): Mail {
  return newsletterIssueMail(reader.email, content, {
    trackRecordUrl: `${accounts.origin}/track-record`,
    unsubscribe: newsletterUnsubscribeLinks(accounts, reader.id),
  });
}

type Written = { content: NewsletterIssue; createdAt: Date };

async function findIssue({ db }: Accounts, issue: string): Promise<Written | null> {
  const [row] = await db.select().from(newsletterIssues).where(eq(newsletterIssues.issue, issue)).limit(1);
  if (!row) return null;
  return { content: newsletterIssueSchema.parse(JSON.parse(row.content)), createdAt: row.createdAt };
}

/** Of two ticks that write at once, one is kept, and both send that one. */
async function writeIssue(
  accounts: Accounts,
  issue: string,
  write: () => Promise<NewsletterIssue>,
): Promise<Written | null> {
  const content = await write();
  if (content.upcomingCount + content.correctCount + content.wrongCount === 0) return null;
  const row = { issue, content: JSON.stringify(content), createdAt: accounts.now() };
  await accounts.db.insert(newsletterIssues).values(row).onConflictDoNothing();
  return findIssue(accounts, issue);
}

/** Confirmed readers who have neither got the issue nor wait for its next attempt, with the account of the address. */
function dueReaders(
  { db, now }: Accounts,
  issue: string,
  writtenAt: Date,
  limit: number,
  readers?: readonly string[],
): Promise<{ id: string; email: string; profile: Profile | null }[]> {
  const isTaken = exists(
    db
      .select({ one: sql`1` })
      .from(newsletterDeliveries)
      .where(
        and(
          eq(newsletterDeliveries.issue, issue),
          eq(newsletterDeliveries.subscriberId, newsletterSubscribers.id),
          or(isNull(newsletterDeliveries.retryAt), gt(newsletterDeliveries.retryAt, now())),
        ),
      ),
  );
  const isAmong =
    readers && sql`${newsletterSubscribers.id} IN (SELECT value FROM json_each(${JSON.stringify(readers)}))`;
  return db
    .select({ id: newsletterSubscribers.id, email: newsletterSubscribers.email, profile: users })
    .from(newsletterSubscribers)
    .leftJoin(users, and(eq(users.email, newsletterSubscribers.email), eq(users.emailVerified, true)))
    .where(and(lte(newsletterSubscribers.confirmedAt, writtenAt), not(isTaken), isAmong))
    .orderBy(asc(newsletterSubscribers.confirmedAt))
    .limit(limit);
}

/** Claimed by one conditional write; one who has unsubscribed meanwhile has no row to claim. */
function deliveryRow(
  { db, now }: Accounts,
  issue: string,
  subscriberId: string,
): Pick<Delivery, "name" | "claim" | "end"> {
  const isThis = and(
    eq(newsletterDeliveries.issue, issue),
    eq(newsletterDeliveries.subscriberId, subscriberId),
  );
  return {
    name: `newsletter ${issue} ${subscriberId}`,
    claim: async () => {
      const at = now().getTime();
      const [row] = await db.all<{ attempts: number }>(sql`
        INSERT INTO newsletter_deliveries (issue, subscriber_id, sent_at, state, attempts, retry_at)
        SELECT ${issue}, id, ${at}, 'sending', 1, ${at + LEASE_MS}
          FROM newsletter_subscribers WHERE id = ${subscriberId} AND confirmed_at IS NOT NULL
        ON CONFLICT (issue, subscriber_id) DO UPDATE
          SET sent_at = excluded.sent_at, state = excluded.state, retry_at = excluded.retry_at, attempts = attempts + 1
          WHERE newsletter_deliveries.retry_at <= ${at}
        RETURNING attempts`);
      return row?.attempts ?? null;
    },
    end: async (state, retryInMs) => {
      const retryAt = retryInMs === null ? null : new Date(now().getTime() + retryInMs);
      await db.update(newsletterDeliveries).set({ state, retryAt }).where(isThis);
    },
  };
}

/** A mail that broke off while it was handed over may have gone out: a carrier that would send it twice gets it no more. */
async function giveUpInterrupted({ db, now }: Accounts): Promise<void> {
  await db
    .update(newsletterDeliveries)
    .set({ state: "unknown", retryAt: null })
    .where(and(eq(newsletterDeliveries.state, "sending"), lte(newsletterDeliveries.retryAt, now())));
}
