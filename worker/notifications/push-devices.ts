import { and, desc, eq, inArray } from "drizzle-orm";
import type { AccountDeps } from "#accounts/accounts.ts";
import { saveNotificationPreferences } from "#accounts/profile/preferences.ts";
import type { Session } from "#accounts/sessions/session.ts";
import type { PushPayload, PushSubscriptionBody } from "#contract/push.ts";
import { newId } from "#platform/ids.ts";
import { pushDevices } from "#platform/schema/alerts.ts";

/** The most browsers of a person that receive push messages. Adding another one removes the oldest. */
export const MAX_PUSH_DEVICES = 5;

type StoredDevice = typeof pushDevices.$inferSelect;

/**
 * Subscribes the browser to the person's push messages. A browser belongs to whoever subscribed it last, and an
 * endpoint that is stored already gets the new keys.
 */
export async function addPushDevice(
  accounts: AccountDeps,
  who: Session,
  { endpoint, keys }: PushSubscriptionBody,
): Promise<void> {
  const { db, now } = accounts;
  const owned = { userId: who.userId, sessionId: who.sessionId, ...keys, createdAt: now() };
  await db.batch([
    // An endpoint that this session subscribed earlier belongs to the same browser.
    db.delete(pushDevices).where(eq(pushDevices.sessionId, who.sessionId)),
    db
      .insert(pushDevices)
      .values({ id: newId("psh"), endpoint, ...owned })
      .onConflictDoUpdate({ target: pushDevices.endpoint, set: owned }),
  ]);
  const surplus = (await pushDevicesOf(accounts, who.userId)).slice(MAX_PUSH_DEVICES).map(({ id }) => id);
  if (surplus.length > 0) await db.delete(pushDevices).where(inArray(pushDevices.id, surplus));
  await saveNotificationPreferences(accounts, who.userId, { pushNotifications: true });
}

/** Ends the browser's push messages. Does nothing when the browser is not subscribed. */
export async function removePushDevice({ db }: AccountDeps, who: Session, endpoint: string): Promise<void> {
  await db
    .delete(pushDevices)
    .where(and(eq(pushDevices.endpoint, endpoint), eq(pushDevices.userId, who.userId)));
}

/** Returns the person's subscribed browsers, newest first. The query uses the index `push_devices_by_user`. */
export function pushDevicesOf({ db }: AccountDeps, userId: string): Promise<StoredDevice[]> {
  return db
    .select()
    .from(pushDevices)
    .where(eq(pushDevices.userId, userId))
    .orderBy(desc(pushDevices.createdAt), desc(pushDevices.id));
}

/**
 * Sends the message to all of the person's browsers and forgets those that have unsubscribed. Throws only when
 * no browser was reached and a retry may reach one.
 */
export async function sendPushToAllDevices(
  accounts: AccountDeps,
  pusher: NonNullable<AccountDeps["pusher"]>,
  userId: string,
  payload: PushPayload,
  ttlSeconds: number,
): Promise<"sent" | "unwanted"> {
  let [sent, failure]: [number, unknown] = [0, null];
  for (const device of await pushDevicesOf(accounts, userId)) {
    try {
      const outcome = await pusher.send(device, payload, ttlSeconds);
      if (outcome === "sent") sent += 1;
      if (outcome === "gone") await accounts.db.delete(pushDevices).where(eq(pushDevices.id, device.id));
    } catch (error) {
      failure = error;
    }
  }
  // No error is thrown here, because a retry would send the message again to browsers that already have it.
  if (sent > 0) return "sent";
  if (failure) throw failure;
  return "unwanted";
}
