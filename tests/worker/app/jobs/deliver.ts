import type { Deps } from "#app/deps.ts";
import { consumeJobs } from "#app/jobs/consume.ts";
import type { JobMessage } from "#platform/messages.ts";
import { aBatch } from "./a-batch.ts";

/**
 * * Delivers a message and all that follow from it, `copies` times at once. Failed ones are delivered again with
 * their attempts counted, until nothing is left. Returns every message that was enqueued.
 */
export async function untilDone(deps: Deps, first: JobMessage, copies = 1): Promise<JobMessage[]> {
  const enqueued: JobMessage[] = [];
  let waiting = [{ body: first, copies, attempts: 1 }];
  const enqueue = async (messages: readonly JobMessage[]) => {
    enqueued.push(...messages);
    waiting.push(...messages.map((body) => ({ body, copies, attempts: 1 })));
  };
  const deliver = async (body: JobMessage, attempts: number) => {
    const { batch, retried } = aBatch("beatcast-jobs", [{ id: "a", body, attempts }]);
    await consumeJobs(batch, { ...deps, enqueue });
    if (retried.length > 0) waiting.push({ body, copies: 1, attempts: attempts + 1 });
  };
  for (let round = 0; waiting.length > 0; round++) {
    if (round > 200) throw new Error(`The jobs do not end: ${JSON.stringify(waiting)}`);
    const now = new Map(waiting.map((one) => [JSON.stringify(one.body), one]));
    waiting = [];
    const all = [...now.values()].flatMap((one) => Array.from({ length: one.copies }, () => one));
    await Promise.all(all.map(({ body, attempts }) => deliver(body, attempts)));
  }
  return enqueued;
}
