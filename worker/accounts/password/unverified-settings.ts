import { eq } from "drizzle-orm";
import { users } from "#db/schema/accounts.ts";
import { resultReports } from "#db/schema/predictions.ts";
import { recoveryCodes, twoFactors } from "#db/schema/security.ts";
import type { Accounts } from "../accounts.ts";

/**
 * The statements that forget what somebody without the mailbox may have set up in an account: the second factor,
 * profile, settings and reported figures. Predictions and what was paid for stay. For a batch.
 */
export function clearUnverifiedSettings({ db, now }: Accounts, userId: string) {
  return [
    db
      .update(users)
      .set({
        name: "",
        phone: null,
        company: null,
        location: null,
        bio: null,
        image: null,
        twoFactorEnabled: false,
        notificationPreferences: null,
        privacyPreferences: null,
        updatedAt: now(),
      })
      .where(eq(users.id, userId)),
    db.delete(twoFactors).where(eq(twoFactors.userId, userId)),
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    db.delete(resultReports).where(eq(resultReports.userId, userId)),
  ] as const;
}
