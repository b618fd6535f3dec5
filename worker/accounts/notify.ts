import { type SecurityChange, securityChangeLetter } from "#mail/account-letters.ts";
import type { Accounts } from "./accounts.ts";
import { mayMail } from "./preferences.ts";
import { readProfile } from "./profile.ts";

/** Changes that a person asked to hear of, whatever their alerts say. */
const alwaysTold: ReadonlySet<SecurityChange> = new Set(["data exported"]);

/** Tells a person by mail what changed in their account, after the answer, if they want such mails. */
export function mailChange(accounts: Accounts, userId: string, change: SecurityChange): void {
  const { db, mailer, origin, now } = accounts;
  if (!mailer) return;
  const at = now();
  const send = async () => {
    const profile = await readProfile(db, userId);
    if (!alwaysTold.has(change) && !mayMail(profile, "securityAlerts")) return;
    await mailer.send(securityChangeLetter(profile.email, change, at, `${origin}/account?tab=security`));
  };
  accounts.inBackground(send());
}
