import type { Deps } from "#worker/deps.ts";
import { logUnexpected } from "#worker/errors.ts";
import { newsletter, notices, pushes, reconciliation, retention } from "./account-jobs.ts";
import {
  audit,
  calibrationWatch,
  dailyArchive,
  dailyRecord,
  seasonCalendar,
  settlement,
} from "./record-jobs.ts";

/** A job decides itself what is due, and may be repeated at any time. */
type Job = { name: string; run: (deps: Deps) => Promise<void> };

/**
 * The jobs of each cron trigger of wrangler.toml, in their order: what is due is settled before new predictions are made.
 * Mails have ticks of their own, because each tick has a thousand subrequests.
 */
const jobsOf: Readonly<Record<string, readonly Job[]>> = {
  "17 * * * *": [
    seasonCalendar,
    settlement,
    dailyRecord,
    dailyArchive,
    audit,
    calibrationWatch,
    reconciliation,
    retention,
  ],
  "4-54/10 * * * *": [notices, pushes, newsletter],
};

/**
 * Runs every job of a cron trigger; all of them for a trigger that is not known. One that fails is logged and does not
 * stop the others; the next tick tries it again.
 */
export async function runJobs(deps: Deps, cron: string): Promise<void> {
  for (const job of jobsOf[cron] ?? Object.values(jobsOf).flat())
    await job.run(deps).catch((error: unknown) => logUnexpected(error, { job: job.name }));
}
