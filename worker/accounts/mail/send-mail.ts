import type { Mail } from "#platform/mail/port.ts";
import type { Accounts } from "../accounts.ts";
import { canonicalAddress } from "./canonical-address.ts";

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

type Cause = {
  network?: string;
  isNeeded?: () => Promise<boolean>;
};

/**
 * Sends the only mails that bypass `deliveries`: immediate answers with a secret that is stored nowhere, or for a
 * person without an account. `write` runs within the mailbox's mail budgets, and nothing is sent when it returns
 * null. Throws `rate_limited`.
 */
export async function sendMail(
  { mailer, enforceRateLimit }: Pick<Accounts, "mailer" | "enforceRateLimit">,
  to: string,
  kind: MailKind,
  write: () => Promise<Mail | null> | Mail,
  { network = "", isNeeded = async () => false }: Cause = {},
): Promise<void> {
  if (!mailer) return;
  const mailbox = `${kind} ${canonicalAddress(to)}`;
  if (causedByAnyone.has(kind)) {
    await enforceRateLimit("causedMail", `${mailbox} ${network}`);
    await enforceRateLimit("unsolicitedMail", mailbox).catch(async (error: unknown) => {
      if (!(await isNeeded())) throw error;
    });
  } else await enforceRateLimit("mailbox", mailbox);
  const mail = await write();
  if (mail) await mailer.send(mail);
}
