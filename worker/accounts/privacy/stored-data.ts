import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import { AppError } from "#platform/errors.ts";
import { readSnapshot } from "#platform/files/snapshots.ts";
import { credentials, sessions } from "#platform/schema/accounts.ts";
import { alertDeliveries, alertSettings, alerts } from "#platform/schema/alerts.ts";
import { apiKeys } from "#platform/schema/api-keys.ts";
import { checkouts, customers, subscriptions } from "#platform/schema/billing.ts";
import { calendarFeeds } from "#platform/schema/calendar-feeds.ts";
import { newsletterDeliveries, newsletterSubscribers } from "#platform/schema/newsletter.ts";
import { sentNotices } from "#platform/schema/notices.ts";
import { predictions, resultReports, tallies } from "#platform/schema/predictions.ts";
import { pushDevices } from "#platform/schema/push.ts";
import { oneTimeLinks, recoveryCodes, securityEvents, twoFactors } from "#platform/schema/security.ts";
import { watchlist } from "#platform/schema/watchlist.ts";
import { webhookEndpoints } from "#platform/schema/webhooks.ts";
import type { Accounts } from "../accounts.ts";
import { notificationsOf, privacyOf } from "../profile/preferences.ts";
import { readProfile } from "../profile/profile.ts";
import { withDeliveries } from "./stored-webhooks.ts";

/** Everything we store about a person but their predictions, field by field; secrets are listed by what they are, not shown. */
export async function readStoredData(accounts: Accounts, userId: string) {
  const { db } = accounts;
  const profile = await readProfile(db, userId);
  const { id, email, name, emailVerified, image, phone, company, location, bio, twoFactorEnabled } = profile;
  const [
    signInWays,
    browsers,
    openSessions,
    links,
    authenticators,
    codes,
    events,
    newsletter,
    issues,
    reports,
    sums,
    mails,
    keys,
    watched,
    webhooks,
    feeds,
    notified,
    disturbed,
  ] = await Promise.all([
    db
      .select({ kind: credentials.providerId, changedAt: credentials.updatedAt })
      .from(credentials)
      .where(eq(credentials.userId, userId)),
    db
      .select({ endpoint: pushDevices.endpoint, createdAt: pushDevices.createdAt })
      .from(pushDevices)
      .where(eq(pushDevices.userId, userId)),
    db
      .select({
        id: sessions.id,
        device: sessions.userAgent,
        place: sessions.place,
        createdAt: sessions.createdAt,
        lastUsedAt: sessions.updatedAt,
        expiresAt: sessions.expiresAt,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId)),
    db
      .select({ purpose: oneTimeLinks.purpose, expiresAt: oneTimeLinks.expiresAt })
      .from(oneTimeLinks)
      .where(eq(oneTimeLinks.userId, userId)),
    db.select({ createdAt: twoFactors.createdAt }).from(twoFactors).where(eq(twoFactors.userId, userId)),
    db.$count(recoveryCodes, eq(recoveryCodes.userId, userId)),
    db
      .select({
        kind: securityEvents.kind,
        device: securityEvents.device,
        place: securityEvents.place,
        at: securityEvents.at,
      })
      .from(securityEvents)
      .where(eq(securityEvents.userId, userId))
      .orderBy(asc(securityEvents.at)),
    db
      .select({
        email: newsletterSubscribers.email,
        askedAt: newsletterSubscribers.createdAt,
        confirmedAt: newsletterSubscribers.confirmedAt,
      })
      .from(newsletterSubscribers)
      // Without the mailbox's word, a subscription with this address is somebody else's to read.
      .where(emailVerified ? eq(newsletterSubscribers.email, email) : sql`0`),
    db
      .select({
        issue: newsletterDeliveries.issue,
        state: newsletterDeliveries.state,
        sentAt: newsletterDeliveries.sentAt,
      })
      .from(newsletterDeliveries)
      .innerJoin(newsletterSubscribers, eq(newsletterSubscribers.id, newsletterDeliveries.subscriberId))
      .where(emailVerified ? eq(newsletterSubscribers.email, email) : sql`0`),
    db
      .select({
        predictionId: resultReports.predictionId,
        symbol: resultReports.symbol,
        eps: resultReports.eps,
        url: resultReports.url,
        createdAt: resultReports.createdAt,
        dismissedAt: resultReports.dismissedAt,
      })
      .from(resultReports)
      .where(eq(resultReports.userId, userId)),
    db
      .select({ dimension: tallies.dimension, key: tallies.key, n: tallies.n, correct: tallies.correct })
      .from(tallies)
      .where(eq(tallies.userId, userId)),
    db
      .select({ notice: sentNotices.notice, state: sentNotices.state, sentAt: sentNotices.sentAt })
      .from(sentNotices)
      .where(eq(sentNotices.userId, userId)),
    db
      .select({
        id: apiKeys.id,
        name: apiKeys.name,
        prefix: apiKeys.prefix,
        scopes: apiKeys.scopes,
        createdAt: apiKeys.createdAt,
        lastUsedAt: apiKeys.lastUsedAt,
        revokedAt: apiKeys.revokedAt,
      })
      .from(apiKeys)
      .where(eq(apiKeys.userId, userId)),
    db
      .select({
        market: watchlist.ledgerId,
        symbol: watchlist.symbol,
        note: watchlist.note,
        addedAt: watchlist.createdAt,
        seenQuarter: watchlist.seenQuarter,
        seenReportDate: watchlist.seenDay,
        seenProbability: watchlist.seenProbability,
        seenAt: watchlist.seenAt,
        alertedQuarter: watchlist.alertedQuarter,
        alertedReportDate: watchlist.alertedDay,
        alertedProbability: watchlist.alertedProbability,
      })
      .from(watchlist)
      .where(eq(watchlist.userId, userId)),
    db
      .select({
        id: webhookEndpoints.id,
        url: webhookEndpoints.url,
        events: webhookEndpoints.events,
        createdAt: webhookEndpoints.createdAt,
        failingSince: webhookEndpoints.failingSince,
        pausedAt: webhookEndpoints.pausedAt,
        previousSecretUntil: webhookEndpoints.previousUntil,
      })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.userId, userId)),
    db
      .select({ createdAt: calendarFeeds.createdAt })
      .from(calendarFeeds)
      .where(eq(calendarFeeds.userId, userId)),
    db
      .select({
        kind: alerts.kind,
        symbol: alerts.symbol,
        subject: alerts.subject,
        detail: alerts.detail,
        at: alerts.createdAt,
        readAt: alerts.readAt,
        channel: alertDeliveries.channel,
        delivery: alertDeliveries.state,
      })
      .from(alerts)
      .leftJoin(alertDeliveries, eq(alertDeliveries.alertId, alerts.id))
      .where(eq(alerts.userId, userId)),
    db
      .select({
        timeZone: alertSettings.timeZone,
        quietFrom: alertSettings.quietFrom,
        quietTo: alertSettings.quietTo,
      })
      .from(alertSettings)
      .where(eq(alertSettings.userId, userId)),
  ]);
  return {
    profile: {
      id,
      email,
      isEmailVerified: emailVerified,
      fullName: name,
      phone,
      company,
      location,
      bio,
      avatar: image,
      isTwoFactorEnabled: twoFactorEnabled,
      createdAt: profile.createdAt,
      updatedAt: profile.updatedAt,
    },
    notificationPreferences: notificationsOf(profile),
    privacyPreferences: privacyOf(profile),
    signInWays,
    pushBrowsers: browsers,
    twoFactor: { authenticators, recoveryCodesLeft: codes },
    sessions: openSessions,
    apiKeys: keys,
    calendarFeedAddresses: feeds,
    webhookEndpoints: await withDeliveries(db, webhooks),
    pendingLinks: links,
    securityEvents: events,
    newsletter,
    newsletterIssues: issues,
    watchlist: watched,
    alerts: notified,
    alertSettings: disturbed[0] ?? null,
    reportedResults: reports,
    scorecard: sums,
    mailedNotices: mails,
    billing: await readBilling(accounts, userId),
  };
}

/** What ties a person to the payment provider: its ids for them, and what they bought. */
async function readBilling({ db }: Accounts, userId: string) {
  const ownCustomers = db.select({ id: customers.id }).from(customers).where(eq(customers.userId, userId));
  const [owned, bought, started] = await db.batch([
    db
      .select({ id: customers.id, email: customers.email, createdAt: customers.createdAt })
      .from(customers)
      .where(eq(customers.userId, userId)),
    db
      .select({
        id: subscriptions.id,
        customerId: subscriptions.customerId,
        planId: subscriptions.planId,
        status: subscriptions.status,
        amountCents: subscriptions.amountCents,
        currency: subscriptions.currency,
        periodStart: subscriptions.periodStart,
        periodEnd: subscriptions.periodEnd,
        endsAt: subscriptions.endsAt,
        endedAt: subscriptions.endedAt,
        cardBrand: subscriptions.cardBrand,
        cardLast4: subscriptions.cardLast4,
        createdAt: subscriptions.createdAt,
      })
      .from(subscriptions)
      .innerJoin(customers, eq(customers.id, subscriptions.customerId))
      .where(eq(customers.userId, userId)),
    db
      .select({
        id: checkouts.id,
        planId: checkouts.planId,
        email: checkouts.email,
        payerName: checkouts.payerName,
        createdAt: checkouts.createdAt,
        confirmedAt: checkouts.confirmedAt,
      })
      .from(checkouts)
      .where(or(eq(checkouts.userId, userId), inArray(checkouts.customerId, ownCustomers))),
  ]);
  return { customers: owned, subscriptions: bought, checkouts: started };
}

type StoredPrediction = Omit<typeof predictions.$inferSelect, "userId" | "scope"> & {
  snapshot: unknown;
};

/** Snapshots are large (up to about 100 kB): few at a time. */
const PAGE_LENGTH = 20;

/** A person's predictions with the snapshot each rests on, oldest first, in pages; served by `predictions_by_user`. */
export async function* readPredictions(
  { db, files }: Accounts,
  userId: string,
): AsyncGenerator<StoredPrediction[]> {
  let [afterTime, afterId] = [0, ""];
  while (true) {
    const rows = await db
      .select()
      .from(predictions)
      .where(
        and(
          eq(predictions.userId, userId),
          sql`(${predictions.createdAt}, ${predictions.id}) > (${afterTime}, ${afterId})`,
        ),
      )
      .orderBy(asc(predictions.createdAt), asc(predictions.id))
      .limit(PAGE_LENGTH);
    yield await Promise.all(
      rows.map(async ({ userId: _user, scope: _scope, ...stored }) => ({
        ...stored,
        snapshot: await readSnapshot(files, stored.evidenceHash).catch(unreadable),
      })),
    );
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_LENGTH) return;
    [afterTime, afterId] = [last.createdAt.getTime(), last.id];
  }
}

/** One lost file must not keep a person from the rest of their data; the export says which it is. */
function unreadable(error: unknown): { unreadable: string } {
  if (error instanceof AppError) return { unreadable: error.message };
  throw error;
}
