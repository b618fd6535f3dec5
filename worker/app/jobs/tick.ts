import type { JobMessage, MessageOf } from "#platform/messages.ts";
import type { Enqueue } from "#platform/queue.ts";

type TickJob = {
  [Job in JobMessage["job"]]: { job: Job } extends MessageOf<Job> ? Job : never;
}[JobMessage["job"]];

/**
 * The jobs of each cron trigger in wrangler.toml. Each job decides itself what is due, and running it again is
 * safe.
 */
const jobsOf: Readonly<Record<string, readonly TickJob[]>> = {
  "17 * * * *": [
    "changes",
    "listing",
    "calendar",
    "question-prices",
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
