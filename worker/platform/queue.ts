import type { JobMessage } from "./messages.ts";

/**
 * Locks have a deadline, so they have a queue without other jobs. Calls to outside services have a queue of their
 * own, so that slow ones delay nothing of ours.
 */
export type Queues = Readonly<Record<"JOBS" | "LOCKS" | "DELIVERIES", Queue<JobMessage>>>;

const queueOf: Partial<Record<JobMessage["job"], keyof Queues>> = {
  locks: "LOCKS",
  webhook: "DELIVERIES",
  "notifications-of": "DELIVERIES",
  "newsletter-to": "DELIVERIES",
};

/** Sends all messages. If it throws, only the first part may have been sent. */
export type Enqueue = (messages: readonly JobMessage[], delaySeconds?: number) => Promise<void>;

/** Limits of Cloudflare's batches: the number of messages, and the bytes with some reserve. */
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

export async function waitingMessages({ JOBS, LOCKS, DELIVERIES }: Queues): Promise<number> {
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

/** Splits into small chunks, so that each uses few of an invocation's subrequests and few fail together. */
export function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}
