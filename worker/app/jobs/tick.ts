import type { JobMessage, MessageOf } from "#platform/messages.ts";
import type { Enqueue } from "#platform/queue.ts";

/** A job whose message says nothing but its name. */
type TickJob = {
  [Job in JobMessage["job"]]: { job: Job } extends MessageOf<Job> ? Job : never;
}[JobMessage["job"]];

/**
 * The jobs that each cron trigger of wrangler.toml enqueues. A job decides itself what is due, and may be repeated at any
 * time. Mails go out every ten minutes.
 */
const jobsOf: Readonly<Record<string, readonly TickJob[]>> = {
  "17 * * * *": [
    "listing",
    "calendar",
    "witnesses",
    "settlement",
    "locks",
    "receipts",
    "archive",
    "audit",
    "calibration-watch",
    "open-data",
    "share-pictures",
    "reconciliation",
    "retention",
  ],
  "4-54/10 * * * *": ["notices", "pushes", "alerts", "newsletter", "webhooks"],
};

/** Enqueues the jobs of a cron trigger in one batch; all of them for a trigger that is not known. */
export async function tick(enqueue: Enqueue, cron: string): Promise<void> {
  const jobs = jobsOf[cron] ?? Object.values(jobsOf).flat();
  await enqueue(jobs.map((job) => ({ job })));
}
