import { AppError } from "#worker/errors.ts";
import type { Accounts } from "../accounts.ts";
import { recordEvent } from "../audit.ts";
import type { Client } from "../client.ts";
import { mailChange } from "../notify.ts";
import { type OpenedSession, openSession } from "../session.ts";
import { takeRecoveryCode } from "./recovery.ts";
import { closeTicket, takeAttempt } from "./ticket.ts";
import { takeTotp } from "./totp.ts";

/**
 * The second step of a sign-in: a code of the authenticator or a recovery code, with the ticket of the first step.
 * Throws `unauthenticated` for a ticket that is no good, `wrong_code`, or `rate_limited` after ten tries in ten minutes.
 */
export async function verifyTwoFactor(
  accounts: Accounts,
  { ticket, code }: { ticket: string; code: string },
  client: Client,
): Promise<OpenedSession> {
  const userId = await takeAttempt(accounts, ticket);
  await accounts.hold("twoFactor", userId);
  const digits = code.replace(/[\s-]/g, "");
  const isTotp = /^\d{6}$/.test(digits);
  const isRight = isTotp
    ? await takeTotp(accounts, userId, digits)
    : await takeRecoveryCode(accounts, userId, code);
  if (!isRight) {
    await recordEvent(accounts, userId, "two_factor_failed", client);
    throw new AppError("wrong_code", "That code is not right, or it was used before.");
  }
  if (!(await closeTicket(accounts, ticket)))
    throw new AppError("unauthenticated", "This sign-in has been completed already.");
  if (!isTotp) {
    await recordEvent(accounts, userId, "recovery_code_used", client);
    mailChange(accounts, userId, "recovery code used");
  }
  const opened = await openSession(accounts, userId, client);
  accounts.inBackground(recordEvent(accounts, userId, "sign_in", client));
  return opened;
}
