import type { Mail } from "#platform/mail/port.ts";
import type { Accounts } from "../accounts.ts";
import { canonicalAddress } from "./canonical-address.ts";

/** Mails about an account or the newsletter. An account with an unconfirmed address may be a stranger's. */
type MailKind =
  | "confirm-email"
  | "already-registered"
  | "newsletter"
  | "newsletter-welcome"
  | "reset-password"
  | "account-deleted"
  | "set-up"
  | "calibration-alarm"
  | "webhook-paused"
  | "of-unconfirmed-account"
  | `security: ${string}`;

/** Mails that anybody can cause by naming an address; together they have one budget more. */
const causedByAnyone: ReadonlySet<MailKind> = new Set([
  "confirm-email",
  "already-registered",
  "newsletter",
  "of-unconfirmed-account",
]);

/**
 * Composes and sends a mail within the mailbox's budgets, one a kind and one for all that strangers can cause.
 * `write` runs only within them, so an earlier link stays valid; null sends nothing. Throws `rate_limited`.
 */
export async function sendMail(
  { mailer, enforceRateLimit }: Pick<Accounts, "mailer" | "enforceRateLimit">,
  to: string,
  kind: MailKind,
  write: () => Promise<Mail | null> | Mail,
): Promise<void> {
  if (!mailer) return;
  const mailbox = canonicalAddress(to);
  await enforceRateLimit("mailbox", `${kind} ${mailbox}`);
  if (causedByAnyone.has(kind)) await enforceRateLimit("unsolicitedMail", mailbox);
  const mail = await write();
  if (mail) await mailer.send(mail);
}
