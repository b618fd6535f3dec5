import { and, eq, gte, sql } from "drizzle-orm";
import { isEmailAllowed } from "#accounts/profile/preferences.ts";
import type { Profile } from "#accounts/profile/profile.ts";
import { dayAndTime } from "#contract/format.ts";
import { mailedSecurityEvents, type SecurityEventKind } from "#contract/security.ts";
import { DAY_MS } from "#contract/time.ts";
import { composeMail } from "#platform/mail/compose.ts";
import { securityEvents } from "#platform/schema/security.ts";
import {
  isNotPlanned,
  isOneOfPeople,
  type NotificationDeps,
  type NotificationKind,
  plannedBy,
} from "./kind.ts";

const kind = "security_event";

/** An older event is not emailed; it is only in the security log. */
const NEWS_MS = DAY_MS;

const newPassword = {
  subject: "Your password was changed",
  text: "The password of your Beatcast account was changed. You have been signed out everywhere else.",
};
const texts: Record<(typeof mailedSecurityEvents)[number], { subject: string; text: string }> = {
  password_changed: newPassword,
  password_reset: newPassword,
  two_factor_enabled: {
    subject: "Two-factor authentication is on",
    text: "From now on, signing in to your Beatcast account asks for a code from your authenticator app, or for a passkey.",
  },
  two_factor_disabled: {
    subject: "Two-factor authentication is off",
    text: "Signing in to your Beatcast account no longer asks for a code.",
  },
  recovery_code_used: {
    subject: "A recovery code was used",
    text: "Someone signed in to your Beatcast account with a recovery code. That code does not work again.",
  },
  passkey_added: {
    subject: "A passkey was added",
    text: "A passkey that signs in to your Beatcast account was added. Remove it in your account if it is not yours.",
  },
  passkey_removed: {
    subject: "A passkey was removed",
    text: "A passkey of your Beatcast account was removed. It does not sign in any more.",
  },
  sign_in_linked: {
    subject: "A sign-in was linked",
    text: "An account at another provider now signs in to your Beatcast account. Unlink it in your account if it is not yours.",
  },
  sign_in_unlinked: {
    subject: "A sign-in was unlinked",
    text: "An account at another provider does not sign in to your Beatcast account any more.",
  },
  data_exported: {
    subject: "Your data export is ready",
    text: "A copy of everything we store about you was made and sent to the browser that asked for it.",
  },
  api_key_created: {
    subject: "A new API key was made",
    text: "A key was made that reads your predictions and analyzes companies in your name. Revoke it in your account if it is not yours.",
  },
  api_key_revoked: {
    subject: "An API key was revoked",
    text: "A key of your Beatcast account was revoked. Programs that used it are refused.",
  },
  app_connected: {
    subject: "An app was connected",
    text: "An app was given access to your Beatcast account. Disconnect it in your account if you did not allow it.",
  },
  app_token_reused: {
    subject: "An app was disconnected",
    text: "An app used a token of your Beatcast account that had been replaced. Somebody may have copied it, so the app was disconnected. Connect it again if you use it.",
  },
  webhook_added: {
    subject: "A webhook endpoint was added",
    text: "Beatcast now sends events to an address that was added to your account. Remove it there if it is not yours.",
  },
  webhook_secret_rotated: {
    subject: "A webhook's signing secret was changed",
    text: "A webhook endpoint of your Beatcast account has a new signing secret. The old one works for another day.",
  },
  calendar_feed_made: {
    subject: "A calendar address was made",
    text: "A new secret address shows your watchlist to any calendar that has it. An earlier address has ended.",
  },
  security_emails_off: {
    subject: "Security emails were turned off",
    text: "You get no more emails about changes of your Beatcast account's security. Turn them on again under Notifications.",
  },
};

/**
 * Selects recent security events that were not emailed yet. The query uses the index `security_events_by_user`,
 * or `security_events_by_time` when it selects for everybody.
 */
function recipients({ accounts: { now } }: NotificationDeps, people: readonly string[] | null) {
  return sql`SELECT e.user_id AS user_id, e.id AS subject FROM security_events AS e
    WHERE e.at > ${now().getTime() - NEWS_MS} AND ${isOneOfPeople(sql`e.user_id`, people)}
      AND e.kind IN (SELECT value FROM json_each(${JSON.stringify(mailedSecurityEvents)}))
      AND ${isNotPlanned(kind, sql`e.user_id`, sql`e.id`)}`;
}

export const securityEvent: NotificationKind = {
  ...plannedBy(kind, recipients),
  flag: null,
  write: async (notifying, person, [id = ""]) => {
    const { db, origin } = notifying.accounts;
    const [event] = await db.select().from(securityEvents).where(eq(securityEvents.id, id));
    if (!event || !(await isWanted(notifying, person, event))) return null;
    const { subject, text } = texts[event.kind as keyof typeof texts];
    return {
      push: null,
      email: (to) =>
        composeMail({
          to,
          subject,
          paragraphs: [
            text,
            `It happened on ${dayAndTime(event.at)} (UTC). If this was you, there is nothing to do.`,
            "If it was not, use 'Forgot password' on the sign-in page at once: a new password ends every session, passkey, linked sign-in, connected app, API key, webhook and calendar feed of the account.",
          ],
          action: { label: "Review your account's security", url: `${origin}/account?tab=security` },
          reason: "You get this email because it concerns the security of your Beatcast account.",
        }),
    };
  },
};

/**
 * Returns whether the person wanted security emails when the event happened. A thief who turns the emails off a
 * moment later does not prevent this one.
 */
async function isWanted(
  { accounts: { db } }: NotificationDeps,
  person: Profile,
  { kind, at }: Pick<typeof securityEvents.$inferSelect, "kind" | "at">,
): Promise<boolean> {
  if (kind === "data_exported" || isEmailAllowed(person, "securityAlerts")) return true;
  const turnedOff: SecurityEventKind = "security_emails_off";
  const own = and(eq(securityEvents.userId, person.id), eq(securityEvents.kind, turnedOff));
  return (await db.$count(securityEvents, and(own, gte(securityEvents.at, at)))) > 0;
}
