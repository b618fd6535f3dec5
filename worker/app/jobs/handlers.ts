import type { JobMessage, MessageOf } from "#platform/messages.ts";
import type { Deps } from "../deps.ts";
import {
  newsletter,
  newsletterTo,
  notices,
  noticesOf,
  pushes,
  pushesOf,
  reconcile,
  reconciliation,
  retention,
} from "./account-jobs.ts";
import { alerts, alertsOf } from "./alert-jobs.ts";
import { figures, openDataFiles, sharePictures } from "./publication-jobs.ts";
import { confirmation, receipt, receipts } from "./receipt-jobs.ts";
import { audit, calibrationWatch, dailyArchive, locks, settlement } from "./record-jobs.ts";
import { backfill, listing, readExchange, readPastRange, seasonCalendar } from "./season-jobs.ts";
import { webhook, webhooks } from "./webhook-jobs.ts";
import { witness, witnesses } from "./witness-jobs.ts";

/** Does what a message asks for. May run twice, at once with itself, and be killed anywhere; throws to be tried again. */
type Handler<Job extends JobMessage["job"]> = (deps: Deps, message: MessageOf<Job>) => Promise<void>;

/** One handler a job. */
const handlers: { readonly [Job in JobMessage["job"]]: Handler<Job> } = {
  listing,
  "read-listing": readExchange,
  calendar: seasonCalendar,
  backfill,
  "read-range": readPastRange,
  settlement,
  witnesses,
  witness,
  locks,
  receipts,
  receipt,
  "confirm-receipt": confirmation,
  archive: dailyArchive,
  audit,
  "calibration-watch": calibrationWatch,
  figures,
  "open-data": openDataFiles,
  "share-pictures": sharePictures,
  reconciliation,
  reconcile,
  retention,
  notices,
  "notices-of": noticesOf,
  pushes,
  "pushes-of": pushesOf,
  webhooks,
  webhook,
  alerts,
  "alerts-of": alertsOf,
  newsletter,
  "newsletter-to": newsletterTo,
};

/** Jobs after which record or calendar may say something else. */
const publicJobs: ReadonlySet<JobMessage["job"]> = new Set<JobMessage["job"]>([
  "listing",
  "read-listing",
  "calendar",
  "read-range",
  "settlement",
  "witness",
  "locks",
  "audit",
]);

/** Runs the handler of a message. The edge's copies of what it may have changed are not answered any more. */
export async function runJob(deps: Deps, message: JobMessage): Promise<void> {
  const handler = handlers[message.job] as Handler<JobMessage["job"]>;
  await handler(deps, message);
  if (publicJobs.has(message.job)) await deps.publicChanged();
}
