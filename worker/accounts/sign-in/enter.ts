import { AppError } from "#platform/errors.ts";
import type { Accounts } from "../accounts.ts";
import { recordEvent } from "../privacy/security-events.ts";
import type { Client } from "../sessions/client.ts";
import { dropToken, type OpenedSession, openSession } from "../sessions/session.ts";

/**
 * Without password or code. `stillOpens` looks again: a reset or removal meanwhile ends all sessions, and
 * came too early to see this one. Throws `invalid_credentials`.
 */
export async function enter(
  accounts: Accounts,
  userId: string,
  stillOpens: () => Promise<boolean>,
  client: Client,
): Promise<OpenedSession> {
  const opened = await openSession(accounts, userId, client);
  if (!(await stillOpens())) {
    await dropToken(accounts, opened.token);
    throw new AppError("invalid_credentials", "This sign-in was removed from the account.");
  }
  accounts.inBackground(recordEvent(accounts, userId, "sign_in", client));
  return opened;
}
