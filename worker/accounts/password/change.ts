import { and, eq, ne } from "drizzle-orm";
import { isSamePassword } from "#contract/password.ts";
import { type ChangePasswordRequest, PASSWORD_MISMATCH_MESSAGE } from "#contract/security.ts";
import { AppError } from "#platform/errors.ts";
import { oneTimeLinks } from "#platform/schema/security.ts";
import type { Accounts } from "../accounts.ts";
import { recordEvent } from "../privacy/security-events.ts";
import type { Client } from "../sessions/client.ts";
import { endingOtherSessions, type Session } from "../sessions/session.ts";
import { requireOwnProof } from "../sign-in/proof.ts";
import { endingStandingAccess } from "../standing-access.ts";
import { requireAcceptable } from "./acceptable.ts";
import { settingPassword } from "./credential.ts";
import { hashPassword } from "./hash.ts";

/**
 * Also a first one. Ends every other session, reset link and pending sign-in, and standing access where
 * asked. Throws `invalid_request` on a mismatch, a password refusal, `wrong_password`,
 * `confirmation_required` or `rate_limited`.
 */
export async function changePassword(
  accounts: Accounts,
  who: Session,
  request: ChangePasswordRequest,
  client: Client,
): Promise<void> {
  const { currentPassword, newPassword, confirmPassword, endAccess } = request;
  if (confirmPassword !== undefined && !isSamePassword(confirmPassword, newPassword))
    throw new AppError("invalid_request", PASSWORD_MISMATCH_MESSAGE, {
      fields: { confirmPassword: PASSWORD_MISMATCH_MESSAGE },
    });
  requireAcceptable(newPassword, "settings");
  await requireOwnProof(accounts, who, currentPassword).catch(async (error: unknown) => {
    const isAsking = error instanceof AppError && error.code === "confirmation_required";
    if (!isAsking) await recordEvent(accounts, who.userId, "password_change_failed", client);
    throw error;
  });
  const { db } = accounts;
  await db.batch([
    settingPassword(accounts, who.userId, await hashPassword(newPassword)),
    endingOtherSessions(accounts, who),
    db
      .delete(oneTimeLinks)
      .where(and(eq(oneTimeLinks.userId, who.userId), ne(oneTimeLinks.purpose, "confirm-email"))),
    ...(endAccess ? endingStandingAccess(accounts, who.userId, client) : []),
  ]);
  await recordEvent(accounts, who.userId, "password_changed", client);
}
