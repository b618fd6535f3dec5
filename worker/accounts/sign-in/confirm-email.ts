import { and, eq } from "drizzle-orm";
import { AppError } from "#platform/errors.ts";
import { users } from "#platform/schema/accounts.ts";
import type { AccountDeps } from "../accounts.ts";
import { confirmEmailMail } from "../mail/account-mails.ts";
import { sendMail } from "../mail/send-mail.ts";
import { resetAccountAccess } from "../password/change.ts";
import { requireAcceptablePassword } from "../password/password-policy.ts";
import { recordSecurityEvent } from "../privacy/security-events.ts";
import { readProfile } from "../profile/profile.ts";
import type { Client } from "../sessions/client.ts";
import { consumeSecret, createSecret, readSecret, userIdOfSecret } from "../sessions/short-lived-secret.ts";

/** Sends the link unless the address is confirmed. Throws `rate_limited`. */
export async function mailConfirmation(accounts: AccountDeps, userId: string): Promise<void> {
  const { email, emailVerified } = await readProfile(accounts.db, userId);
  if (emailVerified) return;
  const write = async () => {
    const token = await createSecret(accounts, "confirm-email", { userId });
    return confirmEmailMail(email, `${accounts.origin}/auth/confirm-email#${token}`);
  };
  await sendMail(accounts, email, "confirm-email", write);
}

const NOT_SIGNED_IN_MESSAGE =
  "Sign in to the account of this address to confirm it, or set a new password, which makes the account yours alone.";

/**
 * Confirms the address of a mailed link when the account itself is signed in. Anyone else must also set a new
 * password, which takes the account over as a reset does, because a stranger may have created it. Throws
 * `invalid_link`, `conflict` when the address is already confirmed, `confirmation_required` when the password
 * is missing, or the errors of `requireAcceptablePassword`.
 */
export async function confirmEmail(
  accounts: AccountDeps,
  { token, password }: { token: string; password?: string | undefined },
  signedInAs: string | null,
  client: Client,
): Promise<void> {
  const { db, now } = accounts;
  const userId = userIdOfSecret(await readSecret(accounts, "confirm-email", token));
  const alreadyConfirmed = new AppError("conflict", "This address is already confirmed.");
  if ((await readProfile(db, userId)).emailVerified) throw alreadyConfirmed;
  if (signedInAs !== userId) {
    if (password === undefined)
      throw new AppError("confirmation_required", NOT_SIGNED_IN_MESSAGE, {
        fields: { password: NOT_SIGNED_IN_MESSAGE },
      });
    requireAcceptablePassword(password, "sign-up");
    userIdOfSecret(await consumeSecret(accounts, "confirm-email", token));
    return resetAccountAccess(accounts, userId, { password }, client);
  }
  // The link is not used up. Following it again reports that the address is already confirmed.
  const confirmed = await db
    .update(users)
    .set({ emailVerified: true, updatedAt: now() })
    .where(and(eq(users.id, userId), eq(users.emailVerified, false)))
    .returning({ id: users.id });
  if (confirmed.length === 0) throw alreadyConfirmed;
  await recordSecurityEvent(accounts, userId, "email_confirmed", client);
}
