import type { JobMessage, MessageOf } from "#platform/messages.ts";
import type { Enqueue } from "#platform/queue.ts";
import type { Deps } from "../deps.ts";
import { endOfAttempt, MAX_RETRIES } from "./consume.ts";

type TickJob = {
  [Job in JobMessage["job"]]: { job: Job } extends MessageOf<Job> ? Job : never;
}[JobMessage["job"]];

/** By cron trigger of wrangler.toml. A job decides itself what is due, and may be repeated at any time. */
const jobsOf: Readonly<Record<string, readonly TickJob[]>> = {
  "17 * * * *": [
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
    "share-pictures",
    "reconciliation",
    "retention",
    "status",
  ],
  "4-54/10 * * * *": ["notifications", "newsletter", "webhooks"],
};

/** All jobs for an unknown trigger. */
export async function tick(enqueue: Enqueue, cron: string): Promise<void> {
  const jobs = jobsOf[cron] ?? Object.values(jobsOf).flat();
  await enqueue(jobs.map((job) => ({ job })));
}

type JobTally = { done: number; failed: number; statements: number; rowsWritten: number };
type RoundTally = Pick<JobTally, "done" | "failed"> & { jobs: Record<string, JobTally> };

/**
 * Also what they enqueue, until all is done. A failed one is retried without a pause; `failed` counts dead letters.
 */
export async function runJobsNow(deps: Deps, cron: string): Promise<RoundTally> {
  const waiting: { body: JobMessage; attempts: number }[] = [];
  const enqueue = async (messages: readonly JobMessage[]) =>
    void waiting.push(...messages.map((body) => ({ body, attempts: 1 })));
  await tick(enqueue, cron);
  const round: RoundTally = { done: 0, failed: 0, jobs: {} };
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { body, attempts } = next;
    const before = deps.databaseUse();
    const end = await endOfAttempt({ ...deps, enqueue }, { body, attempts });
    const after = deps.databaseUse();
    const tally = round.jobs[body.job] ?? { done: 0, failed: 0, statements: 0, rowsWritten: 0 };
    round.jobs[body.job] = tally;
    tally.statements += after.statements - before.statements;
    tally.rowsWritten += after.rowsWritten - before.rowsWritten;
    // One of too many attempts could not even be stored as a dead letter.
    const isAgain = end.state === "again" && attempts <= MAX_RETRIES;
    if (isAgain) waiting.push({ body, attempts: attempts + 1 });
    else {
      const state = end.state === "done" ? "done" : "failed";
      tally[state] += 1;
      round[state] += 1;
    }
  }
  return round;
}
