import { type SecurityChange, securityChangeLetter } from "#mail/account-letters.ts";
import type { Accounts } from "./accounts.ts";
import { mayMail } from "./preferences.ts";
import { readProfile } from "./profile.ts";
import { sendLetter } from "./send-letter.ts";

/** Changes that a person asked to hear of, whatever their alerts say. */
const alwaysTold: ReadonlySet<SecurityChange> = new Set(["data exported"]);

/** Tells a person by mail what changed in their account, after the answer, if they want such mails. */
export function mailChange(accounts: Accounts, userId: string, change: SecurityChange): void {
  const { db, origin, now } = accounts;
  const at = now();
  const send = async () => {
    const profile = await readProfile(db, userId);
    if (!alwaysTold.has(change) && !mayMail(profile, "securityAlerts")) return;
    const kind = profile.emailVerified ? (`security: ${change}` as const) : "of-unconfirmed-account";
    await sendLetter(accounts, profile.email, kind, () =>
      securityChangeLetter(profile.email, change, at, `${origin}/account?tab=security`),
    );
  };
  accounts.inBackground(send());
}
