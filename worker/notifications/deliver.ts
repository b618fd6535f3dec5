import { and, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import { webhookRule } from "#contract/rules.ts";
import type { Database } from "#platform/db/client.ts";
import { newId } from "#platform/ids.ts";
import { logUnexpected } from "#platform/log.ts";
import { MailProviderBusyError } from "#platform/mail/port.ts";
import {
  type DeliveryChannel,
  type DeliveryKind,
  type DeliveryState,
  deliveries,
} from "#platform/schema/deliveries.ts";

export type Delivery = typeof deliveries.$inferSelect;

/**
 * How many seconds a claimed delivery is reserved for one sender: longer than any attempt takes. After that
 * time another sender may claim it.
 */
const leaseSeconds: Readonly<Record<DeliveryChannel, number>> = { email: 300, push: 300, webhook: 60 };
const FIRST_PAUSE_SECONDS = 300;
/** With the doubling pauses, the attempts of emails and push messages span more than ten hours. */
export const MAX_ATTEMPTS = 8;
const doubling = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, i) => FIRST_PAUSE_SECONDS * 2 ** i);
/** Seconds to wait after each failed attempt. After the last one, the delivery has failed. */
const retrySeconds: Readonly<Record<DeliveryChannel, readonly number[]>> = {
  email: doubling,
  push: doubling,
  webhook: webhookRule.retrySeconds,
};

export type DeliveryClaim = {
  ids: readonly string[];
  channel: DeliveryChannel;
  batch: string;
  /** The number of the current attempt, counted from 1. */
  attempt: number;
};

type Answer = Partial<Pick<Delivery, "status" | "milliseconds" | "reason">>;

const among = (ids: readonly string[]) => sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/**
 * Returns a statement that stores a delivery for each recipient and channel, unless it is stored already.
 * `recipients` selects `user_id` and `subject`. A push delivery is stored only for a person who has subscribed
 * a browser.
 */
export function planDeliveries(
  db: Database,
  { kind, channels }: { kind: DeliveryKind; channels: readonly DeliveryChannel[] },
  recipients: SQL,
  now: Date,
) {
  return db
    .insert(deliveries)
    .select(
      sql`SELECT 'dlv_' || lower(hex(randomblob(16))), ${kind}, c.value, f.user_id, f.user_id, NULL, NULL, f.subject,
        'pending', 0, NULL, ${now.getTime()}, ${now.getTime()}, NULL, NULL, NULL, NULL
      FROM (${recipients}) AS f JOIN json_each(${JSON.stringify(channels)}) AS c
      WHERE c.value <> 'push' OR EXISTS (SELECT 1 FROM push_devices AS d WHERE d.user_id = f.user_id)`,
    )
    .onConflictDoNothing();
}

/**
 * Claims the deliveries of one message and counts the attempt. Of two simultaneous senders, one gets them and
 * the other gets null.
 */
export async function claimDelivery(
  db: Database,
  due: readonly Delivery[],
  now: Date,
): Promise<DeliveryClaim | null> {
  const [first] = due;
  if (!first) return null;
  const batch = first.batch ?? newId("dlb");
  const rows = await db
    .update(deliveries)
    .set({
      state: "sending",
      attempts: sql`${deliveries.attempts} + 1`,
      batch,
      lastAt: now,
      dueAt: new Date(now.getTime() + 1000 * leaseSeconds[first.channel]),
    })
    .where(
      and(
        among(due.map(({ id }) => id)),
        lte(deliveries.dueAt, now),
        sql`${deliveries.batch} IS ${first.batch}`,
      ),
    )
    .returning({ id: deliveries.id, attempts: deliveries.attempts });
  const attempt = rows[0]?.attempts;
  return attempt === undefined
    ? null
    : { ids: rows.map(({ id }) => id), channel: first.channel, batch, attempt };
}

function isOf({ ids, attempt }: DeliveryClaim) {
  return and(among(ids), eq(deliveries.state, "sending"), eq(deliveries.attempts, attempt));
}

/** Releases the claimed deliveries until later, without counting the attempt. */
async function postpone(db: Database, claimed: DeliveryClaim, until: Date): Promise<void> {
  await db
    .update(deliveries)
    .set({ state: "retry", attempts: claimed.attempt - 1, dueAt: until })
    .where(isOf(claimed));
}

export async function recordDeliveryResult(
  db: Database,
  claimed: DeliveryClaim,
  state: DeliveryState,
  answer: Answer = {},
): Promise<void> {
  await db
    .update(deliveries)
    .set({ state, dueAt: null, ...answer })
    .where(isOf(claimed));
}

/**
 * Schedules the next attempt and returns the seconds until then. After the last attempt, marks the deliveries
 * as failed and returns null. `jitter` lies between -1 and 1.
 */
export async function retryLater(
  db: Database,
  claimed: DeliveryClaim,
  now: Date,
  answer: Answer = {},
  jitter = 0,
): Promise<number | null> {
  const pause = retrySeconds[claimed.channel][claimed.attempt - 1];
  if (pause === undefined) {
    await recordDeliveryResult(db, claimed, "failed", answer);
    return null;
  }
  const seconds = Math.ceil(pause * (1 + webhookRule.jitter * jitter));
  await db
    .update(deliveries)
    .set({ state: "retry", dueAt: new Date(now.getTime() + 1000 * seconds), ...answer })
    .where(isOf(claimed));
  return seconds;
}

/**
 * Marks deliveries whose attempt was interrupted as `unknown`. They may have gone out, and these channels
 * cannot recognize a duplicate, so they are not sent again. The query uses the index `deliveries_due`.
 */
export async function giveUpInterrupted(
  db: Database,
  channels: readonly DeliveryChannel[],
  now: Date,
): Promise<void> {
  await db
    .update(deliveries)
    .set({ state: "unknown", dueAt: null })
    .where(
      and(
        inArray(deliveries.channel, [...channels]),
        eq(deliveries.state, "sending"),
        lte(deliveries.dueAt, now),
      ),
    );
}

export type DeliveryBudget = { left: number; busySeconds?: number };

export type DeliverableMessage = {
  deliveries: readonly Delivery[];
  /** Sends the message, unless it is no longer wanted. Throws when it could not be handed over. */
  send: (taken: DeliveryClaim) => Promise<"sent" | "unwanted">;
};

/**
 * Sends the messages and returns how many were sent. A failure is logged and retried later, and does not stop
 * the other messages. When the provider rate-limits us, the run ends and the attempt is not counted.
 */
export async function deliver(
  { db, now }: { db: Database; now: () => Date },
  messages: readonly DeliverableMessage[],
  budget: DeliveryBudget,
): Promise<number> {
  let sent = 0;
  for (const message of messages) {
    if (budget.left <= 0) break;
    budget.left -= 1;
    // A row that cannot be written does not stop the other messages: when its lease has expired, a later run
    // tries it again.
    const isSent = await deliverOne({ db, now }, message, budget).catch((error: unknown) => {
      logUnexpected(error, { delivery: message.deliveries[0]?.id ?? "" });
      return false;
    });
    if (isSent) sent += 1;
  }
  return sent;
}

async function deliverOne(
  { db, now }: { db: Database; now: () => Date },
  message: DeliverableMessage,
  budget: DeliveryBudget,
): Promise<boolean> {
  const claimed = await claimDelivery(db, message.deliveries, now());
  if (!claimed) return false;
  let state: "sent" | "unwanted";
  try {
    state = await message.send(claimed);
  } catch (error) {
    if (error instanceof MailProviderBusyError) {
      await postpone(db, claimed, new Date(now().getTime() + 1000 * error.retryAfterSeconds));
      budget.left = 0;
      budget.busySeconds = error.retryAfterSeconds;
      return false;
    }
    logUnexpected(error, { delivery: claimed.batch, attempt: String(claimed.attempt) });
    await retryLater(db, claimed, now());
    return false;
  }
  await recordDeliveryResult(db, claimed, state);
  return state === "sent";
}
