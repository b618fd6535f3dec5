import { and, asc, eq, exists, gt, isNull, lte, not, or, sql } from "drizzle-orm";
import type { Accounts } from "#accounts/accounts.ts";
import { notificationsOf } from "#accounts/profile/preferences.ts";
import type { Profile } from "#accounts/profile/profile.ts";
import type { Opens } from "#contract/calendar.ts";
import { type NewsletterIssue, newsletterIssueSchema } from "#contract/newsletter.ts";
import { DAY_MS, HOUR_MS, isoDay } from "#contract/time.ts";
import { newId } from "#platform/ids.ts";
import type { Mail } from "#platform/mail/port.ts";
import { users } from "#platform/schema/accounts.ts";
import {
  newsletterDeliveries,
  newsletterIssues,
  newsletterSubscribers,
} from "#platform/schema/newsletter.ts";
import { newsletterIssueMail } from "../mail/newsletter-issue-mail.ts";
import { newsletterUnsubscribeLinks } from "../newsletter.ts";
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

type IssueToSend = {
  issue: string;
  write: () => Promise<NewsletterIssue>;
  /** Which open probabilities the plan of an account shows now; null is an address without a confirmed account. */
  opensTo: (userId: string | null) => Promise<Opens>;
};

/**
 * Writes an issue where it is not stored yet, and answers the next readers it is due to. A week without news has none.
 */
export async function readersOfIssue(
  accounts: Accounts,
  { issue, write }: Pick<IssueToSend, "issue" | "write">,
  limit: number,
): Promise<string[]> {
  if (!accounts.mailer) return [];
  const written = await issueToSend(accounts, { issue, write });
  if (!written) return [];
  return (await dueReaders(accounts, issue, written.createdAt, limit)).map(({ id }) => id);
}

/**
 * Sends the stored issue to readers confirmed when it was written, within the budget; to all, or to those named. Each gets
 * the probabilities that their plan opens at sending. Answers how many mails were sent.
 */
export async function sendNewsletter(
  accounts: Accounts,
  { issue, write, opensTo }: IssueToSend,
  budget: Budget,
  readers?: readonly string[],
): Promise<number> {
  const { mailer } = accounts;
  if (!mailer) return 0;
  const written = await issueToSend(accounts, { issue, write });
  if (!written) return 0;
  if (!mailer.deliversOnce) await giveUpInterrupted(accounts);
  const due = await dueReaders(accounts, issue, written.createdAt, budget.left, readers);
  const deliveries = due.map(({ id, email, profile }) => ({
    ...deliveryRow(accounts, issue, id),
    send: async () => {
      if (profile && !notificationsOf(profile).emailNotifications) return "unwanted" as const;
      const mail = mailTo(accounts, { id, email }, written.content, await opensTo(profile?.id ?? null));
      await mailer.send({ ...mail, key: `${id} ${issue}` });
      return "sent" as const;
    },
  }));
  return deliverAll(deliveries, budget);
}

/** Sends an issue to one reader, whom it subscribes: the preview of a development run. */
export async function previewNewsletter(
  accounts: Accounts,
  email: string,
  { content, opensTo }: { content: NewsletterIssue } & Pick<IssueToSend, "opensTo">,
): Promise<void> {
  const { db, mailer, now } = accounts;
  const at = now();
  const [reader] = await db
    .insert(newsletterSubscribers)
    .values({ id: newId("sub"), email, confirmedAt: at, createdAt: at })
    .onConflictDoUpdate({ target: newsletterSubscribers.email, set: { confirmedAt: at } })
    .returning({ id: newsletterSubscribers.id });
  const [account] = await db.select({ id: users.id }).from(users).where(isConfirmedAccount(email));
  const opens = await opensTo(account?.id ?? null);
  if (reader) await mailer?.send(mailTo(accounts, { id: reader.id, email }, content, opens));
}

/** Only the owner of a mailbox gets what the plan of its account opens. */
function isConfirmedAccount(email: string | typeof newsletterSubscribers.email) {
  return and(eq(users.email, email), eq(users.emailVerified, true));
}

function mailTo(
  accounts: Accounts,
  reader: { id: string; email: string },
  content: NewsletterIssue,
  opens: Opens,
): Mail {
  return newsletterIssueMail(reader.email, content, opens, {
    calendarUrl: `${accounts.origin}/calendar`,
    trackRecordUrl: `${accounts.origin}/track-record`,
    unsubscribe: newsletterUnsubscribeLinks(accounts, reader.id),
  });
}

type Written = { content: NewsletterIssue; createdAt: Date };

/**
 * The stored issue, written where there is none; null in a week without news. Of two written at once one stays. One of an
 * earlier version's shape is written anew for the same readers.
 */
async function issueToSend(
  { db, now }: Accounts,
  { issue, write }: Pick<IssueToSend, "issue" | "write">,
): Promise<Written | null> {
  const stored = await storedIssue(db, issue);
  const readable = readIssue(stored);
  if (readable) return readable;
  const content = await write();
  if (content.upcomingCount + content.correctCount + content.wrongCount === 0) return null;
  const row = { issue, content: JSON.stringify(content), createdAt: now() };
  await db
    .insert(newsletterIssues)
    .values(row)
    .onConflictDoUpdate({
      target: newsletterIssues.issue,
      set: { content: row.content },
      setWhere: eq(newsletterIssues.content, stored?.content ?? ""),
    });
  return readIssue(await storedIssue(db, issue));
}

type StoredIssue = typeof newsletterIssues.$inferSelect;

async function storedIssue(db: Accounts["db"], issue: string): Promise<StoredIssue | null> {
  const [row] = await db.select().from(newsletterIssues).where(eq(newsletterIssues.issue, issue)).limit(1);
  return row ?? null;
}

function readIssue(row: StoredIssue | null): Written | null {
  const content = row && newsletterIssueSchema.safeParse(JSON.parse(row.content)).data;
  return content ? { content, createdAt: row.createdAt } : null;
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
    .leftJoin(users, isConfirmedAccount(newsletterSubscribers.email))
    .where(and(lte(newsletterSubscribers.confirmedAt, writtenAt), not(isTaken), isAmong))
    .orderBy(asc(newsletterSubscribers.confirmedAt))
    .limit(limit);
}

/** Claimed by one conditional write; one who has unsubscribed meanwhile has no row to claim. */
function deliveryRow(
  { db, now }: Accounts,
  issue: string,
  subscriberId: string,
): Pick<Delivery, "name" | "claim" | "postpone" | "end"> {
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
    postpone: async (ms) => {
      const [retryAt, attempts] = [new Date(now().getTime() + ms), sql`${newsletterDeliveries.attempts} - 1`];
      await db.update(newsletterDeliveries).set({ state: "retry", attempts, retryAt }).where(isThis);
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
