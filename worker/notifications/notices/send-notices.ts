import type { Accounts } from "#accounts/accounts.ts";
import { mayMail } from "#accounts/profile/preferences.ts";
import { outsideQuietHours } from "./alert-settings.ts";
import { type Budget, type Delivery, deliverAll } from "./delivery.ts";
import { dueFailedPayments, dueSummaries } from "./due-account-notices.ts";
import type { DueNotice } from "./due-notice.ts";
import { dueReminders, dueSettlements } from "./due-predictions.ts";
import { giveUpInterrupted, noticeRow } from "./notice-row.ts";
import { unsubscribeLinksOf } from "./unsubscribe-links.ts";

const lists = [dueSettlements, dueReminders, dueFailedPayments, dueSummaries];

/** The accounts that a mail is due to, at most `limit` of each kind of mail. */
export async function peopleWithDueNotices(
  { db, mailer, now, origin }: Accounts,
  marketNow: Date,
  limit: number,
): Promise<string[]> {
  if (!mailer) return [];
  const at = { now: now(), marketNow };
  const people = new Set<string>();
  for (const list of lists)
    for (const { profile } of await list(db, at, origin, limit)) people.add(profile.id);
  return [...people];
}

/**
 * Mails what is due to those who want it and have confirmed their address, within the budget; to all, or to the people
 * named. Answers how many mails were handed over. Two at once send each once.
 */
export async function sendDueNotices(
  accounts: Accounts,
  marketNow: Date,
  budget: Budget,
  people?: readonly string[],
): Promise<number> {
  const { db, mailer, now } = accounts;
  if (!mailer) return 0;
  if (!mailer.deliversOnce) await giveUpInterrupted(accounts, "mails");
  const at = { now: now(), marketNow };
  let sent = 0;
  for (const list of lists) {
    if (budget.left <= 0) break;
    const due = await outsideQuietHours(db, await list(db, at, accounts.origin, budget.left, people), at.now);
    sent += await deliverAll(
      due.map((notice) => mailDelivery(accounts, mailer, notice)),
      budget,
    );
  }
  return sent;
}

function mailDelivery(
  accounts: Accounts,
  mailer: NonNullable<Accounts["mailer"]>,
  { profile, notice, flag, write }: DueNotice,
): Delivery {
  return {
    ...noticeRow(accounts, profile.id, notice),
    send: async () => {
      if (!profile.emailVerified || !mayMail(profile, flag)) return "unwanted";
      const mail = await write(profile.email, unsubscribeLinksOf(accounts, profile.id, flag));
      await mailer.send({ ...mail, key: `${profile.id} ${notice}` });
      return "sent";
    },
  };
}
