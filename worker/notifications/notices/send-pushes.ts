import type { Accounts } from "#accounts/accounts.ts";
import { notificationsOf } from "#accounts/profile/preferences.ts";
import type { PushPayload } from "#contract/push.ts";
import { outsideQuietHours } from "./alert-settings.ts";
import { type Budget, type Delivery, deliverAll } from "./delivery.ts";
import { type DuePush, duePushes } from "./due-predictions.ts";
import { giveUpInterrupted, noticeRow } from "./notice-row.ts";
import { deleteDevice, devicesOf } from "./push-devices.ts";

/** The accounts that a push message is due to, at most `limit`. */
export async function peopleWithDuePushes(
  { db, pusher, now }: Accounts,
  marketNow: Date,
  limit: number,
): Promise<string[]> {
  if (!pusher) return [];
  const due = await duePushes(db, { now: now(), marketNow }, limit);
  return [...new Set(due.map(({ profile }) => profile.id))];
}

/**
 * Sends due push messages to the browsers of those who want them, of all or of the people named. Answers how many were
 * reached. Nothing is sent twice: what broke off is not repeated.
 */
export async function sendDuePushes(
  accounts: Accounts,
  marketNow: Date,
  budget: Budget,
  people?: readonly string[],
): Promise<number> {
  const { db, pusher, now } = accounts;
  if (!pusher) return 0;
  await giveUpInterrupted(accounts, "pushes");
  const due = await outsideQuietHours(
    db,
    await duePushes(db, { now: now(), marketNow }, budget.left, people),
    now(),
  );
  return deliverAll(
    due.map((push) => pushDelivery(accounts, pusher, push)),
    budget,
  );
}

function pushDelivery(
  accounts: Accounts,
  pusher: NonNullable<Accounts["pusher"]>,
  { profile, notice, flag, payload, ttlSeconds }: DuePush,
): Delivery {
  return {
    ...noticeRow(accounts, profile.id, notice),
    send: async () => {
      const flags = notificationsOf(profile);
      if (!flags.pushNotifications || !flags[flag]) return "unwanted";
      return pushToAll(accounts, pusher, profile.id, { ...payload, tag: notice }, ttlSeconds);
    },
  };
}

/** Sends one message to each browser of a person. Throws only where none was reached and one may be tried again. */
export async function pushToAll(
  accounts: Accounts,
  pusher: NonNullable<Accounts["pusher"]>,
  userId: string,
  payload: PushPayload,
  ttlSeconds: number,
): Promise<"sent" | "unwanted"> {
  let [sent, failure]: [number, unknown] = [0, null];
  for (const device of await devicesOf(accounts, userId)) {
    try {
      const outcome = await pusher.send(device, payload, ttlSeconds);
      if (outcome === "sent") sent += 1;
      if (outcome === "gone") await deleteDevice(accounts, device.id);
    } catch (error) {
      failure = error;
    }
  }
  // Another try would repeat it on the browsers that have it.
  if (sent > 0) return "sent";
  if (failure) throw failure;
  return "unwanted";
}
