import type { TwoFactorVerifyRequest } from "#contract/security.ts";
import { AppError } from "#platform/errors.ts";
import type { AccountDeps } from "../accounts.ts";
import { requirePasskeyOf } from "../passkeys/use-passkey.ts";
import { recordSecurityEvent } from "../privacy/security-events.ts";
import type { Client } from "../sessions/client.ts";
import { type OpenedSession, openSession } from "../sessions/session.ts";
import { consumeAttempt, consumeSecret, createSecret } from "../sessions/short-lived-secret.ts";
import { requireTwoFactorCode } from "./code.ts";

/** The number of second-factor attempts per ticket. After them, the password must be entered again. */
const MAX_ATTEMPTS = 5;

/** Returns a ticket for a person whose first factor was right. It allows nothing but trying the second factor. */
export function createTwoFactorTicket(accounts: AccountDeps, userId: string): Promise<string> {
  return createSecret(accounts, "sign-in", { userId });
}

export async function consumeTwoFactorTicket(accounts: AccountDeps, ticket: string): Promise<boolean> {
  return (await consumeSecret(accounts, "sign-in", ticket)) !== null;
}

/**
 * Finishes a sign-in with a code, a recovery code or a passkey, and opens the session. Throws `unauthenticated`
 * when the ticket is unknown, expired or used up, and whatever `requireTwoFactorCode` or `requirePasskeyOf` throws.
 */
export async function verifyTwoFactor(
  accounts: AccountDeps,
  { ticket, code, passkey }: TwoFactorVerifyRequest,
  client: Client,
): Promise<OpenedSession> {
  const userId = (await consumeAttempt(accounts, "sign-in", ticket, MAX_ATTEMPTS))?.userId;
  if (!userId) {
    // Only invalid tickets count against the network, so others in the same network cannot use up the owner's
    // attempts.
    await accounts.enforceRateLimit("signInAddress", client.network);
    throw new AppError("unauthenticated", "This sign-in has expired. Please sign in again.");
  }
  if (passkey) await requirePasskeyOf(accounts, userId, passkey, client);
  else await requireTwoFactorCode(accounts, userId, code ?? "", client);
  if (!(await consumeTwoFactorTicket(accounts, ticket)))
    throw new AppError("unauthenticated", "This sign-in is already complete.");
  const opened = await openSession(accounts, userId, client);
  accounts.inBackground(recordSecurityEvent(accounts, userId, "sign_in", client));
  return opened;
}
