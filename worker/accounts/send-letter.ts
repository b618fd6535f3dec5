import type { Mail } from "#mail/port.ts";
import type { Accounts } from "./accounts.ts";
import { canonicalAddress } from "./canonical-address.ts";

/** Letters about an account or the newsletter. An account with an unconfirmed address may be a stranger's. */
export type LetterKind =
  | "confirm-email"
  | "already-registered"
  | "newsletter"
  | "newsletter-welcome"
  | "reset-password"
  | "account-deleted"
  | "set-up"
  | "of-unconfirmed-account"
  | `security: ${string}`;

/** Letters that anybody can cause by naming an address; together they have one budget more. */
const causedByAnyone: ReadonlySet<LetterKind> = new Set([
  "confirm-email",
  "already-registered",
  "newsletter",
  "of-unconfirmed-account",
]);

/**
 * Writes and sends a letter, after the mailbox's budgets: one for each kind, so that no kind crowds out another, and
 * one for all that strangers can cause. `write` runs only within them, so a link mailed before stays good; null sends
 * nothing. Throws `rate_limited`.
 */
export async function sendLetter(
  { mailer, hold }: Pick<Accounts, "mailer" | "hold">,
  to: string,
  kind: LetterKind,
  write: () => Promise<Mail | null> | Mail,
): Promise<void> {
  if (!mailer) return;
  const mailbox = canonicalAddress(to);
  await hold("mailbox", `${kind} ${mailbox}`);
  if (causedByAnyone.has(kind)) await hold("mailboxOfStrangers", mailbox);
  const mail = await write();
  if (mail) await mailer.send(mail);
}
