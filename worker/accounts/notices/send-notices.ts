import { and, eq } from "drizzle-orm";
import { sentNotices } from "#db/schema/notices.ts";
import type { Accounts } from "../accounts.ts";
import { mayMail } from "../preferences.ts";
import { readProfile } from "../profile.ts";
import {
  type DueNotice,
  dueFailedPayments,
  dueReminders,
  dueSettlements,
  dueSummaries,
} from "./due-notices.ts";

/**
 * Mails what is due to those who want it and have confirmed their address. Each notice is claimed before it is sent, so
 * that two ticks at once send it once; one that could not be handed over is given back. Answers how many were sent.
 */
export async function sendDueNotices(accounts: Accounts, marketNow: Date): Promise<number> {
  const { db, origin, now } = accounts;
  const due = [
    ...(await dueSettlements(db, marketNow, origin)),
    ...(await dueReminders(db, marketNow, origin)),
    ...(await dueFailedPayments(db, origin)),
    ...(await dueSummaries(db, now(), origin)),
  ];
  let sent = 0;
  for (const notice of due) if (await sendOnce(accounts, notice)) sent += 1;
  return sent;
}

async function sendOnce({ db, mailer, now }: Accounts, due: DueNotice): Promise<boolean> {
  if (!mailer) return false;
  const { userId, notice, flag, write } = due;
  const claimed = await db
    .insert(sentNotices)
    .values({ userId, notice, sentAt: now() })
    .onConflictDoNothing()
    .returning({ notice: sentNotices.notice });
  const profile = await readProfile(db, userId);
  if (claimed.length === 0 || !profile.emailVerified || !mayMail(profile, flag)) return false;
  try {
    await mailer.send(write(profile.email));
    return true;
  } catch (error) {
    await db.delete(sentNotices).where(and(eq(sentNotices.userId, userId), eq(sentNotices.notice, notice)));
    throw error;
  }
}
