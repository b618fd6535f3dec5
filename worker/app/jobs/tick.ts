import type { JobMessage, MessageOf } from "#platform/messages.ts";
import type { Enqueue } from "#platform/queue.ts";

type TickJob = {
  [Job in JobMessage["job"]]: { job: Job } extends MessageOf<Job> ? Job : never;
}[JobMessage["job"]];

/** Jobs by cron trigger of wrangler.toml. Each job decides what is due, and may be repeated. */
const jobsOf: Readonly<Record<string, readonly TickJob[]>> = {
  "17 * * * *": [
    "changes",
    "listing",
    "calendar",
    "witnesses",
    "settlement",
    "locks",
    "ledger-backup",
    "receipts",
    "archive",
    "audit",
    "calibration-watch",
    "open-data",
    "reconciliation",
    "retention",
    "past",
    "status",
  ],
  "4-54/10 * * * *": ["releases", "notifications", "newsletter", "webhooks"],
};

export async function tick(enqueue: Enqueue, cron: string): Promise<void> {
  const jobs = jobsOf[cron] ?? Object.values(jobsOf).flat();
  await enqueue(jobs.map((job) => ({ job })));
}
