import { env } from "cloudflare:test";
import type { AccountDeps } from "#accounts/accounts.ts";
import type { DeliveryBudget } from "#notifications/deliver.ts";
import type { NotificationDeps } from "#notifications/kinds/kind.ts";
import { notifyPeople, peopleToNotify } from "#notifications/notify-people.ts";
import { openCookies } from "#platform/cookies.ts";
import { openDatabase } from "#platform/db/client.ts";
import { outboxMailer } from "#platform/mail/outbox.ts";
import type { Mail, Mailer } from "#platform/mail/port.ts";
import type { Pusher } from "#platform/push/web-push.ts";
import { origin } from "../api.ts";

export const db = openDatabase(env.DB);

/** The secret of the tests, as vitest.config.ts sets it. */
export const SECRET = "a secret of the tests, long enough to sign with";

/** Returns the accounts as a job has them at a given time. Mails go to the outbox when no carrier is given. */
export function accountsAt(
  now: Date,
  mailer: Mailer = outboxMailer(db, origin, () => now),
  pusher: Pusher | null = null,
): AccountDeps {
  return {
    db,
    files: env.FILES,
    secrets: [SECRET],
    origin,
    now: () => now,
    cookies: openCookies(origin, true),
    mailer,
    providers: [],
    pusher,
    enforceRateLimit: async () => undefined,
    checkRateLimit: async () => undefined,
    releaseRateToken: async () => undefined,
    enforceMailBudget: async () => undefined,
    notifySoon: () => undefined,
    inBackground: () => undefined,
  };
}

/** Makes a mail carrier that refuses some mailboxes and remembers what it was given and what it delivered. */
export function aCarrier(refuses: (to: string) => boolean = () => false, deliversOnce = true) {
  const [tried, sent]: [string[], Mail[]] = [[], []];
  const mailer: Mailer = {
    deliversOnce,
    send: async (mail) => {
      tried.push(mail.to);
      if (refuses(mail.to)) throw new Error("The mailbox is full.");
      sent.push(mail);
    },
  };
  return { mailer, tried, sent };
}

/**
 * Sends the notifications that are due at a time of both clocks, as the jobs do, to everybody or to the people
 * named.
 */
export async function notify(
  accounts: AccountDeps,
  budget: DeliveryBudget,
  people?: readonly string[],
  of: Partial<Pick<NotificationDeps, "store" | "operators">> = {},
): Promise<number> {
  const notifying: NotificationDeps = {
    accounts,
    store: { db, ledgerId: "sample" },
    dataMode: "sample",
    marketNow: accounts.now(),
    opensOf: async () => "all",
    operators: [],
    ...of,
  };
  return notifyPeople(notifying, people ?? (await peopleToNotify(notifying, 1000)), budget);
}
