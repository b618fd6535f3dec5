import { eq, sql } from "drizzle-orm";
import {
  type NotificationPreferences,
  notificationDefaults,
  notificationUpdateSchema,
  type PrivacyPreferences,
  privacyDefaults,
  privacyUpdateSchema,
  type UsageEvent,
  usageFlags,
} from "#contract/preferences.ts";
import { isoDay } from "#contract/time.ts";
import { users } from "#platform/schema/accounts.ts";
import { usageCounts } from "#platform/schema/operations.ts";
import type { AccountDeps } from "../accounts.ts";
import { type Profile, readProfile } from "./profile.ts";

/** Returns the person's notification settings: the defaults, overridden by what they saved. */
export function notificationPreferencesOf(profile: Profile): NotificationPreferences {
  return {
    ...notificationDefaults,
    ...notificationUpdateSchema.parse(profile.notificationPreferences ?? {}),
  };
}

export function privacyPreferencesOf(profile: Profile): PrivacyPreferences {
  return { ...privacyDefaults, ...privacyUpdateSchema.parse(profile.privacyPreferences ?? {}) };
}

/**
 * Returns whether the person wants mails of this kind: both its own flag and the one for all mails must be on.
 * Mails that the person requested are sent without asking this.
 */
export function isEmailAllowed(
  profile: Profile,
  kind: Exclude<keyof NotificationPreferences, "emailNotifications">,
) {
  const flags = notificationPreferencesOf(profile);
  return flags.emailNotifications && flags[kind];
}

/**
 * Saves notification settings. `endsSecurityEmails` is whether the change turned security emails off, which an
 * intruder would do first.
 */
export async function saveNotificationPreferences(
  { db, now }: AccountDeps,
  userId: string,
  update: Partial<NotificationPreferences>,
): Promise<{ endsSecurityEmails: boolean }> {
  const before = notificationPreferencesOf(await readProfile(db, userId));
  const after = { ...before, ...update };
  await db
    .update(users)
    .set({ notificationPreferences: after, updatedAt: now() })
    .where(eq(users.id, userId));
  const isOn = (flags: NotificationPreferences) => flags.emailNotifications && flags.securityAlerts;
  return { endsSecurityEmails: isOn(before) && !isOn(after) };
}

export async function savePrivacyPreferences(
  { db, now }: AccountDeps,
  userId: string,
  update: Partial<PrivacyPreferences>,
): Promise<void> {
  const after = { ...privacyPreferencesOf(await readProfile(db, userId)), ...update };
  await db.update(users).set({ privacyPreferences: after, updatedAt: now() }).where(eq(users.id, userId));
}

/**
 * Adds the use of a screen or feature to the day's total, which is tied to no person. Counts nothing if the
 * person has turned this off, or if the browser sends DNT or Global Privacy Control.
 */
export async function trackUsage(
  { db, now }: AccountDeps,
  userId: string,
  { kind, name }: UsageEvent,
  headers: Headers,
): Promise<void> {
  if (headers.get("dnt") === "1" || headers.get("sec-gpc") === "1") return;
  if (!privacyPreferencesOf(await readProfile(db, userId))[usageFlags[kind]]) return;
  await db
    .insert(usageCounts)
    .values({ day: isoDay(now()), kind, used: name, n: 1 })
    .onConflictDoUpdate({
      target: [usageCounts.day, usageCounts.kind, usageCounts.used],
      set: { n: sql`${usageCounts.n} + 1` },
    });
}
