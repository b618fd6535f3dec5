import { AppError } from "#worker/errors.ts";
import type { Accounts } from "../accounts.ts";
import { recordEvent } from "../privacy/security-events.ts";
import type { Client } from "../sessions/client.ts";
import { type OpenedSession, openSession } from "../sessions/session.ts";
import { requireCode } from "./code.ts";
import { closeTicket, takeAttempt } from "./ticket.ts";

/**
 * The second step of a sign-in: a code of the authenticator or a recovery code, with the ticket of the first step.
 * Throws `unauthenticated` for a ticket that is no good, `wrong_code`, or `rate_limited` after ten tries in ten minutes.
 */
export async function verifyTwoFactor(
  accounts: Accounts,
  { ticket, code }: { ticket: string; code: string },
  client: Client,
): Promise<OpenedSession> {
  const userId = await takeAttempt(accounts, ticket).catch(async (error: unknown) => {
    // Only tickets that are no good count by network, so that a neighbour cannot use up the owner's tries.
    await accounts.enforceRateLimit("signInAddress", client.network);
    throw error;
  });
  await requireCode(accounts, userId, code, client);
  if (!(await closeTicket(accounts, ticket)))
    throw new AppError("unauthenticated", "This sign-in has been completed already.");
  const opened = await openSession(accounts, userId, client);
  accounts.inBackground(recordEvent(accounts, userId, "sign_in", client));
  return opened;
}
