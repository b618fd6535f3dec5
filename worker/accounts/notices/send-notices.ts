import { and, eq, lte, sql } from "drizzle-orm";
import { sentNotices } from "#db/schema/notices.ts";
import type { Accounts } from "../accounts.ts";
import { mayMail } from "../preferences.ts";
import { type Budget, type Delivery, deliverAll, LEASE_MS } from "./delivery.ts";
import {
  type DueNotice,
  dueFailedPayments,
  dueReminders,
  dueSettlements,
  dueSummaries,
} from "./due-notices.ts";
import { wayOutOf } from "./way-out.ts";

/**
 * Mails what is due to those who want it and have confirmed their address, within the tick's budget. Answers how many
 * mails were handed over. Two ticks at once send each once.
 */
export async function sendDueNotices(accounts: Accounts, marketNow: Date, budget: Budget): Promise<number> {
  const { db, mailer, now } = accounts;
  if (!mailer) return 0;
  if (!mailer.deliversOnce) await giveUpInterrupted(accounts);
  const at = { now: now(), marketNow };
  const lists = [dueSettlements, dueReminders, dueFailedPayments, dueSummaries];
  let sent = 0;
  for (const list of lists) {
    if (budget.left <= 0) break;
    const due = await list(db, at, accounts.origin, budget.left);
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
      const letter = write(profile.email, wayOutOf(accounts, profile.id, flag));
      await mailer.send({ ...letter, key: `${profile.id} ${notice}` });
      return "sent";
    },
  };
}

/** The row of a notice to a person: claimed by one conditional write, so that two ticks cannot both take it. */
function noticeRow(
  { db, now }: Accounts,
  userId: string,
  notice: string,
): Pick<Delivery, "name" | "claim" | "end"> {
  return {
    name: notice,
    claim: async () => {
      const at = now();
      const taken = { state: "sending", sentAt: at, retryAt: new Date(at.getTime() + LEASE_MS) } as const;
      const [row] = await db
        .insert(sentNotices)
        .values({ userId, notice, ...taken })
        .onConflictDoUpdate({
          target: [sentNotices.userId, sentNotices.notice],
          set: { ...taken, attempts: sql`${sentNotices.attempts} + 1` },
          setWhere: lte(sentNotices.retryAt, at),
        })
        .returning({ attempts: sentNotices.attempts });
      return row?.attempts ?? null;
    },
    end: async (state, retryInMs) => {
      const retryAt = retryInMs === null ? null : new Date(now().getTime() + retryInMs);
      await db
        .update(sentNotices)
        .set({ state, retryAt })
        .where(and(eq(sentNotices.userId, userId), eq(sentNotices.notice, notice)));
    },
  };
}

/** A mail that broke off while it was handed over may have gone out: a carrier that would send it twice gets it no more. */
async function giveUpInterrupted({ db, now }: Accounts): Promise<void> {
  await db
    .update(sentNotices)
    .set({ state: "unknown", retryAt: null })
    .where(and(eq(sentNotices.state, "sending"), lte(sentNotices.retryAt, now())));
}
