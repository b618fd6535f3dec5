import type { Deps } from "#worker/deps.ts";
import { logUnexpected } from "#worker/errors.ts";
import { audit } from "./audit.ts";
import { dailyArchive } from "./daily-archive.ts";
import { dailyRecord } from "./daily-record.ts";
import { forgetting } from "./forgetting.ts";
import type { Job } from "./job.ts";
import { notices } from "./notices.ts";
import { reconciliation } from "./reconciliation.ts";
import { settlement } from "./settlement.ts";

/** In their order: what is due is settled before new predictions are made. */
const jobs: readonly Job[] = [
  settlement,
  dailyRecord,
  dailyArchive,
  audit,
  reconciliation,
  notices,
  forgetting,
];

/** Runs every job. One that fails is logged and does not stop the others; the next tick tries it again. */
export async function runJobs(deps: Deps): Promise<void> {
  for (const job of jobs)
    await job.run(deps).catch((error: unknown) => logUnexpected(error, { job: job.name }));
}
