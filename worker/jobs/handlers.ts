import type { Deps } from "#worker/deps.ts";
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
import type { JobMessage, MessageOf } from "./messages.ts";
import { figures, openDataFiles } from "./publication-jobs.ts";
import { confirmation, receipt, receipts } from "./receipt-jobs.ts";
import { audit, calibrationWatch, dailyArchive, locks, settlement } from "./record-jobs.ts";
import { backfill, listing, readExchange, readPastRange, seasonCalendar } from "./season-jobs.ts";
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
  reconciliation,
  reconcile,
  retention,
  notices,
  "notices-of": noticesOf,
  pushes,
  "pushes-of": pushesOf,
  newsletter,
  "newsletter-to": newsletterTo,
};

/** Runs the handler of a message. */
export function runJob(deps: Deps, message: JobMessage): Promise<void> {
  const handler = handlers[message.job] as Handler<JobMessage["job"]>;
  return handler(deps, message);
}
