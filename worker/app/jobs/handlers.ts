import type { JobMessage, MessageOf } from "#platform/messages.ts";
import type { Deps, MarketParts } from "../deps.ts";
import { withMarket } from "../wiring/market.ts";
import {
  archivePastPredictions,
  deleteExpiredData,
  enqueueReconciliations,
  reconcileBilling,
  restoreLostQuotaCounters,
} from "./account-jobs.ts";
import {
  enqueueNewsletter,
  enqueueNotifications,
  enqueueWebhookDeliveries,
  sendNewsletterTo,
  sendNotificationsTo,
  sendWebhookDeliveries,
} from "./notification-jobs.ts";
import {
  enqueueReceiptRequests,
  refreshFigures,
  requestWitnessReceipt,
  runLedgerBackup,
  writeDailyOpenData,
} from "./publication-jobs.ts";
import {
  archiveDailyEstimates,
  auditRecord,
  lockDuePredictions,
  settleDuePredictions,
  testWeeklyCalibration,
} from "./record-jobs.ts";
import {
  backfill,
  enqueueListingReads,
  enqueueReleaseReads,
  enqueueWitnessReads,
  fillCompanyReleases,
  moveChangedHistory,
  readCompanyChanges,
  readExchange,
  readPastRange,
  readQuestionPrices,
  readReportWitness,
  refreshSeasonCalendar,
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
  listing: ofMarket(enqueueListingReads),
  "read-listing": ofMarket(readExchange),
  changes: ofMarket(readCompanyChanges),
  "changed-history": ofMarket(moveChangedHistory),
  calendar: ofMarket(refreshSeasonCalendar),
  backfill: ofMarket(backfill),
  "read-range": ofMarket(readPastRange),
  settlement: ofMarket(settleDuePredictions),
  witnesses: ofMarket(enqueueWitnessReads),
  witness: ofMarket(readReportWitness),
  releases: ofMarket(enqueueReleaseReads),
  "releases-of": ofMarket(fillCompanyReleases),
  locks: ofMarket(lockDuePredictions),
  "ledger-backup": ofMarket(runLedgerBackup),
  receipts: ofMarket(enqueueReceiptRequests),
  receipt: ofMarket(requestWitnessReceipt),
  archive: ofMarket(archiveDailyEstimates),
  "question-prices": ofMarket(readQuestionPrices),
  audit: ofMarket(auditRecord),
  "calibration-watch": ofMarket(testWeeklyCalibration),
  figures: ofMarket(refreshFigures),
  "open-data": ofMarket(writeDailyOpenData),
  reconciliation: enqueueReconciliations,
  reconcile: reconcileBilling,
  retention: deleteExpiredData,
  past: archivePastPredictions,
  "lost-counters": restoreLostQuotaCounters,
  status: recordStatus,
  webhooks: ofMarket(enqueueWebhookDeliveries),
  webhook: sendWebhookDeliveries,
  notifications: ofMarket(enqueueNotifications),
  "notifications-of": ofMarket(sendNotificationsTo),
  newsletter: ofMarket(enqueueNewsletter),
  "newsletter-to": ofMarket(sendNewsletterTo),
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
