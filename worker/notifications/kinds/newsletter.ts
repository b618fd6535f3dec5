import { and, asc, eq, lte, sql } from "drizzle-orm";
import type { AccountDeps } from "#accounts/accounts.ts";
import { notificationPreferencesOf } from "#accounts/profile/preferences.ts";
import type { ProbabilityAccess } from "#contract/calendar.ts";
import { type NewsletterIssue, newsletterIssueSchema } from "#contract/newsletter.ts";
import type { DataMode } from "#contract/prediction.ts";
import { DAY_MS, HOUR_MS, isoDay } from "#contract/time.ts";
import { settledLastSevenDays, upcomingWeek } from "#notifications/newsletter-issue.ts";
import type { Database } from "#platform/db/client.ts";
import { isAmong } from "#platform/db/client.ts";
import { newId } from "#platform/ids.ts";
import type { Mail } from "#platform/mail/port.ts";
import { users } from "#platform/schema/accounts.ts";
import { deliveries } from "#platform/schema/deliveries.ts";
import { newsletterIssues, newsletterSubscribers } from "#platform/schema/newsletter.ts";
import type { LedgerId } from "#platform/scope.ts";
import { type DeliveryBudget, deliver, giveUpInterrupted } from "../deliver.ts";
import { newsletterUnsubscribeLinks } from "../newsletter-subscription.ts";
import { newsletterIssueMail } from "./newsletter-email.ts";

/** An issue is sent on Mondays from 12:00 UTC of the market clock, for two days. */
const ISSUE = { weekday: 1, hourUtc: 12, sendingDays: 2 };

/**
 * Returns the ISO day of the issue that is being sent, which is its Monday by the market clock, or null when
 * none is being sent.
 */
export function issueDayOf(marketNow: Date): string | null {
  const shifted = new Date(marketNow.getTime() - ISSUE.hourUtc * HOUR_MS);
  const daysSince = (shifted.getUTCDay() - ISSUE.weekday + 7) % 7;
  if (daysSince >= ISSUE.sendingDays) return null;
  return isoDay(shifted.getTime() - daysSince * DAY_MS);
}

type IssueToSend = {
  issue: string;
  record: { db: Database; ledgerId: LedgerId; dataMode: DataMode };
  marketNow: Date;
  /** Returns which probabilities a user may see. A null user stands for an address without a confirmed account. */
  opensTo: (userId: string | null) => Promise<ProbabilityAccess>;
};

/**
 * Plans the issue's delivery to readers who confirmed before it was written, and returns the ids of readers
 * whose delivery is due, at most `limit`. Returns none in a week without news.
 */
export async function readersOfIssue(
  accounts: AccountDeps,
  toSend: Omit<IssueToSend, "opensTo">,
  limit: number,
): Promise<string[]> {
  const { db, mailer, now } = accounts;
  if (!mailer) return [];
  const { issue } = toSend;
  const written = await issueToSend(accounts, toSend);
  if (!written) return [];
  const at = now().getTime();
  const isNew = sql`NOT EXISTS (SELECT 1 FROM deliveries AS d WHERE d.recipient = s.id AND d.kind = 'newsletter'
    AND d.channel = 'email' AND d.subject = ${issue})`;
  await db
    .insert(deliveries)
    .select(
      sql`SELECT 'dlv_' || lower(hex(randomblob(16))), 'newsletter', 'email', s.id, NULL, s.id, NULL, ${issue},
        'pending', 0, NULL, ${at}, ${at}, NULL, NULL, NULL, NULL
      FROM newsletter_subscribers AS s WHERE s.confirmed_at <= ${written.createdAt.getTime()} AND ${isNew}
      ORDER BY s.confirmed_at LIMIT ${limit}`,
    )
    .onConflictDoNothing();
  const due = await db
    .select({ id: deliveries.recipient })
    .from(deliveries)
    .where(and(isDue(issue, now()), eq(deliveries.channel, "email")))
    .limit(limit);
  return due.map(({ id }) => id);
}

export async function sendNewsletter(
  accounts: AccountDeps,
  toSend: IssueToSend,
  readers: readonly string[],
  budget: DeliveryBudget,
): Promise<number> {
  const { db, mailer, now } = accounts;
  const { issue, opensTo } = toSend;
  const written = mailer && (await issueToSend(accounts, toSend));
  if (!written) return 0;
  if (!mailer.deliversOnce) await giveUpInterrupted(db, ["email"], now());
  const due = await db
    .select({ delivery: deliveries, email: newsletterSubscribers.email, profile: users })
    .from(deliveries)
    .innerJoin(newsletterSubscribers, eq(newsletterSubscribers.id, deliveries.subscriberId))
    .leftJoin(users, isConfirmedAccount(newsletterSubscribers.email))
    .where(and(isDue(issue, now()), isAmong(deliveries.subscriberId, readers)))
    .orderBy(asc(newsletterSubscribers.confirmedAt));
  const messages = due.map(({ delivery, email, profile }) => ({
    deliveries: [delivery],
    send: async () => {
      const id = delivery.recipient;
      if (profile && !notificationPreferencesOf(profile).emailNotifications) return "unwanted" as const;
      const mail = mailTo(accounts, { id, email }, written.content, await opensTo(profile?.id ?? null));
      await mailer.send({ ...mail, key: `${id} ${issue}` });
      return "sent" as const;
    },
  }));
  return deliver(accounts, messages, budget);
}

function isDue(issue: string, now: Date) {
  return and(eq(deliveries.kind, "newsletter"), eq(deliveries.subject, issue), lte(deliveries.dueAt, now));
}

/** Subscribes the address and sends it an issue at once. Only development uses it. */
export async function previewNewsletter(
  accounts: AccountDeps,
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

function isConfirmedAccount(email: string | typeof newsletterSubscribers.email) {
  return and(eq(users.email, email), eq(users.emailVerified, true));
}

function mailTo(
  accounts: AccountDeps,
  reader: { id: string; email: string },
  content: NewsletterIssue,
  opens: ProbabilityAccess,
): Mail {
  return newsletterIssueMail(reader.email, content, opens, {
    calendarUrl: `${accounts.origin}/calendar`,
    trackRecordUrl: `${accounts.origin}/track-record`,
    unsubscribe: newsletterUnsubscribeLinks(accounts, reader.id),
  });
}

type WrittenIssue = { content: NewsletterIssue; createdAt: Date };

/**
 * Returns the stored issue, or writes and stores it. Returns null in a week without news. If two runs write it
 * at the same time, the first one is kept.
 */
async function issueToSend(
  { db, now }: AccountDeps,
  { issue, record, marketNow }: Omit<IssueToSend, "opensTo">,
): Promise<WrittenIssue | null> {
  const stored = await storedIssue(db, issue);
  if (stored) return stored;
  const content = await newsletterIssueOf(record, marketNow);
  if (content.upcomingCount + content.correctCount + content.wrongCount === 0) return null;
  await db
    .insert(newsletterIssues)
    .values({ issue, content: JSON.stringify(content), createdAt: now() })
    .onConflictDoNothing();
  return storedIssue(db, issue);
}

async function storedIssue(db: AccountDeps["db"], issue: string): Promise<WrittenIssue | null> {
  const [row] = await db.select().from(newsletterIssues).where(eq(newsletterIssues.issue, issue)).limit(1);
  return row ? { ...row, content: newsletterIssueSchema.parse(JSON.parse(row.content)) } : null;
}

const WEEK_DAYS = 7;

/**
 * Returns the issue's content: the reports of the seven days that begin today by the market clock, and the
 * predictions settled in the seven days before now.
 */
export async function newsletterIssueOf(
  record: { db: Database; ledgerId: LedgerId; dataMode: DataMode },
  marketNow: Date,
): Promise<NewsletterIssue> {
  const day = (ahead: number) => isoDay(marketNow.getTime() + ahead * DAY_MS);
  const [from, to] = [day(0), day(WEEK_DAYS - 1)];
  const [coming, ended] = await Promise.all([
    upcomingWeek(record, { now: marketNow, to }),
    settledLastSevenDays(record.db, record.ledgerId, marketNow),
  ]);
  return { asOf: marketNow.toISOString(), dataMode: record.dataMode, from, to, ...coming, ...ended };
}
