import type { JobMessage, MessageOf } from "#platform/messages.ts";
import type { Deps, MarketParts } from "../deps.ts";
import { withMarket } from "../wiring/market.ts";
import { lostCounters, movePast, reconcile, reconciliation, retention } from "./account-jobs.ts";
import {
  newsletter,
  newsletterTo,
  notifications,
  notificationsOf,
  webhook,
  webhooks,
} from "./notification-jobs.ts";
import { figures, ledgerBackup, openDataFiles, receipt, receipts } from "./publication-jobs.ts";
import { audit, calibrationWatch, dailyArchive, locks, settlement } from "./record-jobs.ts";
import {
  backfill,
  changedHistory,
  companyChanges,
  listing,
  readExchange,
  readPastRange,
  releases,
  releasesOf,
  seasonCalendar,
  witness,
  witnesses,
} from "./season-jobs.ts";
import { recordStatus } from "./status.ts";

/**
 * Runs one job. It must tolerate running twice, overlapping with itself and being killed anywhere. If it
 * throws, the message is retried.
 */
type Handler<Job extends JobMessage["job"], Parts = Deps> = (
  parts: Parts,
  message: MessageOf<Job>,
) => Promise<void>;

function ofMarket<Job extends JobMessage["job"]>(handler: Handler<Job, MarketParts>): Handler<Job> {
  return async (deps, message) => handler(await withMarket(deps), message);
}

const handlers: { readonly [Job in JobMessage["job"]]: Handler<Job> } = {
  listing: ofMarket(listing),
  "read-listing": ofMarket(readExchange),
  changes: ofMarket(companyChanges),
  "changed-history": ofMarket(changedHistory),
  calendar: ofMarket(seasonCalendar),
  backfill: ofMarket(backfill),
  "read-range": ofMarket(readPastRange),
  settlement: ofMarket(settlement),
  witnesses: ofMarket(witnesses),
  witness: ofMarket(witness),
  releases: ofMarket(releases),
  "releases-of": ofMarket(releasesOf),
  locks: ofMarket(locks),
  "ledger-backup": ofMarket(ledgerBackup),
  receipts: ofMarket(receipts),
  receipt: ofMarket(receipt),
  archive: ofMarket(dailyArchive),
  audit: ofMarket(audit),
  "calibration-watch": ofMarket(calibrationWatch),
  figures: ofMarket(figures),
  "open-data": ofMarket(openDataFiles),
  reconciliation,
  reconcile,
  retention,
  past: movePast,
  "lost-counters": lostCounters,
  status: recordStatus,
  webhooks: ofMarket(webhooks),
  webhook,
  notifications: ofMarket(notifications),
  "notifications-of": ofMarket(notificationsOf),
  newsletter: ofMarket(newsletter),
  "newsletter-to": ofMarket(newsletterTo),
};

const publicJobs: ReadonlySet<JobMessage["job"]> = new Set<JobMessage["job"]>([
  "listing",
  "read-listing",
  "changes",
  "calendar",
  "read-range",
  "settlement",
  "witness",
  "releases-of",
  "locks",
  "audit",
]);

export async function runJob(deps: Deps, message: JobMessage): Promise<void> {
  const handler = handlers[message.job] as Handler<JobMessage["job"]>;
  await handler(deps, message);
  if (publicJobs.has(message.job)) await deps.publicChanged();
}
