import type { Accounts } from "../accounts.ts";
import { mayMail } from "../profile/preferences.ts";
import { readProfile } from "../profile/profile.ts";
import { type SecurityChange, securityChangeMail } from "./account-mails.ts";
import { sendMail } from "./send-mail.ts";

/** Changes that a person asked to hear of, whatever their alerts say. */
const alwaysMailed: ReadonlySet<SecurityChange> = new Set(["data exported", "security emails off"]);

export function mailChange(accounts: Accounts, userId: string, change: SecurityChange): void {
  const { db, origin, now } = accounts;
  const at = now();
  const send = async () => {
    const profile = await readProfile(db, userId);
    if (!alwaysMailed.has(change) && !mayMail(profile, "securityAlerts")) return;
    const kind = profile.emailVerified ? (`security: ${change}` as const) : "of-unconfirmed-account";
    await sendMail(accounts, profile.email, kind, () =>
      securityChangeMail(profile.email, change, at, `${origin}/account?tab=security`),
    );
  };
  accounts.inBackground(send());
}
