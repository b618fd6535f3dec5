import type { Mail } from "#platform/mail/port.ts";
import type { Accounts } from "../accounts.ts";
import { canonicalAddress } from "./canonical-address.ts";

/** The kinds of mails that may be sent to an unconfirmed address, which may be a stranger's. */
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
 * Sends a mail at once, without a row in `deliveries`. It serves immediate responses, such as links with a
 * secret that is stored nowhere, and mails to people without an account. `write` is called only if the
 * mailbox's limits allow the mail, and nothing is sent if it returns null. Throws `rate_limited`; if `isNeeded`
 * returns true, the limit `unsolicitedMail` does not apply.
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
