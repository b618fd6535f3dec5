type Sent = { id: string; body: unknown; attempts?: number };

/**
 * Makes a batch of a queue that remembers what became of its messages: acknowledged, or retried after so many
 * seconds.
 */
export function aBatch(queue: string, sent: readonly Sent[]) {
  const taken: string[] = [];
  const retried: [id: string, delaySeconds: number | undefined][] = [];
  const messages = sent.map(({ id, body, attempts = 1 }) => ({
    id,
    body,
    attempts,
    timestamp: new Date(),
    ack: () => void taken.push(id),
    retry: (options?: QueueRetryOptions) => void retried.push([id, options?.delaySeconds]),
  }));
  const batch = { queue, messages, metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
  return { batch: batch as unknown as MessageBatch, taken, retried };
}
