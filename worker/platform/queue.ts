import type { JobMessage } from "./messages.ts";

/**
 * The deployment's queues. Locks have a deadline, so they have a queue of their own. So have deliveries: they
 * call outside services, and slow ones must not delay other jobs.
 */
export type Queues = Readonly<Record<"JOBS" | "LOCKS" | "DELIVERIES", Queue<JobMessage>>>;

const queueOf: Partial<Record<JobMessage["job"], keyof Queues>> = {
  locks: "LOCKS",
  webhook: "DELIVERIES",
  "notifications-of": "DELIVERIES",
  "newsletter-to": "DELIVERIES",
};

/** Sends the messages, each to its job's queue. If it throws, some of them may have been sent. */
export type Enqueue = (messages: readonly JobMessage[], delaySeconds?: number) => Promise<void>;

/** Cloudflare's limits for a batch: the number of messages, and their bytes with some reserve. */
const MESSAGES_AT_ONCE = 100;
const BYTES_AT_ONCE = 200_000;

export function openQueue(queues: Queues): Enqueue {
  return async (messages, delaySeconds = 0) => {
    for (const [name, group] of Map.groupBy(messages, ({ job }) => queueOf[job] ?? "JOBS"))
      for (const batch of batchesOf(group))
        await queues[name].sendBatch(
          batch.map((body) => ({ body, contentType: "json" })),
          delaySeconds > 0 ? { delaySeconds } : {},
        );
  };
}

export async function queuedMessageCount({ JOBS, LOCKS, DELIVERIES }: Queues): Promise<number> {
  const waiting = await Promise.all([JOBS, LOCKS, DELIVERIES].map((queue) => queue.metrics()));
  return waiting.reduce((sum, { backlogCount }) => sum + backlogCount, 0);
}

function batchesOf(messages: readonly JobMessage[]): JobMessage[][] {
  const batches: JobMessage[][] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = new TextEncoder().encode(JSON.stringify(message)).byteLength;
    const last = batches.at(-1);
    if (last && last.length < MESSAGES_AT_ONCE && bytes + size <= BYTES_AT_ONCE) {
      last.push(message);
      bytes += size;
    } else {
      batches.push([message]);
      bytes = size;
    }
  }
  return batches;
}

/**
 * Splits a list into chunks of at most `size` items. Small chunks keep each message within the subrequests of
 * one invocation, and a failure affects few items.
 */
export function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}
