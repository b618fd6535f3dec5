import { notificationsOf, privacyOf } from "#accounts/profile/preferences.ts";
import { readProfile } from "#accounts/profile/profile.ts";
import { MAX_BIO_LENGTH, MAX_NAME_LENGTH, type User } from "#contract/account.ts";
import { plainLines, plainName } from "#contract/plain-text.ts";
import type { Deps } from "#worker/deps.ts";

/** The signed-in person as the page may see them: profile, plan and calls used, field by field. */
export async function presentUser(deps: Deps, userId: string): Promise<User> {
  const [profile, entitlement] = await Promise.all([readProfile(deps.db, userId), deps.entitlement(userId)]);
  const used = await (await deps.quota(userId, { profile, entitlement })).used();
  return {
    id: profile.id,
    email: profile.email,
    // Rows written before the rules of today are shown by them.
    fullName: plainName(profile.name, MAX_NAME_LENGTH) || null,
    phone: profile.phone,
    company: profile.company && plainName(profile.company, MAX_NAME_LENGTH),
    location: profile.location && plainName(profile.location, MAX_NAME_LENGTH),
    bio: profile.bio && plainLines(profile.bio, MAX_BIO_LENGTH),
    avatarUrl: profile.image,
    createdAt: profile.createdAt.toISOString(),
    isEmailVerified: profile.emailVerified,
    isTwoFactorEnabled: profile.twoFactorEnabled,
    notificationPreferences: notificationsOf(profile),
    privacyPreferences: privacyOf(profile),
    subscriptionTier: entitlement.tier,
    subscriptionStatus: entitlement.status,
    apiCallsUsed: used,
    apiCallsLimit: entitlement.callLimit,
  };
}
