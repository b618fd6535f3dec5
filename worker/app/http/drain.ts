import { MAX_AVATAR_BYTES } from "#contract/account.ts";
import { AppError } from "#platform/errors.ts";

/** Larger than any call takes: a picture is the largest. */
const MAX_DECLARED_BYTES = MAX_AVATAR_BYTES;

/** Read and thrown away at most; one who sends more loses the connection. */
const MAX_DRAINED_BYTES = 16 * 1024 * 1024;

/** A sender who trickles is not waited for any longer. */
const MAX_DRAIN_MS = 10_000;

/** Refuses a body by its declared length before anything else is done. Throws `payload_too_large`. */
export function refuseOversized(request: Request): void {
  if (Number(request.headers.get("content-length") ?? 0) <= MAX_DECLARED_BYTES) return;
  throw new AppError(
    "payload_too_large",
    `The body is larger than ${Math.floor(MAX_DECLARED_BYTES / 1024)} kB.`,
  );
}

/**
 * Reads what a call left of its request, bounded in bytes and time. The runtime resets a kept-alive connection whose
 * request was not read to its end, and the sender's next call on it fails. Never throws.
 */
export async function drainRequest(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed || request.body.locked) return;
  await drain(request.body.getReader());
}

/** Reads a started body to its end, under the same bounds. Never throws. */
export async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooSlow = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), MAX_DRAIN_MS);
  });
  try {
    for (let length = 0; length <= MAX_DRAINED_BYTES; ) {
      const chunk = await Promise.race([reader.read(), tooSlow]);
      if (!chunk || chunk.done) return;
      length += chunk.value.byteLength;
    }
  } catch {
    // The sender has left.
  } finally {
    clearTimeout(timer);
  }
}
