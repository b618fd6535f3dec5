import { eq, sql } from "drizzle-orm";
import { DELETION_REFUSED_MESSAGE, DELETION_WORD } from "#contract/security.ts";
import { users } from "#db/schema/accounts.ts";
import { outbox } from "#db/schema/mail.ts";
import { newsletterSubscribers } from "#db/schema/newsletter.ts";
import { accountDeletedLetter } from "#mail/account-letters.ts";
import { AppError } from "#worker/errors.ts";
import type { Accounts } from "../accounts.ts";
import { deleteFile } from "../avatar/avatar.ts";
import { requireFresh } from "../current-password.ts";
import { readProfile } from "../profile.ts";
import { sendLetter } from "../send-letter.ts";
import type { Session } from "../session.ts";

/** What another room does before an account goes. It may be asked again when a later step failed. */
export type Farewell = (userId: string) => Promise<void>;

/**
 * Deletes an account and everything personal in it: every table that names the person falls with their row. What other
 * rooms hold goes first, so that a failure there (a payment provider that is away) leaves the account as it was.
 * Locked calls of the public record name nobody and stay. Throws `confirmation_required`, `wrong_password`,
 * `rate_limited`, or what a farewell throws.
 */
export async function deleteAccount(
  accounts: Accounts,
  who: Session,
  request: { confirmation: string; password?: string | undefined },
  farewells: readonly Farewell[],
): Promise<void> {
  if (request.confirmation !== DELETION_WORD)
    throw new AppError("confirmation_required", DELETION_REFUSED_MESSAGE, {
      fields: { confirmation: DELETION_REFUSED_MESSAGE },
    });
  await requireFresh(accounts, who, request.password);
  const { db } = accounts;
  const { email, emailVerified, image } = await readProfile(db, who.userId);
  for (const farewell of farewells) await farewell(who.userId);
  await deleteFile(accounts, image);
  await db.batch([
    // Without the mailbox's word, a subscription with this address is somebody else's.
    db.delete(newsletterSubscribers).where(emailVerified ? eq(newsletterSubscribers.email, email) : sql`0`),
    db.delete(outbox).where(eq(outbox.recipient, email)),
    db.delete(users).where(eq(users.id, who.userId)),
  ]);
  const kind = emailVerified ? "account-deleted" : "of-unconfirmed-account";
  accounts.inBackground(sendLetter(accounts, email, kind, () => accountDeletedLetter(email)));
}
