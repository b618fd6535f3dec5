import { eq } from "drizzle-orm";
import {
  type NotificationPreferences,
  notificationDefaults,
  notificationUpdateSchema,
  type PrivacyPreferences,
  privacyDefaults,
  privacyUpdateSchema,
} from "#contract/preferences.ts";
import { users } from "#platform/schema/accounts.ts";
import type { Accounts } from "../accounts.ts";
import { type Profile, readProfile } from "./profile.ts";

/** A person's notification flags: what they saved over the spec's defaults. */
export function notificationsOf(profile: Profile): NotificationPreferences {
  return {
    ...notificationDefaults,
    ...notificationUpdateSchema.parse(profile.notificationPreferences ?? {}),
  };
}

/** A person's privacy flags: what they saved over the spec's defaults. */
export function privacyOf(profile: Profile): PrivacyPreferences {
  return { ...privacyDefaults, ...privacyUpdateSchema.parse(profile.privacyPreferences ?? {}) };
}

/** Whether a person takes mails of a kind: that flag and the one for all mails. Mails they asked for are not asked. */
export function mayMail(
  profile: Profile,
  kind: Exclude<keyof NotificationPreferences, "emailNotifications">,
) {
  const flags = notificationsOf(profile);
  return flags.emailNotifications && flags[kind];
}

/** Answers whether it turned security emails off, which a thief would do first. */
export async function saveNotifications(
  { db, now }: Accounts,
  userId: string,
  update: Partial<NotificationPreferences>,
): Promise<{ endsSecurityEmails: boolean }> {
  const before = notificationsOf(await readProfile(db, userId));
  const after = { ...before, ...update };
  await db
    .update(users)
    .set({ notificationPreferences: after, updatedAt: now() })
    .where(eq(users.id, userId));
  const isOn = (flags: NotificationPreferences) => flags.emailNotifications && flags.securityAlerts;
  return { endsSecurityEmails: isOn(before) && !isOn(after) };
}

export async function savePrivacy(
  { db, now }: Accounts,
  userId: string,
  update: Partial<PrivacyPreferences>,
): Promise<void> {
  const after = { ...privacyOf(await readProfile(db, userId)), ...update };
  await db.update(users).set({ privacyPreferences: after, updatedAt: now() }).where(eq(users.id, userId));
}
