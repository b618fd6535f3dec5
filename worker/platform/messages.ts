import { z } from "zod";

const ids = z.array(z.string().min(1).max(300)).max(100);

/**
 * The messages on the queues, one shape per job. A message refers to people by id only, and it may be delivered
 * twice.
 */
export const jobMessageSchema = z.discriminatedUnion("job", [
  z.object({ job: z.literal("calendar") }),
  z.object({ job: z.literal("listing") }),
  z.object({ job: z.literal("read-listing"), exchange: z.string().min(1).max(80) }),
  z.object({ job: z.literal("changes") }),
  z.object({ job: z.literal("changed-history"), after: z.string().max(60) }),
  z.object({ job: z.literal("backfill") }),
  z.object({ job: z.literal("read-range"), firstDay: z.iso.date(), lastDay: z.iso.date() }),
  z.object({ job: z.literal("settlement"), round: z.number().int().min(1).max(100).optional() }),
  z.object({ job: z.literal("witnesses") }),
  z.object({
    job: z.literal("witness"),
    symbol: z.string().min(1).max(15),
    fiscalQuarterEnd: z.iso.date(),
  }),
  z.object({ job: z.literal("releases") }),
  z.object({ job: z.literal("releases-of"), symbol: z.string().min(1).max(15) }),
  z.object({ job: z.literal("locks"), round: z.number().int().min(1).max(100).optional() }),
  z.object({ job: z.literal("ledger-backup") }),
  z.object({ job: z.literal("receipts") }),
  z.object({ job: z.literal("receipt"), witness: z.string().min(1).max(200), size: z.number().int().min(1) }),
  z.object({ job: z.literal("archive") }),
  z.object({ job: z.literal("question-prices") }),
  z.object({ job: z.literal("audit") }),
  z.object({ job: z.literal("calibration-watch") }),
  z.object({ job: z.literal("figures") }),
  z.object({ job: z.literal("open-data") }),
  z.object({ job: z.literal("reconciliation") }),
  z.object({ job: z.literal("reconcile"), checkouts: ids, customers: ids }),
  z.object({ job: z.literal("retention") }),
  z.object({ job: z.literal("past"), after: z.string().max(60).optional() }),
  z.object({ job: z.literal("lost-counters"), after: z.string().max(60) }),
  z.object({ job: z.literal("status") }),
  z.object({ job: z.literal("webhooks") }),
  z.object({ job: z.literal("webhook"), endpoint: z.string().min(1).max(60) }),
  z.object({ job: z.literal("notifications") }),
  z.object({ job: z.literal("notifications-of"), people: ids }),
  z.object({ job: z.literal("newsletter") }),
  z.object({ job: z.literal("newsletter-to"), issue: z.string().max(200), readers: ids }),
]);

export type JobMessage = z.infer<typeof jobMessageSchema>;

export type MessageOf<Job extends JobMessage["job"]> = Extract<JobMessage, { job: Job }>;
