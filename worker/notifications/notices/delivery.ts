import { logUnexpected } from "#platform/log.ts";
import { CarrierBusy } from "#platform/mail/port.ts";
import type { DeliveryState } from "#platform/schema/notices.ts";

/** After so many failed attempts, spread over ten hours, a delivery is given up. */
export const MAX_ATTEMPTS = 8;
/** How long a sender that was stopped in the middle keeps its delivery from others. */
export const LEASE_MS = 5 * 60_000;
const FIRST_RETRY_MS = 5 * 60_000;

/** What is left of the deliveries that one message may make, and how long the carrier asked to wait. */
export type Budget = { left: number; busySeconds?: number };

/** One message to one recipient, with the row that remembers it. */
export type Delivery = {
  /** For the log: never an address. */
  name: string;
  /**
   * Takes the delivery for `LEASE_MS`, counting the attempt. Answers its number, or null when it is final, not due or
   * taken by another tick.
   */
  claim: () => Promise<number | null>;
  /** Hands the message over. Throws when that failed. Answers how it ended. */
  send: () => Promise<"sent" | "unwanted">;
  /** Gives the claim back until later; the attempt is not counted. */
  postpone: (ms: number) => Promise<void>;
  /** Writes how the attempt ended; `retryInMs` is null when it is final. */
  end: (state: DeliveryState, retryInMs: number | null) => Promise<void>;
};

/**
 * Sends what is due within the budget; answers how many. A failure is logged, retried later with growing pauses, and
 * stops no other. A killed sender's lease expires. A busy carrier ends the round and the budget.
 */
export async function deliverAll(due: readonly Delivery[], budget: Budget): Promise<number> {
  let sent = 0;
  for (const delivery of due) {
    if (budget.left <= 0) break;
    budget.left -= 1;
    // A row that cannot be written now is no reason to leave the others; its lease or the next tick brings it back.
    const isSent = await deliver(delivery, budget).catch((error: unknown) => {
      logUnexpected(error, { delivery: delivery.name });
      return false;
    });
    if (isSent) sent += 1;
  }
  return sent;
}

async function deliver({ name, claim, send, postpone, end }: Delivery, budget: Budget): Promise<boolean> {
  const attempt = await claim();
  if (attempt === null) return false;
  let state: "sent" | "unwanted";
  try {
    state = await send();
  } catch (error) {
    if (error instanceof CarrierBusy) {
      await postpone(error.retryAfterSeconds * 1000);
      budget.left = 0;
      budget.busySeconds = error.retryAfterSeconds;
      return false;
    }
    logUnexpected(error, { delivery: name, attempt: String(attempt) });
    const isLast = attempt >= MAX_ATTEMPTS;
    await end(isLast ? "failed" : "retry", isLast ? null : FIRST_RETRY_MS * 2 ** (attempt - 1));
    return false;
  }
  await end(state, null);
  return state === "sent";
}
