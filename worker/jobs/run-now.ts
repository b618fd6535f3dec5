import type { Deps } from "#worker/deps.ts";
import { logUnexpected } from "#worker/errors.ts";
import { runJob } from "./handlers.ts";
import type { JobMessage } from "./messages.ts";
import { tick } from "./tick.ts";

/**
 * Runs the jobs of a cron trigger, and all that they enqueue, one after another without the queue: in development runs,
 * where a caller wants to know when they are done. A failed one is logged and not tried again.
 */
export async function runJobsNow(deps: Deps, cron: string): Promise<{ done: number; failed: number }> {
  const waiting: JobMessage[] = [];
  const enqueue = async (messages: readonly JobMessage[]) => void waiting.push(...messages);
  await tick(enqueue, cron);
  const tally = { done: 0, failed: 0 };
  for (let message = waiting.shift(); message; message = waiting.shift()) {
    try {
      await runJob({ ...deps, enqueue }, message);
      tally.done += 1;
    } catch (error) {
      tally.failed += 1;
      logUnexpected(error, { job: message.job });
    }
  }
  return tally;
}
