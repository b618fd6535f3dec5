import type { Deps } from "#worker/deps.ts";
import { endOfAttempt, MAX_RETRIES } from "./consume.ts";
import type { JobMessage } from "./messages.ts";
import { tick } from "./tick.ts";

/**
 * Runs the jobs of a cron trigger, and all that they enqueue, until they are done. As on the queue a failed one is tried
 * again, but without a pause; `failed` counts dead letters.
 */
export async function runJobsNow(deps: Deps, cron: string): Promise<{ done: number; failed: number }> {
  const waiting: { body: JobMessage; attempts: number }[] = [];
  const enqueue = async (messages: readonly JobMessage[]) =>
    void waiting.push(...messages.map((body) => ({ body, attempts: 1 })));
  await tick(enqueue, cron);
  const tally = { done: 0, failed: 0 };
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { body, attempts } = next;
    const end = await endOfAttempt({ ...deps, enqueue }, { body, attempts });
    if (end.state !== "again") tally[end.state] += 1;
    else if (attempts <= MAX_RETRIES) waiting.push({ body, attempts: attempts + 1 });
    // Not even its dead letter could be stored.
    else tally.failed += 1;
  }
  return tally;
}
