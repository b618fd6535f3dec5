import type { Deps } from "#worker/deps.ts";
import { logUnexpected } from "#worker/errors.ts";
import { audit } from "./audit.ts";
import { dailyArchive } from "./daily-archive.ts";
import { dailyRecord } from "./daily-record.ts";
import type { Job } from "./job.ts";
import { newsletter } from "./newsletter.ts";
import { notices } from "./notices.ts";
import { pushes } from "./pushes.ts";
import { reconciliation } from "./reconciliation.ts";
import { retention } from "./retention.ts";
import { seasonCalendar } from "./season-calendar.ts";
import { settlement } from "./settlement.ts";

/**
 * The jobs of each cron trigger of wrangler.toml, in their order: what is due is settled before new predictions are made.
 * Mails have ticks of their own, because each tick has a thousand subrequests.
 */
export const jobsOf: Readonly<Record<string, readonly Job[]>> = {
  "17 * * * *": [seasonCalendar, settlement, dailyRecord, dailyArchive, audit, reconciliation, retention],
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
