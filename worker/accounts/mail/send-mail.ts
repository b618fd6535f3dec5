import type { Mail } from "#platform/mail/port.ts";
import type { AccountDeps } from "../accounts.ts";
import { canonicalAddress } from "./canonical-address.ts";

type MailingAccounts = Pick<AccountDeps, "mailer" | "enforceRateLimit" | "enforceMailBudget">;

/** These mails may go to an unconfirmed address, which may be a stranger's. */
type MailKind =
  | "confirm-email"
  | "already-registered"
  | "newsletter"
  | "newsletter-welcome"
  | "reset-password"
  | "account-deleted"
  | "set-up"
  | "of-unconfirmed-account"
  | `account: ${string}`;

const causedByAnyone: ReadonlySet<MailKind> = new Set([
  "confirm-email",
  "reset-password",
  "already-registered",
  "newsletter",
  "of-unconfirmed-account",
]);

/**
 * Sends the only mails that bypass `deliveries`: immediate answers with a secret that is stored nowhere, or for a
 * person without an account. `write` runs within the mailbox's budget, and nothing is sent when it returns null.
 * `isNeeded` says whether a mail that anyone can cause may use the last of its budget. Throws `rate_limited`.
 */
export async function sendMail(
  { mailer, enforceRateLimit, enforceMailBudget }: MailingAccounts,
  to: string,
  kind: MailKind,
  write: () => Promise<Mail | null> | Mail,
  isNeeded: () => Promise<boolean> = async () => false,
): Promise<void> {
  if (!mailer) return;
  const mailbox = canonicalAddress(to);
  if (causedByAnyone.has(kind)) await enforceMailBudget(mailbox, (await isNeeded()) ? "needed" : "usual");
  else await enforceRateLimit("mailbox", `${kind} ${mailbox}`);
  const mail = await write();
  if (mail) await mailer.send(mail);
}
