import { eq } from "drizzle-orm";
import { users } from "#platform/schema/accounts.ts";
import type { Accounts } from "../accounts.ts";
import { confirmEmailMail } from "../mail/account-mails.ts";
import { sendMail } from "../mail/send-mail.ts";
import { recordEvent } from "../privacy/security-events.ts";
import { readProfile } from "../profile/profile.ts";
import type { Client } from "../sessions/client.ts";
import { consumeLink, createLink } from "../sessions/one-time-link.ts";

/** Mails the link that confirms an address, unless it is confirmed already. Throws `rate_limited`. */
export async function mailConfirmation(accounts: Accounts, userId: string): Promise<void> {
  const { email, emailVerified } = await readProfile(accounts.db, userId);
  if (emailVerified) return;
  await sendMail(accounts, email, "confirm-email", async () => {
    const token = await createLink(accounts, "confirm-email", userId);
    return confirmEmailMail(email, `${accounts.origin}/auth/confirm-email?token=${token}`);
  });
}

/** Takes the proof that an address is its owner's. Throws `invalid_link`. */
export async function confirmEmail(accounts: Accounts, token: string, client: Client): Promise<void> {
  const userId = await consumeLink(accounts, "confirm-email", token);
  await accounts.db
    .update(users)
    .set({ emailVerified: true, updatedAt: accounts.now() })
    .where(eq(users.id, userId));
  await recordEvent(accounts, userId, "email_confirmed", client);
}
